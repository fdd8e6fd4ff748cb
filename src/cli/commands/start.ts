import type { CommandSpec } from '../defineCommand.ts'
import { nodeConfig } from '../support/ownChain.ts'

/** `start` */
export const start: CommandSpec = {
	name: 'start',
	description: 'run the node alone until it is told to stop',
	examples: [
		'start',
		'start --block-mode instant --chain-id chain_2222-1',
		'start --home /tmp/second --rpc 127.0.0.1:36657',
	],
	details:
		'When all listeners are up, one line `ready {"rpc":…,"rest":…,"height":…}` goes to standard output; log lines go to\nstandard error. All settings of the program are flags of this command.',
	run: async (context) => {
		const config = nodeConfig(context)
		const [{ createNode }, { stderrLog }] = await Promise.all([
			import('../../node/createNode.ts'),
			import('../support/stderrLog.ts'),
		])
		const { log, fail } = await stderrLog()
		let failed = false
		let onFailure: (cause: unknown) => void = fail
		const stopped = new Promise<void>((resolve) => {
			if (context.io.stopped.aborted) resolve()
			context.io.stopped.addEventListener('abort', () => resolve(), { once: true })
			onFailure = (cause) => {
				failed = true
				fail(cause)
				resolve()
			}
		})
		const node = await createNode(config, { log, onFailure: (cause) => onFailure(cause) })
		const { pid: _pid, chainId, ...addresses } = node.addresses
		context.io.stdout(`ready ${JSON.stringify({ ...addresses, chainId, height: node.engine.height })}\n`)
		await stopped
		log('info', 'node', 'stopping')
		await node.close()
		return failed ? 1 : 0
	},
}
