import { writeCompactJson } from '../api/rpc/json/writeJson.ts'
import type { RpcHandler } from '../api/rpc/RpcHandler.ts'
import { parseJson } from '../codec/goJson/parseJson.ts'
import { type EndpointUpstream, UpstreamError } from '../endpoints/EndpointUpstream.ts'
import { pruningOptions } from '../store/multi/PruningOptions.ts'
import type { CallArgs, MethodName, ReplyOf } from '../wire/NodeSchema.ts'
import type { NodeConfig } from './NodeConfig.ts'
import type { OpenChain } from './openChain.ts'
import { programVersion } from './version.ts'

/** The node's own JSON-RPC, in process, as the endpoint service sees the chain. */
export function endpointUpstream(rpc: RpcHandler, chain: OpenChain, config: NodeConfig): EndpointUpstream {
	const { engine } = chain
	const { keepRecent, keepEvery } = pruningOptions(config.pruning)
	return {
		head: () => ({
			height: engine.height,
			earliest: Math.max(1, engine.earliestHeight),
			// The light engine makes its own blocks: there is nobody to catch up with.
			catchingUp: false,
			chainId: engine.chainId,
		}),
		states: () => ({
			earliest: chain.app().store.earliestVersion,
			kept: keepEvery === 1 ? undefined : keepRecent + 1,
		}),
		prefix: config.settings.prefix,
		denom: config.settings.denom,
		minimumGasPrices: config.minimumGasPrices,
		clientVersion: `chain-tui/v${programVersion}/${process.platform}-${process.arch}/node${process.versions.node}`,
		async call<M extends MethodName>(method: M, ...[params = {}]: CallArgs<M>) {
			const outcome = await rpc.call(method, parseJson(JSON.stringify(params)))
			if ('result' in outcome) return JSON.parse(writeCompactJson(outcome.result)) as ReplyOf<M>
			const { code, message, data } = outcome.error
			throw new UpstreamError(data ? `${message}: ${data}` : message, code)
		},
	}
}
