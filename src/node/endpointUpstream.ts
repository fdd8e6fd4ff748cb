import type { RpcHandler } from '../api/rpc/RpcHandler.ts'
import { type EndpointUpstream, UpstreamError } from '../endpoints/EndpointUpstream.ts'
import { pruningOptions } from '../store/multi/PruningOptions.ts'
import { localCall } from './localCall.ts'
import type { NodeConfig } from './NodeConfig.ts'
import type { ServedChain } from './ServedChain.ts'
import { programVersion } from './version.ts'

/** The endpoint service's view of the chain: the node's own JSON-RPC, in process. */
export function endpointUpstream(rpc: RpcHandler, chain: ServedChain, config: NodeConfig): EndpointUpstream {
	const { keepRecent, keepEvery } = pruningOptions(config.pruning)
	return {
		head: () => {
			const { chainId, height, earliestHeight } = chain.head()
			// The light engine makes its own blocks, so it never catches up.
			return { height, earliest: Math.max(1, earliestHeight), catchingUp: false, chainId }
		},
		states: () => ({
			earliest: chain.app().store.earliestVersion,
			kept: keepEvery === 1 ? undefined : keepRecent + 1,
		}),
		prefix: config.settings.prefix,
		denom: config.settings.denom,
		minimumGasPrices: config.minimumGasPrices,
		clientVersion: `chain-tui/v${programVersion}/${process.platform}-${process.arch}/node${process.versions.node}`,
		call: localCall(rpc, (text, code) => new UpstreamError(text, code)),
	}
}
