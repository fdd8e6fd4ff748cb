import { isSet } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { needChain, nodeConfig, refuseWhileRunning } from '../support/ownChain.ts'

/** `reset` */
export const reset: CommandSpec = {
	name: 'reset',
	description: 'forget all blocks and begin the chain again from its genesis; keys and settings stay',
	flags: [{ flag: '-y, --yes', description: 'do not ask' }],
	run: async (context) => {
		const config = nodeConfig(context)
		refuseWhileRunning(config.home)
		needChain(config.home)
		const { openChain } = await import('../../node/openChain.ts')
		const { systemClock } = await import('../../util/Clock.ts')
		const { silentLog } = await import('../../util/Log.ts')
		const chain = await openChain({ ...config, blockMode: 'manual' }, systemClock, silentLog, () => {})
		try {
			const { chainId, height } = chain.engine
			if (!isSet(context, 'yes')) {
				const answer = await context.io.prompt(`Type the chain id to forget its ${height} blocks (${chainId}): `)
				if (answer.trim() !== chainId) {
					context.io.stderr('Nothing was changed.\n')
					return 1
				}
			}
			await chain.engine.reset()
			context.io.stderr(`${chainId} begins again from its genesis at the next start.\n`)
			return 0
		} finally {
			await chain.close()
		}
	},
}
