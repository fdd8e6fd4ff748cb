import { blockNumberOrHash } from '../api/eth/args/blockParams.ts'
import { heightOf } from '../api/eth/blocks/heightOf.ts'
import type { EthApi } from '../api/eth/createEthApi.ts'
import { EthFault } from '../api/eth/EthFault.ts'
import { type JsonNode, parseJson } from '../codec/goJson/parseJson.ts'
import { RpcFault } from '../endpoints/jsonrpc/RpcFault.ts'
import type { EthMethod, MethodContext } from '../endpoints/methods/EthMethod.ts'
import { checkWindow } from '../endpoints/methods/window.ts'

/** Index of the block parameter of each method. */
const blockPlaces: Readonly<Record<string, number>> = {
	eth_getBalance: 1,
	eth_getCode: 1,
	eth_getTransactionCount: 1,
	eth_getStorageAt: 2,
	eth_call: 1,
	eth_estimateGas: 1,
	eth_createAccessList: 1,
	eth_simulateV1: 1,
	eth_feeHistory: 1,
	eth_getBlockByNumber: 0,
	eth_getBlockByHash: 0,
	eth_getBlockReceipts: 0,
	eth_getBlockTransactionCountByNumber: 0,
	eth_getBlockTransactionCountByHash: 0,
	eth_getTransactionByBlockNumberAndIndex: 0,
	eth_getTransactionByBlockHashAndIndex: 0,
	debug_traceCall: 1,
	debug_traceBlockByNumber: 0,
	debug_traceBlockByHash: 0,
}

/**
 * Excluded methods: filters live in one node and would be lost between gateways; the mempool is private; a node's keys
 * sign for nobody; a request has no socket to subscribe on.
 */
const leftOut =
	/^(txpool_|personal_|miner_|eth_newFilter|eth_new|eth_getFilter|eth_uninstallFilter|eth_pendingTransactions|eth_getPendingTransactions|eth_accounts|eth_sign|eth_sendTransaction|eth_resend|eth_subscribe|rpc_modules)/

/** The EVM's methods for private endpoints, limited to the heights of the application. */
export function evmEndpointMethods({ handler, context }: EthApi): readonly EthMethod[] {
	return handler.names
		.filter((name) => !leftOut.test(name))
		.map((name) => ({
			name,
			params: { min: 0, max: Number.POSITIVE_INFINITY },
			run: async (params, asked) => {
				const node = parseJson(JSON.stringify(params))
				try {
					await checkHeights(name, node, asked)
					return await handler.call(name, node)
				} catch (fault) {
					if (fault instanceof EthFault) throw new RpcFault(fault.code, fault.message, fault.data)
					throw fault
				}
			},
		}))

	async function checkHeights(name: string, params: JsonNode, { chain, window }: MethodContext): Promise<void> {
		const items = params.kind === 'array' ? params.items : []
		const place = blockPlaces[name]
		const from = name === 'eth_getLogs' && items[0]?.kind === 'object' ? items[0].members.get('fromBlock') : undefined
		const block = from ?? (place === undefined ? undefined : items[place])
		if (window === undefined || block === undefined || block.kind === 'null') return
		let height: number
		try {
			height = await heightOf(blockNumberOrHash.read(block), context)
		} catch {
			// A call without a block is refused by the method itself, with its own text.
			return
		}
		checkWindow(height, await chain.head(), window)
	}
}
