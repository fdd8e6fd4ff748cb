import type { ChainClient, Coin } from '../../../client/ChainClient.ts'
import { diffAccountForms } from '../../../codec/legacy/forms/diffAccountForms.ts'
import type { FormRow } from '../../../codec/legacy/forms/FormRow.ts'
import { readVestingTerms } from '../../../codec/vesting/readVestingTerms.ts'
import type { VestingTerms } from '../../../codec/vesting/VestingTerms.ts'
import { UserError } from '../../../errors/UserError.ts'
import { parseJson } from '../../components/jsonLines.ts'
import type { PastedAccount } from './pasted.ts'

/** One generation's form of an account. */
export interface AccountSide {
	/** Exactly as received; undefined when there is none. */
	readonly text: string | undefined
	readonly value: unknown
	/** Why there is none, in plain words, and what to do. */
	readonly fault: string
	/** Where it came from: `this node`, a URL, `pasted`. */
	readonly source: string
}

/** An account as both generations write it, and what follows from it. */
export interface AccountReading {
	/** What was asked for: see `AccountRequest.id`. */
	readonly id: string
	/** May be a stranger's text when it was pasted. */
	readonly address: string
	readonly side8: AccountSide
	readonly side9: AccountSide
	readonly balances: readonly Coin[]
	/** Empty unless both sides are there. */
	readonly rows: readonly FormRow[]
	readonly terms: VestingTerms | undefined
	/** `periodic vesting`, `module`, `base, never signed`. */
	readonly kind: string
	/** Height of the state, 0 when the account is not on the chain there. */
	readonly height: number
}

/** What to read. */
export interface AccountRequest {
	/** Tells requests apart. */
	readonly id: string
	readonly address: string
	/** Of an older state. */
	readonly height?: number
	/** URL of another node's legacy REST, shown in place of this node's form of that generation. */
	readonly remote?: string
	readonly pasted?: Readonly<Partial<Record<8 | 9, PastedAccount>>>
}

/** Reads an account in both generations from wherever the request says. */
export async function readAccount(client: ChainClient, request: AccountRequest): Promise<AccountReading> {
	const { address, height, remote, pasted = {} } = request
	const own = (generation: 8 | 9): Promise<AccountSide> =>
		address === ''
			? Promise.resolve(nothing(`paste the form of generation ${generation} as well to compare`, ''))
			: sideOf(() => client.legacyAccount(address, generation, height), 'this node', pasted[8] ?? pasted[9])
	const elsewhere = remote === undefined ? undefined : await remoteSide(client, remote, address, height)
	const side = (generation: 8 | 9): Promise<AccountSide> => {
		const given = pasted[generation]
		if (given !== undefined) return sideOf(async () => given.text, 'pasted')
		return elsewhere?.generation === generation ? Promise.resolve(elsewhere.side) : own(generation)
	}
	const [side8, side9, balances] = await Promise.all([
		side(8),
		side(9),
		elsewhere === undefined ? balancesOf(client, address, height) : elsewhere.balances,
	])
	const main = side9.text === undefined ? side8 : side9
	return {
		id: request.id,
		address,
		side8,
		side9,
		balances,
		rows: rowsOf(side8, side9),
		terms: readVestingTerms(member(main.value, 'result')),
		kind: kindOf(member(main.value, 'result')),
		height: Number(member(main.value, 'height') ?? 0) || 0,
	}
}

async function sideOf(
	read: () => Promise<string>,
	source: string,
	beside?: PastedAccount | undefined,
): Promise<AccountSide> {
	try {
		const text = await read()
		const value = parseJson(text)
		// A pasted account of another chain is compared with nothing rather than with an account that is not there.
		if (beside !== undefined && isUnknown(value)) {
			return nothing('this chain has no such account: paste the form of the other generation as well to compare', source)
		}
		return { text, value, fault: '', source }
	} catch (error) {
		if (error instanceof UserError) {
			return nothing([error.message, error.why, error.next].filter((part) => part !== '').join(' · '), source)
		}
		throw error
	}
}

async function remoteSide(
	client: ChainClient,
	url: string,
	address: string,
	height: number | undefined,
): Promise<{ readonly generation: 8 | 9; readonly side: AccountSide; readonly balances: readonly Coin[] }> {
	const { generation, text, balances } = await client.remoteAccount(url, address, height)
	return { generation, side: { text, value: parseJson(text), fault: '', source: url }, balances }
}

async function balancesOf(client: ChainClient, address: string, height?: number): Promise<readonly Coin[]> {
	try {
		return address === '' ? [] : await client.balances(address, height)
	} catch (error) {
		// The sides tell what is wrong with the address or the height.
		if (error instanceof UserError) return []
		throw error
	}
}

function nothing(fault: string, source: string): AccountSide {
	return { text: undefined, value: undefined, fault, source }
}

function rowsOf(side8: AccountSide, side9: AccountSide): readonly FormRow[] {
	if (side8.text === undefined || side9.text === undefined) return []
	try {
		return diffAccountForms(side8.text, side9.text)
	} catch (error) {
		if (error instanceof SyntaxError) return []
		throw error
	}
}

/** Whether a reply is that for an address the chain does not know. */
export function isUnknown(reply: unknown): boolean {
	const value = member(member(reply, 'result'), 'value')
	const isVesting = member(value, 'base_vesting_account') !== undefined
	return !isVesting && (member(value, 'address') ?? '') === ''
}

function kindOf(result: unknown): string {
	const type = String(member(result, 'type') ?? '')
	const name = kinds.get(type.slice(type.lastIndexOf('/') + 1))
	if (name !== 'base') return name ?? 'account'
	const value = member(result, 'value')
	if ((member(value, 'address') ?? '') === '') return 'not on the chain'
	const sequence = String(member(value, 'sequence') ?? '0')
	return sequence === '0' ? 'base, never signed' : 'base'
}

const kinds: ReadonlyMap<string, string> = new Map([
	['Account', 'base'],
	['BaseAccount', 'base'],
	['ModuleAccount', 'module'],
	['PeriodicVestingAccount', 'periodic vesting'],
	['ContinuousVestingAccount', 'continuous vesting'],
	['DelayedVestingAccount', 'delayed vesting'],
	['PermanentLockedAccount', 'permanently locked'],
])

function member(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
