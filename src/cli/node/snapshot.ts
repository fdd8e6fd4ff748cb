import type { AdminClient } from '../../client/index.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { confirmTyped } from '../keys/unlock.ts'
import { printResult } from '../printResult.ts'
import { readHeight } from '../query/queryCommand.ts'
import { needChain, nodeConfig, openHomeChain, refuseWhileRunning } from '../support/home.ts'
import { engineFlag } from './testnet.ts'

/** `snapshot create` */
export const snapshotCreate: CommandSpec = {
	name: 'create',
	args: '[name]',
	count: { min: 0, max: 1 },
	description: 'name the present state and clock, to go back to',
	examples: ['snapshot create before'],
	run: async (context, [name]) => {
		const made = await withHistory(context, async (powers) => {
			const taken = await powers.snapshot(name)
			return (await powers.snapshots()).find((snapshot) => snapshot.name === taken)
		})
		await printResult(context, made ?? {})
	},
}

/** `snapshot list` */
export const snapshotList: CommandSpec = {
	name: 'list',
	description: 'print the snapshots, the oldest height first',
	examples: ['snapshot list'],
	run: async (context) => {
		await printResult(context, { snapshots: await withHistory(context, (powers) => powers.snapshots()) })
	},
}

/** `snapshot restore` */
export const snapshotRestore: CommandSpec = {
	name: 'restore',
	args: '[name]',
	count: exactly(1),
	description: 'go back to a snapshot, its state and its clock; later blocks and snapshots are gone',
	examples: ['snapshot restore before'],
	flags: [{ flag: '-y, --yes', description: 'do not ask' }],
	run: async (context, [name = '']) =>
		withHistory(context, async (powers) => {
			const all = await powers.snapshots()
			const lost = laterThan(all.find((one) => one.name === name)?.height ?? Number.POSITIVE_INFINITY, all)
			if (!(await agrees(context, name, lost))) return refused(context.io.stderr)
			await powers.revert(name)
			context.io.stderr(`The chain is as it was at the snapshot ${name}.\n${tellGone(lost)}`)
			return 0
		}),
}

/** `snapshot delete` */
export const snapshotDelete: CommandSpec = {
	name: 'delete',
	args: '[name]',
	count: exactly(1),
	description: 'forget a snapshot; the chain stays as it is',
	examples: ['snapshot delete before'],
	run: async (context, [name = '']) => {
		await withHistory(context, (powers) => powers.deleteSnapshot(name))
		context.io.stderr(`The snapshot ${name} is forgotten.\n`)
	},
}

/** `rewind` */
export const rewind: CommandSpec = {
	name: 'rewind',
	args: '[height]',
	count: exactly(1),
	description: 'go back to any height whose block and state are kept; later blocks and snapshots are deleted',
	details:
		'Of the home of a node of a network the application goes back, and the engine by one height with its own `rollback`, while\nboth do not run. At the next start the engine has the application run the blocks since then again; the chain itself stays.',
	examples: ['rewind 1200', 'rewind 1200 --home net/node0/app --engine ./cometbft'],
	flags: [{ flag: '-y, --yes', description: 'do not ask' }, engineFlag],
	run: async (context, [text = '']) => {
		const height = readHeight(text)
		const { readNetworkHome } = await import('../../node/home/networkHome.ts')
		const config = nodeConfig(context)
		const network = readNetworkHome(config.home)
		if (network !== undefined) {
			refuseWhileRunning(config.home)
			needChain(config.home)
			const [{ rewindNetworkHome }, { findEngine }] = await Promise.all([
				import('../../node/home/networkState.ts'),
				import('../../node/testnet/findEngine.ts'),
			])
			const engine = findEngine(textFlag(context, 'engine'), context.io.env)
			const question = `The blocks after ${text} will be run again. Type ${text} to go back: `
			if (!(await confirmTyped(context, question, text))) return refused(context.io.stderr)
			await rewindNetworkHome(config, network, height, engine)
			context.io.stderr(`The state is back at height ${height}. Start the node: it runs the blocks since then again.\n`)
			return 0
		}
		return withHistory(context, async (powers) => {
			const lost = laterThan(height, await powers.snapshots())
			if (!(await agrees(context, text, lost))) return refused(context.io.stderr)
			await powers.rewind(height)
			context.io.stderr(`The chain is back at height ${height}.\n${tellGone(lost)}`)
			return 0
		})
	},
}

/** Names of the snapshots that going back to a height deletes. */
function laterThan(height: number, snapshots: Awaited<ReturnType<HistoryPowers['snapshots']>>): string {
	return snapshots
		.filter((one) => one.height > height)
		.map(({ name }) => name)
		.join(', ')
}

function tellGone(snapshots: string): string {
	return snapshots === '' ? '' : `Gone with the later blocks, snapshots: ${snapshots}.\n`
}

function agrees(context: CommandContext, word: string, snapshots: string): Promise<boolean> {
	const what = snapshots === '' ? 'Everything later' : `Everything later and its snapshots (${snapshots})`
	return confirmTyped(context, `${what} will be deleted. Type ${word} to go back: `, word)
}

function refused(stderr: (text: string) => void): number {
	stderr('Nothing was changed.\n')
	return 1
}

/** Operations of commands on the history of a chain. */
type HistoryPowers = Pick<AdminClient, 'snapshot' | 'snapshots' | 'deleteSnapshot' | 'revert' | 'rewind'>

/**
 * Runs a command on the history of the home's chain: through the running node if it has --admin, otherwise on the
 * database.
 * @throws {UserError} if a node runs without --admin, or the home has no chain.
 */
async function withHistory<T>(context: CommandContext, run: (powers: HistoryPowers) => Promise<T>): Promise<T> {
	const config = nodeConfig(context)
	const { refuseNetworkHome } = await import('../../node/home/networkHome.ts')
	refuseNetworkHome(
		config.home,
		`The chain of ${config.home} cannot be taken back by one node of its network.`,
		'Stop the node, then have it run blocks again with `chain-tui rewind`, or begin a new chain from `chain-tui export`.',
	)
	const { readRunningNode } = await import('../../node/home/runningNode.ts')
	if (readRunningNode(config.home)) return withRunning(context, run)
	needChain(config.home)
	const chain = await openHomeChain({ ...config, blockMode: 'manual' })
	const { engine } = chain
	try {
		return await run({
			snapshot: (name) => engine.snapshot(name),
			snapshots: async () =>
				engine.snapshots.map(({ name, height, time, clock }) => ({
					name,
					height,
					time,
					offsetMs: clock.offsetMs,
					frozen: clock.frozenAt !== undefined,
				})),
			deleteSnapshot: (name) => engine.deleteSnapshot(name),
			revert: async (name) => {
				await engine.revert(name)
			},
			rewind: async (height) => {
				await engine.rewind(height)
			},
		})
	} finally {
		await chain.close()
	}
}

async function withRunning<T>(context: CommandContext, run: (powers: HistoryPowers) => Promise<T>): Promise<T> {
	const { withNode, withPowers } = await import('../support/connect.ts')
	const { adminClient } = await import('../../client/index.ts')
	return withNode(context, (connection) =>
		withPowers(
			[
				'The running node does not let its history be changed.',
				'It was started without --admin.',
				'Stop it first, start it with --admin, or do this on its Node screen in the app.',
			],
			() => run(adminClient(connection)),
		),
	)
}
