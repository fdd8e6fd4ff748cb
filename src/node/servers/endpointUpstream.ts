import type { RpcHandler } from '../../api/rpc/RpcHandler.ts'
import { type EndpointUpstream, UpstreamError } from '../../endpoints/EndpointUpstream.ts'
import { type EngineClient, EngineFault } from '../../engineRpc/EngineClient.ts'
import { thrownText } from '../../errors/UserError.ts'
import { pruningOptions } from '../../store/multi/PruningOptions.ts'
import type { TendermintSchema } from '../../wire/TendermintSchema.ts'
import { localCall } from '../localCall.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import type { ServedChain } from '../ServedChain.ts'
import { clientVersion } from '../version.ts'

/** The endpoint service's view of the chain: the node's own JSON-RPC, in process, or that of its real engine. */
export function endpointUpstream(rpc: RpcHandler, chain: ServedChain, config: NodeConfig): EndpointUpstream {
	const { engineRpc } = chain
	if (engineRpc !== undefined) return { ...stateView(chain, config), call: engineCall(engineRpc) }
	return {
		head: () => {
			const { chainId, height, earliestHeight } = chain.head()
			// The light engine makes its own blocks, so it never catches up.
			return { height, earliest: Math.max(1, earliestHeight), catchingUp: false, chainId }
		},
		...stateView(chain, config),
		call: localCall(rpc, (text, code) => new UpstreamError(text, code)),
	}
}

function engineCall(client: EngineClient): EndpointUpstream['call'] {
	return async (method, params = {}) => {
		try {
			// The service calls only methods of TendermintSchema.
			return await client.call(method as keyof TendermintSchema, params)
		} catch (fault) {
			if (fault instanceof EngineFault) throw new UpstreamError(fault.message, fault.code)
			throw new UpstreamError(thrownText(fault), undefined, { cause: fault })
		}
	}
}

/** What both views take from the application of this thread. */
function stateView({ app }: ServedChain, config: NodeConfig) {
	const { keepRecent, keepEvery } = pruningOptions(config.pruning)
	return {
		states: () => ({ earliest: app().store.earliestVersion, kept: keepEvery === 1 ? undefined : keepRecent + 1 }),
		prefix: config.settings.prefix,
		denom: config.settings.denom,
		minimumGasPrices: config.minimumGasPrices,
		clientVersion,
	}
}
