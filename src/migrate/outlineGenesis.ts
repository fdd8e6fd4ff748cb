import { type ByteSource, JsonScanner, type JsonSpan, spanText } from '../codec/goJson/JsonScanner.ts'
import { UserError } from '../errors/UserError.ts'
import { items, jsonOf, member } from '../util/jsonParts.ts'
import { mostFrequent } from './mostFrequent.ts'

/** What a genesis document says of the chain that it begins. */
export interface GenesisOutline {
	/** 8 for one that the framework 0.39 exported. */
	readonly generation: 8 | 9
	/** Bech32 prefix of its first account. */
	readonly prefix: string | undefined
	/** Denomination that it mints or stakes, or else that most of its first balances have. */
	readonly denom: string | undefined
}

/** Accounts and balances that are looked at, each. */
const firstOnes = 1000

/** Looks into a document without checking it; a text that is no genesis has no prefix and is of generation 9. */
export function outlineGenesis(source: ByteSource): GenesisOutline {
	const state = stateOf(source)
	const part = (module: string, name: string): JsonSpan | undefined => state?.get(module)?.members?.get(name)
	const accounts = firstOf(source, part('auth', 'accounts'))
	const isOld = accounts.some((account) => member(account, 'type') !== undefined) || state?.has('supply') === true
	const address = accounts.map(accountAddress).find((found) => found !== undefined)
	const named = [
		member(readValue(source, part('staking', 'params')), 'bond_denom'),
		member(readValue(source, part('mint', 'params')), 'mint_denom'),
	].find((denom) => typeof denom === 'string' && denom !== '')
	return {
		generation: isOld ? 8 : 9,
		prefix: address?.slice(0, address.lastIndexOf('1')).toLowerCase(),
		denom: (named as string | undefined) ?? heldDenom([...firstOf(source, part('bank', 'balances')), ...accounts]),
	}
}

function stateOf(source: ByteSource): ReadonlyMap<string, JsonSpan> | undefined {
	try {
		const wanted = { app_state: { auth: {}, bank: {}, staking: {}, mint: {} } }
		return new JsonScanner(source).document(wanted).get('app_state')?.members
	} catch (cause) {
		if (cause instanceof UserError) return undefined
		throw cause
	}
}

function firstOf(source: ByteSource, span: JsonSpan | undefined): readonly unknown[] {
	const values: unknown[] = []
	if (span === undefined) return values
	for (const [bytes] of new JsonScanner(source, span.start).elements()) {
		values.push(jsonOf(Buffer.from(bytes).toString()))
		if (values.length === firstOnes) break
	}
	return values
}

function readValue(source: ByteSource, span: JsonSpan | undefined): unknown {
	return span === undefined ? undefined : jsonOf(spanText(source, span))
}

function heldDenom(holders: readonly unknown[]): string | undefined {
	const held = holders.flatMap((holder) => items(member(holder, 'coins') ?? member(member(holder, 'value'), 'coins')))
	return mostFrequent(held.map((coin) => member(coin, 'denom')).filter((denom) => typeof denom === 'string'))
}

/** The address of an account of any kind: a vesting or module account has a base account inside. */
export function accountAddress(account: unknown): string | undefined {
	if (typeof account !== 'object' || account === null) return undefined
	const address = member(account, 'address')
	if (typeof address === 'string' && address.includes('1')) return address
	return Object.values(account)
		.map(accountAddress)
		.find((found) => found !== undefined)
}
