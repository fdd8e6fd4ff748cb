import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { JsonScanner, spanText } from '../../codec/goJson/JsonScanner.ts'
import { MigrationError, type MigrationFault } from '../../migrate/GenesisReader.ts'
import { openFileSource, Spool } from '../../migrate/genesisFiles.ts'
import { type MigrateOptions, type MigrationSummary, migrateGenesis } from '../../migrate/migrateGenesis.ts'
import { accountAddress } from '../../migrate/outlineGenesis.ts'
import type { Coin } from '../chainTypes.ts'
import { type ImportSummary, importNode } from './importNode.ts'

export { NewGenesisError } from '../../migrate/GenesisReader.ts'

/** An account of a genesis of generation 8, and what becomes of it. */
export interface UpgradeAccount {
	/** Its place in the list of the file. */
	readonly index: number
	/** As the file has it; empty for one without an address. */
	readonly address: string
	/** Its kind in generation 8: `PeriodicVestingAccount`. */
	readonly before: string
	/** Its kind in generation 9; empty for one that is refused. */
	readonly after: string
	/** `5ukava,7usdx`; at most three coins. */
	readonly coins: string
	/** What to look at: why it is refused, or who moves its coins; empty for nothing. */
	readonly problem: string
}

/** A genesis of generation 8, read and migrated. */
export interface Upgrade {
	/** Path of the genesis that was read, of either generation. */
	readonly file: string
	/** 9 for a genesis that needs no migration. */
	readonly generation: 8 | 9
	/** What a node did not tell, where the genesis comes from one. */
	readonly unread?: ImportSummary['unread']
	/** Path of the new genesis; undefined if the old one is refused. */
	readonly target: string | undefined
	/** Undefined if it is refused. */
	readonly summary: MigrationSummary | undefined
	/** Places that cannot be migrated; the first hundred. */
	readonly faults: readonly MigrationFault[]
	/** Those with a problem first, then in the order of the file. */
	readonly accounts: readonly UpgradeAccount[]
}

/** What a migration for the eye does besides. */
export interface ReadUpgradeOptions extends MigrateOptions {
	/** Ends it. */
	readonly stopped?: AbortSignal
}

/**
 * Migrates a genesis of generation 8 into a file, and tells what becomes of each account. One that is refused has its
 * faults; nothing is written then.
 * @throws {UserError} if the file cannot be read, is no JSON, or is of generation 9.
 */
export async function readUpgrade(
	file: string,
	target: string,
	{ stopped, ...options }: ReadUpgradeOptions = {},
): Promise<Upgrade> {
	const source = openFileSource(file)
	const spool = new Spool(target)
	const accounts: UpgradeAccount[] = []
	const sorted = (): readonly UpgradeAccount[] =>
		accounts.sort((a, b) => Number(b.problem !== '') - Number(a.problem !== ''))
	try {
		const write = (text: string) => {
			stopped?.throwIfAborted()
			return spool.write(text)
		}
		const summary = await migrateGenesis(source, write, {
			...options,
			seen: ({ index, before, after, faults }) => accounts.push(accountOf(index, before, after, faults)),
		})
		await spool.become(target)
		return { file, generation: 8, target, summary, faults: [], accounts: sorted() }
	} catch (cause) {
		if (!(cause instanceof MigrationError)) throw cause
		return { file, generation: 8, target: undefined, summary: undefined, faults: cause.faults, accounts: sorted() }
	} finally {
		await spool.remove()
		source.close()
	}
}

/**
 * Reads what a node tells as a genesis, and migrates that of a node of generation 8.
 * @param folder for the files
 * @param wanted addresses; all accounts without them, which only a node of generation 9 lists
 * @throws {UserError} if the node does not answer, or has no list of its accounts.
 */
export async function readUpgradeOfNode(
	from: string,
	folder: string,
	wanted: readonly string[] | undefined,
	{ told, ...options }: ReadUpgradeOptions & { readonly told?: (done: number, all: number | undefined) => void },
): Promise<Upgrade> {
	const { stopped } = options
	const file = join(folder, 'imported.json')
	const { generation, unread } = await importNode(file, {
		from,
		addresses: wanted ?? 'all',
		keepsOld: true,
		...(told === undefined ? {} : { progress: told }),
		...(stopped === undefined ? {} : { stopped }),
	})
	const upgrade =
		generation === 8
			? await readUpgrade(file, join(folder, 'genesis.json'), options)
			: await readNewGenesis(file, options)
	return { ...upgrade, unread }
}

/**
 * Reads a genesis of generation 9, which needs no migration: its accounts, and whether its supply is the sum of their coins.
 *
 * @throws {UserError} if the file cannot be read or is no JSON.
 */
export async function readNewGenesis(
	file: string,
	{ stopped, progress }: Pick<ReadUpgradeOptions, 'stopped' | 'progress'> = {},
): Promise<Upgrade> {
	const source = openFileSource(file)
	const kinds = new Map<string, number>()
	try {
		const { size } = source
		const tell = async (step: 'accounts' | 'balances', bytes: number, done: number): Promise<void> => {
			if (done % 1000 !== 0) return
			progress?.({ step, bytes, size, accounts: done, kinds })
			await nextTurn()
			stopped?.throwIfAborted()
		}
		const members = await new JsonScanner(source).documentInTurns({ app_state: { auth: {}, bank: {} } })
		const state = members.get('app_state')?.members
		const elements = function* (module: string, list: string): Generator<readonly [unknown, number]> {
			const start = state?.get(module)?.members?.get(list)?.start
			if (start === undefined) return
			for (const [bytes, at] of new JsonScanner(source, start).elements()) {
				yield [JSON.parse(Buffer.from(bytes).toString()), at]
			}
		}
		const coins = new Map<string, string>()
		const supply = new Map<string, { supply: bigint; held: bigint }>()
		const sums = (of: 'supply' | 'held', { denom, amount }: Coin): void => {
			const sum = supply.get(denom) ?? { supply: 0n, held: 0n }
			supply.set(denom, { ...sum, [of]: sum[of] + BigInt(amount) })
		}
		for (const [balance, at] of elements('bank', 'balances')) {
			const { address, coins: held } = balance as { readonly address: string; readonly coins: readonly Coin[] }
			for (const coin of held) sums('held', coin)
			coins.set(address, coinsText(held))
			await tell('balances', at, coins.size)
		}
		for (const [coin] of elements('bank', 'supply')) sums('supply', coin as Coin)
		const accounts: UpgradeAccount[] = []
		for (const [account, at] of elements('auth', 'accounts')) {
			const kind = kindOf(String((account as { readonly '@type'?: unknown })['@type'] ?? ''), '.')
			const address = accountAddress(account) ?? ''
			kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
			const held = coins.get(address) ?? ''
			accounts.push({ index: accounts.length, address, before: kind, after: kind, coins: held, problem: '' })
			await tell('accounts', at, accounts.length)
		}
		const chainId = members.get('chain_id')
		const prefix = accounts[0]?.address.slice(0, accounts[0].address.lastIndexOf('1')) ?? ''
		const summary: MigrationSummary = {
			chainId: chainId === undefined ? '' : String(JSON.parse(spanText(source, chainId))),
			prefix,
			accounts: kinds,
			balances: coins.size,
			supply,
			converted: [],
			unchanged: [],
			leftOut: [],
			moduleAccounts: [],
		}
		return { file, generation: 9, target: file, summary, faults: [], accounts }
	} finally {
		source.close()
	}
}

/**
 * The JSON text of an account of the file, as the old chain wrote it. The file is read again up to it, so that an upgrade of
 * a million accounts fits into memory.
 */
export async function readUpgradeAccount({ file }: Upgrade, index: number): Promise<string> {
	const source = openFileSource(file)
	try {
		const members = await new JsonScanner(source).documentInTurns({ app_state: { auth: {} } })
		const start = members.get('app_state')?.members?.get('auth')?.members?.get('accounts')?.start
		let at = 0
		if (start !== undefined) {
			for (const [bytes] of new JsonScanner(source, start).elements()) {
				if (at++ === index) return Buffer.from(bytes).toString()
			}
		}
		return ''
	} finally {
		source.close()
	}
}

function accountOf(index: number, before: unknown, after: string, faults: readonly MigrationFault[]): UpgradeAccount {
	const { type, value } = (before ?? {}) as { readonly type?: unknown; readonly value?: unknown }
	const { address, coins, name } = (value ?? {}) as Readonly<Record<string, unknown>>
	const held = Array.isArray(coins) ? (coins as readonly { readonly denom?: unknown; readonly amount?: unknown }[]) : []
	const [fault] = faults
	const kind = kindOf(String(type ?? ''), '/')
	const moved =
		kind === 'ModuleAccount' && held.length > 0 ? `only a chain that runs ${String(name)} moves its coins` : ''
	return {
		index,
		address: typeof address === 'string' ? address : '',
		before: kind,
		after: after === '' ? '' : kindOf(/^\{"@type":"([^"]*)"/.exec(after)?.[1] ?? '', '.'),
		coins: coinsText(held),
		problem: fault === undefined ? moved : `${fault.place.replace(/^app_state\.auth\./, '')} ${fault.problem}`,
	}
}

/** At most three coins. */
function coinsText(coins: readonly { readonly denom?: unknown; readonly amount?: unknown }[]): string {
	return coins
		.slice(0, 3)
		.map(({ denom, amount }) => `${String(amount)}${String(denom)}`)
		.join()
}

function kindOf(type: string, separator: string): string {
	return type.slice(type.lastIndexOf(separator) + 1)
}
