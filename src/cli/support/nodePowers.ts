import type { AdminClient } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import type { CommandContext } from '../CommandContext.ts'
import { needChain, nodeConfig } from './ownChain.ts'

/** Operations of commands on the history of a chain. */
export type HistoryPowers = Pick<AdminClient, 'snapshot' | 'snapshots' | 'deleteSnapshot' | 'revert' | 'rewind'>

/**
 * Runs a command on the history of the home's chain: through the running node if it has --admin, otherwise on the
 * database.
 *
 * @throws {UserError} if a node runs without --admin, or the home has no chain.
 */
export async function withHistory<T>(context: CommandContext, run: (powers: HistoryPowers) => Promise<T>): Promise<T> {
	const config = nodeConfig(context)
	const { refuseNetworkHome } = await import('../../node/networkHome.ts')
	refuseNetworkHome(
		config.home,
		`The chain of ${config.home} cannot be taken back by one node of its network.`,
		"Stop the node, then take back one height with the engine's `rollback`, or begin a new chain from `chain-tui export`.",
	)
	const { readRunningNode } = await import('../../node/runningNode.ts')
	if (readRunningNode(config.home)) return withRunning(context, run)
	needChain(config.home)
	const { openChain } = await import('../../node/openChain.ts')
	const { systemClock } = await import('../../util/Clock.ts')
	const { silentLog } = await import('../../util/Log.ts')
	const chain = await openChain({ ...config, blockMode: 'manual' }, systemClock, silentLog, () => {})
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
	const { withNode } = await import('./connect.ts')
	const { adminClient } = await import('../../client/index.ts')
	return withNode(context, async (connection) => {
		try {
			return await run(adminClient(connection))
		} catch (cause) {
			if (!(cause instanceof Error) || !/method not found/i.test(cause.message)) throw cause
			throw new UserError('The running node does not let its history be changed.', {
				why: 'It was started without --admin.',
				next: 'Stop it first, start it with --admin, or do this on its Node screen in the app.',
				cause,
			})
		}
	})
}
