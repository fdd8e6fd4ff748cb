import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coinsToText } from '../../codec/coins/coins.ts'
import { UserError } from '../../errors/UserError.ts'
import type { MigrateOptions, MigrationSummary } from '../../migrate/migrateGenesis.ts'
import { type CommandContext, isSet, textFlag, UsageError } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { goJson } from '../printResult.ts'
import { ProgressLine } from '../support/genesisProgress.ts'
import { nodeConfig } from '../support/home.ts'
import { outputPlace, outputPlaceFlags } from '../support/outputPlace.ts'

/** `migrate` */
export const migrate: CommandSpec = {
	name: 'migrate',
	args: '[file]',
	count: exactly(1),
	description: 'turn a genesis of generation 8 into one of generation 9, as the framework does',
	details:
		'Byte for byte what the framework’s own migrations 0.39 → 0.42 → 0.44 write. The file may be larger than the memory.\n' +
		'The new genesis goes to standard output or to --output; what was found goes to standard error. Modules that the\n' +
		'framework does not know stay as they are. A file with faults is refused: every place is named, nothing is written.',
	settings: ['evmChainId'],
	examples: [
		'migrate examples/genesis/generation-8.json --output-document genesis-9.json',
		'migrate examples/genesis/generation-8.json --chain-id chain-9 --genesis-time 2026-01-01T00:00:00Z --initial-height 1',
	],
	flags: [
		...outputPlaceFlags('--output-document <file>', 'write the new genesis to this file'),
		{ flag: '--chain-id <id>', description: 'chain id of the new genesis (the old one)' },
		{ flag: '--genesis-time <time>', description: 'its time, as 2026-01-01T00:00:00Z (the old one)' },
		{ flag: '--initial-height <height>', description: 'height of its first block (1)' },
		{ flag: '--known-modules', description: 'leave out the modules that this program does not run' },
	],
	run: async (context, [file = '']) => {
		const target = outputPlace(context)
		const { genesisModules } = await import('../../node/genesis/validateGenesisFile.ts')
		const summary = await migrateFile(context, file, target, {
			...optionsOf(context),
			...(isSet(context, 'knownModules') ? { knownModules: genesisModules(nodeConfig(context)) } : {}),
		})
		if (context.output === 'text') context.io.stderr(migrationText(summary))
		else context.io[target === undefined ? 'stderr' : 'stdout'](`${goJson(reportOf(summary))}\n`)
	},
}

/**
 * Migrates a genesis file, or standard input for `-`, with a progress line on a terminal.
 * @param target path of the new genesis; standard output without one
 * @throws {UserError} if it cannot be read, migrated or written; then there is no new file.
 */
export async function migrateFile(
	context: CommandContext,
	file: string,
	target: string | undefined,
	options: MigrateOptions,
): Promise<MigrationSummary> {
	const { migrateGenesis } = await import('../../migrate/migrateGenesis.ts')
	const { memorySource } = await import('../../codec/goJson/JsonScanner.ts')
	const { openFileSource, Spool } = await import('../../migrate/genesisFiles.ts')
	const opened = file === '-' ? undefined : openFileSource(file)
	const source = opened ?? memorySource(Buffer.from(await context.io.readStdin()))
	const spool = new Spool(target ?? join(tmpdir(), 'chain-tui-migrate'))
	const bar = new ProgressLine(context)
	const write = (text: string) => {
		context.io.stopped.throwIfAborted()
		return spool.write(text)
	}
	try {
		const summary = await migrateGenesis(source, write, { ...options, progress: (done) => bar.show(done) }).finally(
			() => bar.clear(),
		)
		if (target === undefined) for await (const text of spool.texts()) context.io.stdout(text)
		else await spool.become(target)
		return summary
	} catch (cause) {
		if (!context.io.stopped.aborted) throw cause
		throw new UserError('The migration was stopped.', { why: 'Nothing was written.', cause })
	} finally {
		await spool.remove()
		opened?.close()
	}
}

function optionsOf(context: CommandContext): MigrateOptions {
	const height = textFlag(context, 'initialHeight')
	if (height !== undefined && !/^[1-9]\d{0,14}$/.test(height)) {
		throw new UsageError(`--initial-height must be a whole number from 1, is ${height}`)
	}
	return {
		prefix: textFlag(context, 'prefix'),
		chainId: textFlag(context, 'chainId'),
		genesisTime: textFlag(context, 'genesisTime'),
		initialHeight: height === undefined ? undefined : Number(height),
	}
}

function reportOf({ accounts, supply, ...rest }: MigrationSummary): unknown {
	return {
		chain_id: rest.chainId,
		prefix: rest.prefix,
		accounts: Object.fromEntries(accounts),
		balances: rest.balances,
		supply: [...supply].map(([denom, { held, supply }]) => ({
			denom,
			supply: supply.toString(),
			balances: held.toString(),
			equal: held === supply,
		})),
		converted: rest.converted,
		unchanged: rest.unchanged,
		left_out: rest.leftOut,
		module_accounts: rest.moduleAccounts,
	}
}

/** What a migration found, in sentences. */
export function migrationText(summary: MigrationSummary): string {
	const { accounts, supply, moduleAccounts } = summary
	const all = [...accounts.values()].reduce((sum, count) => sum + count, 0)
	const kinds = [...accounts].map(([kind, count]) => `${count} ${kind}`).join(', ')
	const unequal = [...supply].filter(([, { held, supply }]) => held !== supply)
	const lines = [
		`${summary.chainId}: ${all} accounts${kinds === '' ? '' : ` (${kinds})`}, ${summary.balances} with coins, prefix ${summary.prefix}.`,
		`Converted: ${summary.converted.join(', ')}.`,
		...(summary.unchanged.length === 0 ? [] : [`As they were: ${summary.unchanged.join(', ')}.`]),
		...(summary.leftOut.length === 0 ? [] : [`Left out: ${summary.leftOut.join(', ')}.`]),
		...unequal.map(([denom, { held, supply }]) => `The supply of ${denom} is ${supply}, but all balances are ${held}.`),
		...moduleAccounts.map(
			({ name, coins }) =>
				`The module account ${name} holds ${coinsToText(coins)}: only a chain that runs its module moves them.`,
		),
	]
	return `${lines.join('\n')}\n`
}
