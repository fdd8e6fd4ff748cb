import type { RpcHandler } from '../../api/rpc/RpcHandler.ts'
import type { BaseApp } from '../../app/BaseApp.ts'
import { type EndpointUpstream, UpstreamError } from '../../endpoints/EndpointUpstream.ts'
import { type EngineClient, EngineFault } from '../../engineRpc/EngineClient.ts'
import { thrownText } from '../../errors/thrownText.ts'
import { pruningOptions } from '../../store/multi/PruningOptions.ts'
import type { TendermintSchema } from '../../wire/TendermintSchema.ts'
import { localCall } from '../localCall.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import type { ServedChain } from '../ServedChain.ts'
import { programVersion } from '../version.ts'

/** The endpoint service's view of the chain: the node's own JSON-RPC, in process. */
export function endpointUpstream(rpc: RpcHandler, chain: ServedChain, config: NodeConfig): EndpointUpstream {
	return {
		head: () => {
			const { chainId, height, earliestHeight } = chain.head()
			// The light engine makes its own blocks, so it never catches up.
			return { height, earliest: Math.max(1, earliestHeight), catchingUp: false, chainId }
		},
		...stateView(() => chain.app(), config),
		call: localCall(rpc, (text, code) => new UpstreamError(text, code)),
	}
}

/** The endpoint service's view of the chain: a real engine's RPC. */
export function engineUpstream(client: EngineClient, app: BaseApp, config: NodeConfig): EndpointUpstream {
	return {
		...stateView(() => app, config),
		async call(method, params = {}) {
			try {
				// The service calls only methods of TendermintSchema.
				return await client.call(method as keyof TendermintSchema, params)
			} catch (fault) {
				if (fault instanceof EngineFault) throw new UpstreamError(fault.message, fault.code)
				throw new UpstreamError(thrownText(fault), undefined, { cause: fault })
			}
		},
	}
}

/** What both views take from the application in this process. */
function stateView(app: () => BaseApp, config: NodeConfig) {
	const { keepRecent, keepEvery } = pruningOptions(config.pruning)
	return {
		states: () => ({ earliest: app().store.earliestVersion, kept: keepEvery === 1 ? undefined : keepRecent + 1 }),
		prefix: config.settings.prefix,
		denom: config.settings.denom,
		minimumGasPrices: config.minimumGasPrices,
		clientVersion: `chain-tui/v${programVersion}/${process.platform}-${process.arch}/node${process.versions.node}`,
	}
}
