/** What a genesis document says of the chain that it begins. */
export interface GenesisOutline {
	/** 8 for one that the framework 0.39 exported. */
	readonly generation: 8 | 9
	/** Bech32 prefix of its first account. */
	readonly prefix: string | undefined
	/** Denomination that it mints or stakes, or else that most of its balances have. */
	readonly denom: string | undefined
}

/** Looks into a document without checking it; a text that is no genesis has no prefix and is of generation 9. */
export function outlineGenesis(text: string): GenesisOutline {
	const state = at(parsed(text), 'app_state')
	const accounts = listOf(at(at(state, 'auth'), 'accounts'))
	const isOld = accounts.some((account) => at(account, 'type') !== undefined) || at(state, 'supply') !== undefined
	const address = accounts.map(addressIn).find((found) => found !== undefined)
	return {
		generation: isOld ? 8 : 9,
		prefix: address?.slice(0, address.lastIndexOf('1')).toLowerCase(),
		denom: denomOf(state),
	}
}

function denomOf(state: unknown): string | undefined {
	const named = [
		at(at(at(state, 'staking'), 'params'), 'bond_denom'),
		at(at(at(state, 'mint'), 'params'), 'mint_denom'),
	].find((denom) => typeof denom === 'string' && denom !== '')
	if (named !== undefined) return named as string
	const counts = new Map<string, number>()
	const holders = [
		...listOf(at(at(state, 'bank'), 'balances')).map((balance) => at(balance, 'coins')),
		...listOf(at(at(state, 'auth'), 'accounts')).map((account) => at(at(account, 'value'), 'coins')),
	]
	for (const coin of holders.flatMap(listOf)) {
		const denom = at(coin, 'denom')
		if (typeof denom === 'string') counts.set(denom, (counts.get(denom) ?? 0) + 1)
	}
	return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** An account's address, whatever its kind: a vesting or module account has a base account inside. */
function addressIn(account: unknown): string | undefined {
	const inner = at(account, 'value') ?? at(account, 'base_vesting_account') ?? at(account, 'base_account')
	const address = at(account, 'address')
	if (typeof address === 'string' && address.includes('1')) return address
	return inner === undefined ? undefined : addressIn(inner)
}

function at(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : []
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
