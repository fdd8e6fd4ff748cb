import { setFlagsFromString } from 'node:v8'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { BugError, UserError } from '../errors/UserError.ts'
import { createNode } from './createNode.ts'
import type { NodeConfig } from './NodeConfig.ts'
import type { WorkerOrder, WorkerReport } from './spawnNodeWorker.ts'
import { bundledThread } from './threads/bundledThread.ts'

// A serving thread with less collects four times as often.
setFlagsFromString('--max-semi-space-size=4')

const owner = parentPort
if (owner === null) throw new BugError('the node worker was started outside of a worker thread')
const { config, port } = workerData as { readonly config: NodeConfig; readonly port: MessagePort }

const report = (message: WorkerReport): void => owner.postMessage(message)

function fail(error: unknown): void {
	const { name, message, stack = '' } = error instanceof Error ? error : new BugError(String(error))
	const { why, next } = error instanceof UserError ? error : { why: '', next: '' }
	report({ type: 'failed', name, message, why, next, stack })
	// The disk is consistent; exiting here is equivalent to a crash.
	setImmediate(() => process.exit(1))
}

try {
	const node = await createNode(
		{ ...config, inApp: true },
		{
			log: (level, source, message) =>
				report({ type: 'log', line: { time: new Date().toISOString(), level, source, message } }),
			onFailure: fail,
			servingUrl: bundledThread('serving'),
		},
	)
	node.serveApp(port)
	owner.on('message', async (order: WorkerOrder) => {
		if (order.type !== 'close') return
		await node.close()
		owner.close()
		// A call that waits for a block, as the faucet does for a minute, must not keep the thread alive.
		setImmediate(() => process.exit(0))
	})
	report({ type: 'ready', addresses: node.addresses, height: node.engine.height })
} catch (error) {
	fail(error)
}
