import { setTimeout as pause } from 'node:timers/promises'
import { remoteConnection } from '../../client/index.ts'
import { type RunningNode, readRunningNode } from '../../node/runningNode.ts'

/** Longest wait for an announced node that does not answer, in milliseconds. */
const patience = 5_000
const betweenTries = 100

/**
 * Finds the node that runs on a home, once it answers; undefined if there is none. A node that is stopping, as after a
 * closed and reopened window, is still announced but does not answer: this waits for its end.
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
