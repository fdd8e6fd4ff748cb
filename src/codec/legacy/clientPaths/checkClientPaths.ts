import type { FormRow } from '../forms/Comparison.ts'
import { diffReplies } from '../forms/diffReplies.ts'
import { isWithin, type JsonValue, valueAt } from '../forms/jsonPaths.ts'
import samples from './sampleReplies.json' with { type: 'json' }

/** Requests whose replies are known in both generations. */
export const checkedRequests = [
	'account',
	'balances',
	'postTx',
	'tx',
	'search',
	'nodeInfo',
	'latestBlock',
	'encodeTx',
] as const

/** One of them: `account` is `GET /auth/accounts/{address}`, `balances` is `GET /bank/balances/{address}`, and so on. */
export type CheckedRequest = (typeof checkedRequests)[number]

/** A place a client reads. */
export interface ClientRead {
	readonly request: CheckedRequest
	/** A jq path into the body: `.result.value.sequence`. */
	readonly path: string
	/** Purpose of the read. */
	readonly use: string
	/** The only values the client takes. */
	readonly expects?: readonly string[]
}

/** The places a client reads, and where that is known from. */
export interface ClientPaths {
	readonly client: string
	readonly version: string
	/** Files of the client's package. */
	readonly source: readonly string[]
	readonly reads: readonly ClientRead[]
}

/** Result for one read of one kind of reply. */
export type ReadVerdict =
	| 'works'
	/** There, but another value or type than the client takes. */
	| 'breaks'
	| 'moved'
	| 'absent'
	/** It is in the reply of another request. */
	| 'otherQuery'
	/** Generation 9 alone has it. */
	| 'new'

/** The verdict on one read for one kind of account or reply. */
export interface ReadCheck {
	readonly read: ClientRead
	/** Kind of the account, or of the reply. */
	readonly kind: string
	readonly verdict: ReadVerdict
	/** Path of the same value in generation 9. */
	readonly path9: string | undefined
	/** One line for what is not `works`. */
	readonly note: string
}

/** All verdicts on one read together. */
export interface ReadSummary {
	readonly read: ClientRead
	/** `sometimes`: it works for some kinds of accounts and not for others. `never`: no known reply has it. */
	readonly overall: 'works' | 'sometimes' | 'fails' | 'never'
	readonly checks: readonly ReadCheck[]
}

interface Sample {
	readonly request: string
	readonly kind: string
	readonly body8: JsonValue
	readonly body9: JsonValue
}

/** Which of a client's reads still work in generation 9, for every kind of account and reply that is known. */
export function checkClientPaths(reads: readonly ClientRead[]): readonly ReadSummary[] {
	return reads.map((read) => {
		const checks = (samples as unknown as readonly Sample[])
			.filter(({ request }) => request === read.request)
			.map(({ kind, body8, body9 }) => checkRead(read, { kind, body8, body9 }))
			.filter((check) => check !== undefined)
		return { read, overall: overallOf(checks), checks }
	})
}

function overallOf(checks: readonly ReadCheck[]): ReadSummary['overall'] {
	if (checks.length === 0) return 'never'
	const working = checks.filter(({ verdict }) => verdict === 'works' || verdict === 'new').length
	if (working === checks.length) return 'works'
	return working === 0 ? 'fails' : 'sometimes'
}

/** A reply of both generations. */
export interface RepliesOfBoth {
	/** Kind of the account, or of the reply. */
	readonly kind: string
	readonly body8: JsonValue
	readonly body9: JsonValue
	/** Known differences. */
	readonly rows?: readonly FormRow[]
}

/** Checks one read of one reply; undefined if neither generation has the path, or the client never used the value. */
export function checkRead(read: ClientRead, { kind, body8, body9, rows }: RepliesOfBoth): ReadCheck | undefined {
	const value8 = valueAt(body8, read.path)
	const value9 = valueAt(body9, read.path)
	if (value8 === undefined && value9 === undefined) return undefined
	const check = (verdict: ReadVerdict, note = '', path9?: string): ReadCheck => ({ read, kind, verdict, path9, note })
	if (value8 === undefined) return check('new', '', read.path)
	// A value that the client never used is no loss.
	if (read.expects?.includes(String(value8)) === false) {
		return isTaken(read, value9) ? check('new', '', read.path) : undefined
	}
	const row = (rows ?? diffReplies(reply(body8), reply(body9))).find(
		({ path8 }) => path8 !== undefined && isWithin(read.path, path8),
	)
	const explanation = row?.explanation ?? ''
	if (value9 === undefined) {
		if (row?.kind === 'moved' && row.path9 !== undefined) {
			return check('moved', explanation, row.path9 + read.path.slice(row.path8!.length))
		}
		return check(row?.kind === 'movedToOtherQuery' ? 'otherQuery' : 'absent', explanation)
	}
	if (!isTaken(read, value9))
		return check('breaks', `It is ${JSON.stringify(value9)} now. ${explanation}`.trim(), read.path)
	if (kindOf(value8) !== kindOf(value9)) {
		return check('breaks', `It was ${kindOf(value8)} and is ${kindOf(value9)}. ${explanation}`.trim(), read.path)
	}
	return check('works', '', read.path)
}

function isTaken({ expects }: ClientRead, value: JsonValue | undefined): boolean {
	return value !== undefined && (expects === undefined || expects.includes(String(value)))
}

function reply(body: JsonValue) {
	return { status: 200, body: JSON.stringify(body) }
}

function kindOf(value: JsonValue): string {
	if (value === null) return 'null'
	if (Array.isArray(value)) return 'a list'
	return (
		{ string: 'text', number: 'a number', boolean: 'true or false', object: 'an object' }[typeof value as string] ?? ''
	)
}
