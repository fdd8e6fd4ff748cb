import { existsSync } from 'node:fs'
import { UserError } from '../../errors/UserError.ts'
import type { Node } from '../../node/createNode.ts'
import { engineSettings, settings } from '../../node/settings.ts'
import { type CommandContext, isForPeople, isSet, textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { loadLargeGenesis } from '../support/genesisProgress.ts'
import { hasChain, nodeConfig } from '../support/home.ts'
import { nodeEnd } from './nodeEnd.ts'

/** `start` */
export const start: CommandSpec = {
	name: 'start',
	description: 'run the node alone until it is stopped',
	settings: settings.map(({ name }) => name).filter((name) => !engineSettings.includes(name)),
	examples: [
		'start',
		'start --block-mode instant --chain-id chain_2222-1',
		'start --home /tmp/second --rpc 127.0.0.1:36657',
		'start --chain-id chain_2222-1 --admin --state fixture.json',
	],
	flags: [
		{
			flag: '--state <file>',
			description:
				'accounts and contracts to begin a new chain with, if the file is there; written at the end (--admin)',
		},
		{ flag: '--dump-state <file>', description: 'file to write accounts and contracts into at the end (--admin)' },
		{
			flag: '--throw-on-transaction-failures',
			description: "answer a sent transaction that fails in its block with an error, as Hardhat's node does (--admin)",
		},
	],
	details:
		'On a terminal it prints who has coins, where it listens and what to try, then events. Piped, or with --output json,\none line `ready {"rpc":…,"rest":…,"height":…}` goes to standard output when all listeners are up, and log lines as JSON to\nstandard error. All settings of a node alone are flags of this command.',
	run: async (context) => {
		const config = await configOrMigrated(context)
		const throwsFailures = isSet(context, 'throwOnTransactionFailures')
		if (throwsFailures && !config.admin) {
			throw new UserError('The flag --throw-on-transaction-failures needs --admin.', { next: needsPowers })
		}
		const state = stateFiles(context, config.admin, !hasChain(config.home))
		await loadLargeGenesis(context, config)
		const [{ createNode }, { bundledThread }, { stderrLog }] = await Promise.all([
			import('../../node/createNode.ts'),
			import('../../node/threads/bundledThread.ts'),
			import('../live/logText.ts'),
		])
		const { log: jsonLog, fail } = await stderrLog()
		const terminal = isForPeople(context)
			? (await import('../live/startOnTerminal.ts')).startOnTerminal(context, config)
			: undefined
		const log = terminal?.log ?? jsonLog
		const { ended, onFailure, exitCode } = nodeEnd(context.io, fail)
		const node = await createNode(
			{ ...config, throwsFailures },
			{
				log,
				onFailure,
				servingUrl: bundledThread('serving'),
			},
		)
		// Whatever goes wrong from here on, the node ends: else its listeners would keep the program alive.
		try {
			// Tools of Ethereum expect the state of the genesis before anybody makes a block, also where blocks are made by hand.
			const isNewEvm = node.addresses.eth !== undefined && config.ethCompat !== 'ethermint' && node.engine.height === 0
			if (isNewEvm) await node.engine.mine()
			await state?.load(node)
			if (terminal === undefined) {
				const { pid: _pid, chainId, ...addresses } = node.addresses
				context.io.stdout(`ready ${JSON.stringify({ ...addresses, chainId, height: node.engine.height })}\n`)
			} else {
				// A failed greeting must not stop the node.
				terminal.greet(node).catch((error: unknown) => log('warn', 'start', String(error)))
			}
			await ended
			terminal?.end()
			await state?.save(node)
		} finally {
			log('info', 'node', 'stopping')
			await node.close()
		}
		return exitCode()
	},
}

const needsPowers =
	'Give a chain id with a number, such as chain_2222-1, and --admin, which lets programs of this machine change the chain.'

/** The file that a new chain begins with, and the one that its state is written into at the end; undefined without either. */
function stateFiles(context: CommandContext, admin: boolean, isNewHome: boolean) {
	const source = textFlag(context, 'state')
	const target = textFlag(context, 'dumpState') ?? source
	if (target === undefined) return undefined
	const option = {
		name: source === undefined ? 'The flag --dump-state' : 'The flag --state',
		needs: needsPowers,
	}
	if (!admin) throw new UserError(`${option.name} needs --admin.`, { next: option.needs })
	return {
		async load({ addresses, engine }: Node): Promise<void> {
			// A new chain may have made more blocks than its first by now.
			const isNew = isNewHome || engine.height <= 1
			if (source === undefined || !isNew || !existsSync(source)) return
			const { loadState, stateBytes } = await import('../../node/stateFile.ts')
			await loadState(addresses.eth, stateBytes(source, option), option)
		},
		async save({ addresses }: Node): Promise<void> {
			const { saveState } = await import('../../node/stateFile.ts')
			await saveState(addresses.eth, target, option)
		},
	}
}

/**
 * The configuration of the node. For a genesis of generation 8 a terminal is offered the migration first.
 * @throws {UserError} for a bad value, and for such a genesis elsewhere.
 */
async function configOrMigrated(context: CommandContext): Promise<ReturnType<typeof nodeConfig>> {
	try {
		return nodeConfig(context)
	} catch (cause) {
		const { OldGenesisError } = await import('../../node/resolveNodeConfig.ts')
		if (!(cause instanceof OldGenesisError) || !context.io.interactive) throw cause
		const { file, target } = cause
		const { io } = context
		io.stderr(`${cause.message}\n${cause.why}\n`)
		const answer = await io.prompt(`Enter migrates it to ${target} and starts with that, n leaves: `)
		if (!['', 'y', 'yes'].includes(answer.trim().toLowerCase())) throw cause
		const { migrateFile, migrationText } = await import('../upgrade/migrate.ts')
		io.stderr(migrationText(await migrateFile(context, file, target, {})))
		return nodeConfig({ ...context, flags: { ...context.flags, genesis: target } })
	}
}
