import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { NetworkNode } from '../../node/home/networkNode.ts'
import type { JoinMode } from '../../node/testnet/joinNetwork.ts'
import { type CommandContext, isSet, textFlag, UsageError } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { confirmTyped } from '../keys/unlock.ts'
import { followFile, tailFlags } from '../live/logs.ts'
import { printResult } from '../printResult.ts'
import { defaultedNumber } from '../query/queryCommand.ts'
import { homeConfig, settingFlags } from '../support/home.ts'
import { outputPlace, outputPlaceFlags } from '../support/outputPlace.ts'
import { engineFlag, runNetwork } from './testnet.ts'

/** `node join` */
export const nodeJoin: CommandSpec = {
	name: 'join',
	settings: [
		...(['evmChainId', 'minimumGasPrices', 'pruning', 'pruningKeepRecent', 'pruningInterval'] as const),
		...(['minRetainBlocks', 'snapshotInterval', 'snapshotKeep'] as const),
	],
	description: 'make a node of a network that runs, and start it',
	examples: [
		'node join --rpc http://10.0.0.1:26657,http://10.0.0.2:26657 --output-dir fifth',
		'node join --rpc http://10.0.0.1:26657,http://10.0.0.2:26657 --output-dir fifth --start --engine ./cometbft',
	],
	details:
		'Two nodes of the network must tell the same genesis and the same block to trust. The state comes from a snapshot of others if the\nchain has 1,000 blocks or its first ones are gone, else every block is run. The new node has own keys and is no validator.\nSteps go to standard error. With --start it runs until it is stopped, like `testnet start DIR`.',
	flags: [
		{ flag: '--rpc <urls>', description: 'RPC of two or more nodes of the network, comma-separated' },
		...outputPlaceFlags('--output-dir <dir>', 'folder to make the node in'),
		{ flag: '--name <name>', description: 'name of the node, and of its folder', default: 'node' },
		{
			flag: '--sync <how>',
			description: 'where the state comes from',
			default: 'auto',
			choices: ['auto', 'state', 'replay'],
		},
		{ flag: '--start', description: 'run the node, and tell how far it is' },
		engineFlag,
	],
	run: async (context) => {
		const [output, rpc] = [outputPlace(context), textFlag(context, 'rpc')]
		if (output === undefined || rpc === undefined)
			throw new UsageError(`required flag(s) "${rpc === undefined ? 'rpc' : 'output-dir'}" not set`)
		const name = textFlag(context, 'name')!
		if (!/^[a-z0-9][a-z0-9_-]{0,31}$/.test(name))
			throw new UsageError('--name takes lower-case letters, digits and hyphens')
		const { io } = context
		const onStep = (text: string) => io.stderr(`${text}\n`)
		const [{ joinNetwork }, { resolveNodeConfig }, { testnetPaths }] = await Promise.all([
			import('../../node/testnet/joinNetwork.ts'),
			import('../../node/resolveNodeConfig.ts'),
			import('../../node/testnet/Testnet.ts'),
		])
		const folder = resolve(output)
		const { rpc: _own, home: _present, ...flags } = settingFlags(context.flags)
		const joined = await joinNetwork({
			servers: rpc.split(',').map(serverUrl),
			folder,
			name,
			mode: textFlag(context, 'sync') as JoinMode,
			chainId: flags.chainId,
			configOf: (genesis, home) => resolveNodeConfig({ ...flags, genesis, home }, {}),
			onStep,
		})
		const home = testnetPaths(folder).app(name)
		if (isSet(context, 'start')) return startJoined(context, folder, home, onStep)
		const { testnet, sync, trust, peers } = joined
		await printResult(context, {
			...{ home, chain_id: testnet.chainId, id: testnet.nodes[0]!.id, sync, trust_height: trust.height, peers },
			ports: testnet.nodes[0]!.ports,
			next: `chain-tui testnet start ${output}`,
		})
		return 0
	},
}

/** The URL of a node's RPC. @throws {UsageError} for what is none. */
function serverUrl(text: string): string {
	const url = URL.parse(/^https?:\/\//.test(text) ? text : `http://${text.replace(/^tcp:\/\//, '')}`)
	if (url === null) throw new UsageError(`--rpc: "${text}" is no address of a node`)
	return url.href.replace(/\/$/, '')
}

/** Runs a new node; tells how far it is until it has caught up. */
async function startJoined(
	context: CommandContext,
	folder: string,
	home: string,
	onStep: (text: string) => void,
): Promise<number> {
	const [{ networkNodeOf }, { followSync }] = await Promise.all([
		import('../../node/home/networkNode.ts'),
		import('../../node/testnet/followSync.ts'),
	])
	const ended = new AbortController()
	const followed = followSync(networkNodeOf(home), onStep, AbortSignal.any([ended.signal, context.io.stopped]))
	try {
		return await runNetwork(context, folder, withoutBlocks(onStep))
	} finally {
		ended.abort()
		await followed
	}
}

/** Tells the lines of an engine but those about each block, which say no more than the steps of its sync. */
export function withoutBlocks(tell: (line: string) => void): (line: string) => void {
	return (line) => {
		if (!line.includes('committed state')) tell(line)
	}
}

/** The node of the home, of whose flags nothing else is read: those given besides are told to do nothing. */
async function nodeOf({ io, flags }: CommandContext): Promise<NetworkNode> {
	const { networkNodeOf } = await import('../../node/home/networkNode.ts')
	const { home } = flags
	return networkNodeOf(homeConfig({ io, flags: { home } }).home)
}

/** `node status` */
export const nodeStatus: CommandSpec = {
	name: 'status',
	description: 'height, age of the newest block, peers, what the validator signed last, and disk use of a node',
	examples: ['node status --home fifth/node'],
	run: async (context) => {
		const { nodeStatus } = await import('../../node/home/networkNode.ts')
		await printResult(context, await nodeStatus(await nodeOf(context), Date.now()))
	},
}

/** `node logs` */
export const nodeLogs: CommandSpec = {
	name: 'logs',
	description: 'print what both programs of a node have logged, in the order of time',
	details: 'Programs that systemd runs log to the journal: journalctl -u chain-tui-abci@NAME -u cometbft@NAME.',
	examples: ['node logs --home fifth/node', 'node logs -f --home fifth/node'],
	flags: tailFlags,
	run: async (context) => {
		const { nodeLogs } = await import('../../node/home/networkNode.ts')
		const { io } = context
		const files = nodeLogs(await nodeOf(context))
		const logged = (['app', 'engine'] as const).map((program) => ({
			program,
			contents: files[program].map((file) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))),
		}))
		const lines = logged.flatMap(({ program, contents }) => {
			// A line without a time, as of a stack, stays behind the one before it.
			let at = 0
			return contents.flatMap((content) =>
				content
					.toString()
					.split('\n')
					.flatMap((line) => {
						at = timeOf(line) || at
						return line === '' ? [] : [{ at, text: `${program} | ${line}` }]
					}),
			)
		})
		if (!files.engine.some((file) => existsSync(file)))
			io.stderr('The engine has no log here. Under systemd the journal has it: journalctl -u cometbft@NAME\n')
		const count = defaultedNumber(context, 'lines')
		const sorted = lines.sort((a, b) => a.at - b.at)
		for (const { text } of count === 0 ? [] : sorted.slice(-count)) io.stdout(`${text}\n`)
		if (!isSet(context, 'follow')) return
		await Promise.all(
			logged.map(async ({ program, contents }) => {
				// From the end of what was read: what came while it was printed is not lost.
				const newer = followFile(files[program].at(-1)!, contents.at(-1)!.length, io.stopped)
				for await (const line of newer) io.stdout(`${program} | ${line}\n`)
			}),
		)
	},
}

/**
 * When a line was logged, in milliseconds, NaN where it does not say: `"time":"2026-…"` of the application,
 * `I[2026-11-23|03:42:45.123]` of an engine.
 */
function timeOf(line: string): number {
	const own = /"time":"([^"]+)"/.exec(line)?.[1]
	const theirs = /^\w\[(\d{4}-\d\d-\d\d)\|([\d:.]+)\]/.exec(line)
	return Date.parse(own ?? (theirs ? `${theirs[1]}T${theirs[2]}` : ''))
}

const keepKeys = { flag: '--keep-keys', description: "keep the node's keys and what its validator has signed" }
const yes = { flag: '-y, --yes', description: 'do not ask' }

/** `node reset` */
export const nodeReset: CommandSpec = {
	name: 'reset',
	description: 'forget state and blocks of a stopped node, which takes them from the others again',
	details: 'Without --keep-keys it gets new keys: another id, and no validator any more.',
	examples: ['node reset --keep-keys --home fifth/node'],
	flags: [keepKeys, yes],
	run: async (context) => {
		const { refuseRunningNode, resetNode } = await import('../../node/home/networkNode.ts')
		const node = await nodeOf(context)
		await refuseRunningNode(node)
		const isKept = isSet(context, 'keepKeys')
		if (!(await agrees(context, node, isKept ? 'state and blocks' : 'state, blocks and keys', isKept))) return 1
		resetNode(node, isKept)
		context.io.stderr(`The node begins again at its next start${isKept ? '' : ', with new keys'}.\n`)
		return 0
	},
}

/** `node leave` */
export const nodeLeave: CommandSpec = {
	name: 'leave',
	description: 'remove both homes of a stopped node, and its logs',
	details:
		'A validator stays in the set of its chain, since that comes from the genesis: the others must then have more than two thirds\nwithout it. docs/networks.md tells how to change the set.',
	examples: ['node leave --home fifth/node'],
	flags: [keepKeys, yes],
	run: async (context) => {
		const { refuseRunningNode, removeNode } = await import('../../node/home/networkNode.ts')
		const node = await nodeOf(context)
		await refuseRunningNode(node)
		const isKept = isSet(context, 'keepKeys')
		if (!(await agrees(context, node, isKept ? 'everything but its keys' : 'everything', isKept))) return 1
		removeNode(node, isKept)
		context.io.stderr(`${dirname(node.home)} holds no node any more${isKept ? ' but its keys' : ''}.\n`)
		return 0
	},
}

/** Whether the operator agrees to lose something of a node, knowing what its validator is. */
async function agrees(context: CommandContext, node: NetworkNode, what: string, keepsKeys: boolean): Promise<boolean> {
	const { ownValidator } = await import('../../node/home/networkNode.ts')
	const validator = keepsKeys ? undefined : await ownValidator(node)
	if (validator !== undefined) {
		const { address, power, total } = validator
		const rest = (total - power) * 3n > total * 2n ? 'The others go on without it.' : 'Without it the chain halts.'
		context.io.stderr(`Its key is validator ${address}, with power ${power} of ${total}. ${rest}\n`)
	}
	const name = basename(dirname(node.home))
	if (await confirmTyped(context, `Type ${name} to remove ${what} of the node: `, name)) return true
	context.io.stderr('Nothing was changed.\n')
	return false
}
