import { JsonScanner } from '../../codec/goJson/JsonScanner.ts'
import { MigrationError, type MigrationFault } from '../../migrate/GenesisReader.ts'
import { openFileSource, Spool } from '../../migrate/genesisFiles.ts'
import { type MigrateOptions, type MigrationSummary, migrateGenesis } from '../../migrate/migrateGenesis.ts'

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
	/** Path of the old genesis. */
	readonly file: string
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
 *
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
		accounts.sort((a, b) => Number(b.problem !== '') - Number(a.problem !== '') || a.index - b.index)
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
		return { file, target, summary, faults: [], accounts: sorted() }
	} catch (cause) {
		if (!(cause instanceof MigrationError)) throw cause
		return { file, target: undefined, summary: undefined, faults: cause.faults, accounts: sorted() }
	} finally {
		await spool.remove()
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
		coins: held
			.slice(0, 3)
			.map(({ denom, amount }) => `${String(amount)}${String(denom)}`)
			.join(),
		problem: fault === undefined ? moved : `${fault.place.replace(/^app_state\.auth\./, '')} ${fault.problem}`,
	}
}

function kindOf(type: string, separator: string): string {
	return type.slice(type.lastIndexOf(separator) + 1)
}
