import { resolve } from 'node:path'
import { type CommandContext, textFlag, UsageError, untilStopped } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { defaultedNumber, wholeNumber } from '../query/queryCommand.ts'
import { settingFlags } from '../support/home.ts'
import { outputPlace, outputPlaceFlags } from '../support/outputPlace.ts'
import { readInput } from '../support/readInput.ts'

/** `testnet init` */
export const testnetInit: CommandSpec = {
	name: 'init',
	settings: [
		...(['genesis', 'evmChainId', 'minimumGasPrices', 'blockInterval'] as const),
		...(['pruning', 'pruningKeepRecent', 'pruningInterval', 'minRetainBlocks', 'snapshotKeep'] as const),
	],
	description: 'make the homes of a network of real engines, on this machine or on hosts of their own',
	examples: [
		'testnet init --validators 4 --output-dir net',
		'testnet init --chain-id chain_2222-1 --output-dir net',
		'testnet init --hosts hosts.txt --output-dir net',
	],
	details:
		'Each node gets a home of the engine (keys, config.toml, genesis), one of the application and free ports. Names of the\nchain and --block-interval are taken as `start` takes them. A docker compose file for the same network is beside them.\nA chain id with a number has an EVM, whose JSON-RPC gets a port as well.\n\nA hosts file has a line a host: name, address and role (validator, full, sentry or seed), then what is not usual:\n\n  alpha 10.0.0.1 validator\n  guard 10.0.0.2 sentry guards=alpha\n  open  10.0.0.3 full rpc=26700 rest=10.0.0.3:1317\n\nThen each host gets a folder with its homes, systemd units, a compose file and firewall rules, and README.md says what to do.',
	flags: [
		{ flag: '--validators <n>', description: 'number of nodes on this machine, each a validator; else 4' },
		{ flag: '--hosts <file>', description: 'hosts of the nodes, a line each; instead of --validators' },
		...outputPlaceFlags('--output-dir <dir>', 'folder to make the network in'),
		{ flag: '--snapshot-interval <n>', description: 'heights between snapshots for state sync, or 0', default: '100' },
	],
	run: async (context) => {
		const output = outputPlace(context)
		if (output === undefined) throw new UsageError('required flag(s) "output-dir" not set')
		const validators = wholeNumber(context, 'validators')
		const hostsFile = textFlag(context, 'hosts')
		if (validators !== undefined && hostsFile !== undefined)
			throw new UsageError('--validators and --hosts do not go together: the hosts file names the validators')
		const snapshotInterval = defaultedNumber(context, 'snapshotInterval')
		const folder = resolve(output)
		const [{ createTestnet }, { resolveNodeConfig }, { testnetPaths }, { parseHosts }] = await Promise.all([
			import('../../node/testnet/createTestnet.ts'),
			import('../../node/resolveNodeConfig.ts'),
			import('../../node/testnet/Testnet.ts'),
			import('../../node/testnet/hosts.ts'),
		])
		const home = testnetPaths(folder).app('node0')
		const config = resolveNodeConfig({ ...settingFlags(context.flags), home }, context.io.env)
		const testnet = await createTestnet(config, {
			folder,
			validators: validators ?? 4,
			...(hostsFile === undefined ? {} : { hosts: parseHosts(await readInput(context.io, hostsFile), hostsFile) }),
			snapshotInterval,
			time: new Date().toISOString(),
		})
		const nodes = testnet.nodes.map(({ name, ports, host }) => ({
			name,
			...(host === undefined ? {} : { role: host.role, address: host.address }),
			...ports,
		}))
		await printResult(context, { output: folder, chain_id: testnet.chainId, nodes })
	},
}

/** Flag of the commands that run engines. */
export const engineFlag = {
	flag: '--engine <path>',
	description: 'the CometBFT or Tendermint 0.34 to run (CHAIN_TUI_ENGINE); else the one on the search path',
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
	flags: [engineFlag],
	run: async (context, [folder = '']) => runNetwork(context, resolve(folder), (line) => context.io.stderr(`${line}\n`)),
}

/** Runs the network of a folder until it is told to stop; prints `ready …` once each node has a new block. */
export async function runNetwork(
	{ io, flags }: CommandContext,
	folder: string,
	onLine: (line: string) => void,
): Promise<number> {
	const [{ startTestnet }, { readTestnet }, { findEngine }] = await Promise.all([
		import('../../node/testnet/startTestnet.ts'),
		import('../../node/testnet/Testnet.ts'),
		import('../../node/testnet/findEngine.ts'),
	])
	const running = await startTestnet(readTestnet(folder), {
		folder,
		engine: findEngine(typeof flags.engine === 'string' ? flags.engine : undefined, io.env),
		self: [process.execPath, process.argv[1]!],
		onLine,
		signal: io.stopped,
	})
	io.stdout(`ready ${JSON.stringify({ nodes: running.nodes })}\n`)
	await untilStopped(io)
	await running.stop()
	return 0
}
