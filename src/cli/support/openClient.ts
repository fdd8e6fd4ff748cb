import type { ChainClient } from '../../client/ChainClient.ts'
import { connectEmbedded, connectRemote } from '../../client/connectChain.ts'
import { openKeyring } from '../../keyring/openKeyring.ts'
import { homePaths } from '../../node/home.ts'
import { resolveNodeConfig } from '../../node/resolveNodeConfig.ts'
import { readRunningNode } from '../../node/runningNode.ts'
import { spawnNodeWorker } from '../../node/spawnNodeWorker.ts'
import type { CliIo } from '../CliIo.ts'
import type { Flags } from '../CommandContext.ts'
import { homeConfig, settingFlags } from './home.ts'

/**
 * The client of the app: of the node of `--node`, of the node that already runs on the home, or of a new one in a worker.
 * Throws UserError.
 */
export async function openClient(flags: Flags, io: CliIo, workerUrl: URL): Promise<ChainClient> {
	const { home, settings, minimumGasPrices } = homeConfig({ flags, io })
	const backend = flags.keyringBackend as 'os' | 'file' | 'memory' | undefined
	const keyring = await openKeyring({
		folder: homePaths(home).keyring,
		settings,
		...(backend === undefined ? {} : { backend }),
	})
	const options = { keyring, settings, gasPrices: minimumGasPrices }
	if (typeof flags.node === 'string') {
		const rest = typeof flags.restUrl === 'string' ? { rest: flags.restUrl } : {}
		return connectRemote(flags.node, { ...options, ...rest })
	}
	const running = readRunningNode(home)
	if (running?.rpc !== undefined) {
		const { rpc, rest, legacy8 } = running
		return connectRemote(rpc, {
			...options,
			...(rest === undefined ? {} : { rest }),
			...(legacy8 === undefined ? {} : { legacy8 }),
		})
	}
	const config = resolveNodeConfig(settingFlags(flags), io.env)
	return connectEmbedded(await spawnNodeWorker(config, workerUrl), options)
}
