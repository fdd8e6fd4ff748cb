import type { CommandSpec } from '../defineCommand.ts'
import { needChain, nodeConfig, refuseWhileRunning } from '../support/ownChain.ts'

/** `export` */
export const exportGenesis: CommandSpec = {
	name: 'export',
	description: 'print a genesis document of the present state, to begin another chain with',
	details:
		'Of the home of a node of a network the state of its application, while that does not run; the rest is from the genesis of\nits engine.',
	settings: ['genesis', 'evmChainId'],
	examples: ['export'],
	run: async (context) => {
		const config = nodeConfig(context)
		const { readRunningNode } = await import('../../node/runningNode.ts')
		const { readNetworkHome } = await import('../../node/networkHome.ts')
		const network = readNetworkHome(config.home)
		if (network !== undefined) {
			refuseWhileRunning(config.home)
			needChain(config.home)
			const { exportNetworkHome } = await import('../../node/networkExport.ts')
			context.io.stdout(`${await exportNetworkHome(config, network)}\n`)
			return undefined
		}
		if (readRunningNode(config.home)) {
			context.io.stdout(`${await exportFromRunning()}\n`)
			return undefined
		}
		needChain(config.home)
		const { exportedGenesis } = await import('../../node/exportedGenesis.ts')
		const { openChain } = await import('../../node/openChain.ts')
		const { systemClock } = await import('../../util/Clock.ts')
		const { silentLog } = await import('../../util/Log.ts')
		const chain = await openChain(config, systemClock, silentLog, () => {})
		try {
			// Before the first block there is no state: the chain's own document is the genesis.
			const { engine } = chain
			const { text } = await engine.genesis()
			context.io.stdout(`${engine.height === 0 ? text.trimEnd() : exportedGenesis(text, engine.height, chain.app())}\n`)
		} finally {
			await chain.close()
		}
		return undefined

		async function exportFromRunning(): Promise<string> {
			const { withNode } = await import('../support/connect.ts')
			const { RpcError } = await import('../../client/index.ts')
			const { UserError } = await import('../../errors/UserError.ts')
			try {
				return (await withNode(context, (connection) => connection.call('admin_exportGenesis'))).genesis
			} catch (cause) {
				if (!(cause instanceof RpcError)) throw cause
				throw new UserError('The running node does not give its state away.', {
					why: 'It was started without --admin.',
					next: 'Stop it first, start it with --admin, or export on its Node screen in the app.',
					cause,
				})
			}
		}
	},
}
