import type { ChainClient, Coin } from '../../../../client/index.ts'
import { accountKind } from '../../../../codec/legacy/accountParts.ts'
import type { FormRow } from '../../../../codec/legacy/forms/Comparison.ts'
import { diffAccountForms } from '../../../../codec/legacy/forms/diffAccountForms.ts'
import { readVestingTerms, type VestingTerms } from '../../../../codec/vesting/vestedCoins.ts'
import { UserError } from '../../../../errors/UserError.ts'
import { member } from '../../../../util/jsonParts.ts'
import { parseJson } from '../../../kit/text/jsonRows.ts'
import type { PastedAccount } from './pasted.ts'

/** One generation's form of an account. */
export interface AccountSide {
	/** The raw reply; undefined if there is none. */
	readonly text: string | undefined
	readonly value: unknown
	/** The reason there is none to compare, in plain words, and the next step; empty otherwise. */
	readonly fault: string
	/** Its source: `this node`, a URL, `pasted`. */
	readonly source: string
}

/** An account as both generations write it, and what follows from it. */
export interface ComparedAccount {
	/** Id of the request: see `AccountRequest.id`. */
	readonly id: string
	/** Untrusted text if it was pasted. */
	readonly address: string
	readonly side8: AccountSide
	readonly side9: AccountSide
	readonly balances: readonly Coin[]
	/** Empty unless both sides are there. */
	readonly rows: readonly FormRow[]
	readonly terms: VestingTerms | undefined
	/** `periodic vesting`, `module`, `base, never signed`. */
	readonly kind: string
	/** The node has no state of the height that was asked for: it was pruned, or the block is not made yet. */
	readonly isStateGone: boolean
	/** Its contract on a chain with an EVM; absent for an account without one. */
	readonly code?: { readonly size: number; readonly hash: string }
	/** Height of the state, 0 when the account is not on the chain there. */
	readonly height: number
}

/** An account to read. */
export interface AccountRequest {
	readonly id: string
	readonly address: string
	/** Height of an older state. */
	readonly height?: number
	/** URL of another node's legacy REST, asked in place of this node. */
	readonly remote?: string
	/** Accounts of other nodes, in place of anything asked of this one. */
	readonly pasted?: Pasted
}

/** Reads an account in both generations from the source of the request. */
export async function readBothForms(client: ChainClient, request: AccountRequest): Promise<ComparedAccount> {
	const { address, height, remote, pasted } = request
	if (pasted !== undefined) return readingOf(request, pastedSide(8, pasted), pastedSide(9, pasted), pastedCoins(pasted))
	if (remote !== undefined) {
		const { generation, body8, body9, coins } = await client.remoteAccount(remote, address, height)
		const side = (text: string, own: 8 | 9): AccountSide => given(text, own === generation ? remote : madeFromTheOther)
		return readingOf(request, side(body8, 8), side(body9, 9), coins ?? [])
	}
	const [side8, side9, balances, isThere, code] = await Promise.all([
		sideOf(() => client.legacyAccount(address, 8, height)),
		sideOf(() => client.legacyAccount(address, 9, height)),
		// Both sides already report a wrong address, a pruned height or a listener that does not answer.
		unlessRefused<readonly Coin[]>(
			() => client.balances(address, height),
			() => [],
		),
		// A node of another program may not support this; its replies then count.
		height === undefined || client.hasState(height).catch(() => true),
		unlessRefused(
			async () => (await client.evm?.account(address, height))?.code,
			() => undefined,
		),
	])
	const reading = readingOf(request, side8, side9, balances, !isThere)
	return code === undefined ? reading : { ...reading, code, kind: 'contract' }
}

const madeFromTheOther = 'derived from the other form'

function given(text: string, source: string): AccountSide {
	const value = parseJson(text)
	return { text, value, fault: typeof value === 'string' ? 'The reply is no JSON object.' : '', source }
}

function readingOf(
	{ id, address }: AccountRequest,
	side8: AccountSide,
	side9: AccountSide,
	balances: readonly Coin[],
	isStateGone = false,
): ComparedAccount {
	const { value } = side9.text === undefined ? side8 : side9
	const result = member(value, 'result')
	return {
		id,
		address,
		side8,
		side9,
		balances,
		rows: rowsOf(side8, side9),
		terms: readVestingTerms(result),
		// The REST form of a state that is gone is that of no account.
		kind: isStateGone ? 'not known' : kindOf(result),
		isStateGone,
		height: Number(member(value, 'height') ?? 0) || 0,
	}
}

const mostMembers = 5_000

type Pasted = Readonly<Partial<Record<8 | 9, PastedAccount>>>

function pastedSide(generation: 8 | 9, pasted: Pasted): AccountSide {
	const own = pasted[generation]
	if (own !== undefined) return given(own.text, 'pasted')
	return given(pasted[generation === 8 ? 9 : 8]?.other ?? '', madeFromTheOther)
}

function pastedCoins(pasted: Pasted): readonly Coin[] {
	return (pasted[8] ?? pasted[9])?.coins ?? []
}

async function sideOf(read: () => Promise<string>): Promise<AccountSide> {
	const source = 'this node'
	return unlessRefused(
		async () => given(await read(), source),
		({ text }) => ({ text: undefined, value: undefined, fault: text.replaceAll('\n', ' · '), source }),
	)
}

async function unlessRefused<Result>(
	read: () => Promise<Result>,
	refused: (error: UserError) => Result,
): Promise<Result> {
	try {
		return await read()
	} catch (error) {
		if (error instanceof UserError) return refused(error)
		throw error
	}
}

function rowsOf(side8: AccountSide, side9: AccountSide): readonly FormRow[] {
	if (side8.fault + side9.fault !== '') return []
	// A side without a fault has a text.
	const [text8 = '', text9 = ''] = [side8.text, side9.text]
	// No account has so many members; comparing them all would take its time.
	if ([text8, text9].some((text) => text.split('":', mostMembers + 1).length > mostMembers)) return []
	return diffAccountForms(text8, text9)
}

function kindOf(result: unknown): string {
	const name = accountKind(String(member(result, 'type') ?? ''))
	if (name !== 'base') return name ?? 'account'
	const value = member(result, 'value')
	if ((member(value, 'address') ?? '') === '') return 'not on the chain'
	const sequence = String(member(value, 'sequence') ?? '0')
	return sequence === '0' ? 'base, never signed' : 'base'
}

/** The value of a row before a block changed it. */
export interface RowChange {
	/** The block in which it was seen to be different. */
	readonly height: number
	/** The value before, JSON text; undefined when there was none. */
	readonly before: string | undefined
}

/** Rows that differ from an earlier reading, by field. Heights of the replies always differ and do not count. */
export function changedRows(
	before: readonly FormRow[],
	after: readonly FormRow[],
	height: number,
): ReadonlyMap<string, RowChange> {
	const old = new Map(before.map((row) => [row.meaning, row]))
	const changed = new Map<string, RowChange>()
	for (const row of after) {
		const was = old.get(row.meaning)
		if (row.meaning === 'height' || (was?.value8 === row.value8 && was?.value9 === row.value9)) continue
		changed.set(row.meaning, { height, before: was?.value9 ?? was?.value8 })
	}
	return changed
}
