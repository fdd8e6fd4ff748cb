import { setTimeout as pause } from 'node:timers/promises'
import { remoteConnection } from '../../client/index.ts'
import { type RunningNode, readRunningNode } from '../../node/runningNode.ts'

/** How long a node that is announced but does not answer is waited for, in milliseconds. */
const patience = 5_000
const betweenTries = 100

/**
 * The node that runs on a home, once it answers; undefined when there is none. A node that is just stopping, as after a
 * window was closed and opened again, is still announced but answers no more: its end is waited for.
 */
export async function answeringNode(home: string): Promise<RunningNode | undefined> {
	const deadline = performance.now() + patience
	for (;;) {
		const running = readRunningNode(home)
		if (running?.rpc === undefined || performance.now() > deadline) return running
		const connection = remoteConnection(running.rpc)
		try {
			await connection.call('health')
			return running
		} catch {
			await pause(betweenTries)
		} finally {
			connection.close()
		}
	}
}
