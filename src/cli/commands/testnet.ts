import { resolve } from 'node:path'
import { textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { settingFlags } from '../support/home.ts'
import { defaultedNumber } from '../support/queryCommand.ts'
import { UsageError } from '../UsageError.ts'

/** `testnet init` */
export const testnetInit: CommandSpec = {
	name: 'init',
	settings: ['genesis', 'evmChainId', 'minimumGasPrices', 'pruning', 'blockInterval'],
	description: 'make the homes of a network of real engines on this machine',
	examples: ['testnet init --validators 4 --output net', 'testnet init --chain-id chain_2222-1 --output net'],
	details:
		'Each node gets a home of the engine (keys, config.toml, genesis), one of the application and free ports. Names of the\nchain and --block-interval are taken as `start` takes them. A docker compose file for the same network is beside them.\nA chain id with a number has an EVM, whose JSON-RPC gets a port as well.',
	flags: [
		{ flag: '--validators <n>', description: 'number of nodes, each a validator', default: '4' },
		{ flag: '--output <dir>', description: 'folder to make the network in' },
		{ flag: '--snapshot-interval <n>', description: 'heights between snapshots for state sync, or 0', default: '100' },
	],
	run: async (context) => {
		const output = textFlag(context, 'output')
		if (output === undefined) throw new UsageError('required flag(s) "output" not set')
		const validators = defaultedNumber(context, 'validators')
		const snapshotInterval = defaultedNumber(context, 'snapshotInterval')
		const folder = resolve(output)
		const [{ createTestnet }, { resolveNodeConfig }, { testnetPaths }] = await Promise.all([
			import('../../node/testnet/createTestnet.ts'),
			import('../../node/resolveNodeConfig.ts'),
			import('../../node/testnet/Testnet.ts'),
		])
		const home = testnetPaths(folder).app('node0')
		const config = resolveNodeConfig({ ...settingFlags(context.flags), home }, context.io.env)
		const testnet = await createTestnet(config, {
			folder,
			validators,
			snapshotInterval,
			time: new Date().toISOString(),
		})
		const nodes = testnet.nodes.map(({ name, ports }) => ({ name, ...ports }))
		await printResult(context, { output: folder, chain_id: testnet.chainId, nodes })
		return undefined
	},
}

/** `testnet start` */
export const testnetStart: CommandSpec = {
	name: 'start',
	args: '[dir]',
	count: exactly(1),
	description: 'run a network of `testnet init` until it is stopped',
	examples: ['testnet start net --engine ./cometbft'],
	details:
		'When every node has a new block, `ready {"nodes":[{"rpc":…,"rest":…},…]}` goes to standard output; what is worth reading of\nthe logs goes to standard error, all of it to files beside the homes. A program that dies is started again, a chain that\nhalts is told.',
	flags: [
		{
			flag: '--engine <path>',
			description: 'the CometBFT or Tendermint 0.34 to run (CHAIN_TUI_ENGINE); else the one on the search path',
		},
	],
	run: async ({ io, flags }, [folder = '']) => {
		const [{ startTestnet }, { readTestnet }, { findEngine }] = await Promise.all([
			import('../../node/testnet/startTestnet.ts'),
			import('../../node/testnet/Testnet.ts'),
			import('../../node/testnet/findEngine.ts'),
		])
		const path = resolve(folder)
		const running = await startTestnet(readTestnet(path), {
			folder: path,
			engine: findEngine(typeof flags.engine === 'string' ? flags.engine : undefined, io.env),
			self: [process.execPath, process.argv[1]!],
			onLine: (line) => io.stderr(`${line}\n`),
			signal: io.stopped,
		})
		io.stdout(`ready ${JSON.stringify({ nodes: running.nodes })}\n`)
		const stopped = new Promise<void>((done) => {
			if (io.stopped.aborted) done()
			io.stopped.addEventListener('abort', () => done(), { once: true })
		})
		await stopped
		await running.stop()
		return 0
	},
}
