import { UserError } from '../../errors/UserError.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { hasChain, nodeConfig, refuseWhileRunning } from '../support/ownChain.ts'

/** `init` */
export const init: CommandSpec = {
	name: 'init',
	description: 'make a home with a new chain, of the built-in genesis or of --genesis FILE',
	settings: ['genesis', 'evmChainId'],
	examples: ['init --chain-id chain-localnet'],
	run: async (context) => {
		const config = nodeConfig(context)
		refuseWhileRunning(config.home)
		if (hasChain(config.home)) {
			throw new UserError(`There is already a chain in ${config.home}.`, {
				next: 'Start it again with `chain-tui reset`, or choose another folder with --home.',
			})
		}
		const { openChain } = await import('../../node/openChain.ts')
		const { systemClock } = await import('../../util/Clock.ts')
		const { silentLog } = await import('../../util/Log.ts')
		const chain = await openChain(config, systemClock, silentLog, () => {})
		await printResult(context, {
			home: config.home,
			chain_id: chain.engine.chainId,
			prefix: config.settings.prefix,
			denom: config.settings.denom,
		})
		await chain.close()
		return undefined
	},
}
