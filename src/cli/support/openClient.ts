import { type ChainClient, detectSettings, loadChainClient, remoteConnection } from '../../client/index.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import { openKeyring } from '../../keyring/openKeyring.ts'
import { homePaths } from '../../node/home.ts'
import { resolveNodeConfig } from '../../node/resolveNodeConfig.ts'
import { spawnNodeWorker } from '../../node/spawnNodeWorker.ts'
import type { CliIo } from '../CliIo.ts'
import type { Flags } from '../CommandContext.ts'
import { answeringNode } from './answeringNode.ts'
import { announcedIn, nodeFlag } from './connect.ts'
import { homeConfig, settingFlags } from './home.ts'

/** The keyring that the clients of a run share, so that it is unlocked once; empty before the first client. */
export interface SharedKeyring {
	keyring?: Keyring
}

/**
 * Creates the app's client: of the node of `--node`, of the node that already runs on the home, or of a new one in a
 * worker.
 *
 * @param options.chosenBy What named the node of `--node`: the flag, or a saved node of the app.
 * @throws {UserError} if the node cannot be reached or started.
 */
export async function openClient(
	flags: Flags,
	io: CliIo,
	workerUrl: URL,
	{ shared = {}, chosenBy = nodeFlag }: { readonly shared?: SharedKeyring; readonly chosenBy?: string } = {},
): Promise<ChainClient> {
	const { connectEmbedded, connectRemote } = await loadChainClient()
	const { home, settings, minimumGasPrices } = homeConfig({ flags, io })
	const backend = flags.keyringBackend as 'os' | 'file' | 'memory' | undefined
	const withKeys = async (chain: ChainSettings) => {
		shared.keyring ??= await openKeyring({
			folder: homePaths(home).keyring,
			settings: chain,
			...(backend === undefined ? {} : { backend }),
		})
		return optionsOf(chain, shared.keyring.withSettings(chain))
	}
	const optionsOf = (chain: ChainSettings, keyring: Keyring) => ({
		keyring,
		settings: chain,
		abiFolder: homePaths(home).abis,
		gasPrices: chain.denom === settings.denom ? minimumGasPrices : `0.01${chain.denom}`,
	})
	if (typeof flags.node === 'string') {
		const rest = {
			...(typeof flags.restUrl === 'string' ? { rest: flags.restUrl } : {}),
			...(typeof flags.ethUrl === 'string' ? { eth: flags.ethUrl } : {}),
		}
		const named = flags.prefix !== undefined || flags.denom !== undefined
		const chain = named ? settings : await settingsOf(flags.node, settings, chosenBy)
		return connectRemote(flags.node, { ...(await withKeys(chain)), ...rest, chosenBy })
	}
	const options = { ...(await withKeys(settings)), endpointsHome: home }
	const running = await answeringNode(home)
	if (running?.rpc !== undefined) {
		const { rpc, rest, legacy8, endpoints, eth, moved } = running
		return connectRemote(rpc, {
			...options,
			chosenBy: announcedIn(home),
			...(rest === undefined ? {} : { rest }),
			...(legacy8 === undefined ? {} : { legacy8 }),
			...(endpoints === undefined ? {} : { endpoints }),
			...(moved === undefined ? {} : { moved }),
			...(eth === undefined ? {} : { eth }),
		})
	}
	const config = resolveNodeConfig(settingFlags(flags), io.env)
	return connectEmbedded(await spawnNodeWorker(config, workerUrl), options)
}

/** Reads the chain settings of another node, before the keyring shows an address. */
async function settingsOf(url: string, given: ChainSettings, chosenBy: string): Promise<ChainSettings> {
	const connection = remoteConnection(url, chosenBy)
	try {
		return await detectSettings(connection, given)
	} finally {
		connection.close()
	}
}
