import { UserError } from '../../errors/UserError.ts'
import type { OpenChain } from '../../node/openChain.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { confirmTyped } from '../keys/unlock.ts'
import { printResult } from '../printResult.ts'
import { loadLargeGenesis } from '../support/genesisProgress.ts'
import { hasChain, needChain, nodeConfig, openHomeChain, refuseWhileRunning } from '../support/home.ts'

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
		await loadLargeGenesis(context, config)
		const chain = await openHomeChain(config)
		await printResult(context, {
			home: config.home,
			chain_id: chain.engine.chainId,
			prefix: config.settings.prefix,
			denom: config.settings.denom,
		})
		await chain.close()
	},
}

/** `reset` */
export const reset: CommandSpec = {
	name: 'reset',
	description: 'forget all blocks and begin the chain again from its genesis; keys and settings stay',
	examples: ['reset --yes'],
	flags: [{ flag: '-y, --yes', description: 'do not ask' }],
	run: async (context) => {
		const config = nodeConfig(context)
		refuseWhileRunning(config.home)
		const { refuseNetworkHome } = await import('../../node/home/networkHome.ts')
		refuseNetworkHome(
			config.home,
			`The chain of ${config.home} is not this home's alone.`,
			'For an empty node run `chain-tui node reset --keep-keys`: it takes the chain from the others again.',
		)
		needChain(config.home)
		const agrees = async (what: string, chainId: string): Promise<boolean> => {
			if (await confirmTyped(context, `Type the chain id to forget ${what} (${chainId}): `, chainId)) return true
			context.io.stderr('Nothing was changed.\n')
			return false
		}
		const opened = await openHomeChain({ ...config, blockMode: 'manual' }).catch((cause: unknown) => cause)
		if (opened instanceof Error) {
			if (!(opened instanceof UserError) || !/damaged|lost/.test(opened.message)) throw opened
			context.io.stderr(`${opened.message}\n`)
			if (!(await agrees('it', config.chainId))) return 1
			const { forgetChain } = await import('../../node/home/home.ts')
			forgetChain(config.home)
			context.io.stderr('A new chain begins at the next start, of the built-in genesis or of --genesis FILE.\n')
			return 0
		}
		const chain = opened as OpenChain
		try {
			const { chainId, height } = chain.engine
			if (!(await agrees(`its ${height} blocks`, chainId))) return 1
			await chain.engine.reset()
			context.io.stderr(`${chainId} begins again from its genesis at the next start.\n`)
			return 0
		} finally {
			await chain.close()
		}
	},
}
