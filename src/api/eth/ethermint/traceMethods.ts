import { create, type MessageInitShape } from '@bufbuild/protobuf'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { boolValue, cannotUnmarshal, integerValue, nullNode, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { type TraceConfig, TraceConfigSchema } from '../../../gen/ethermint/evm/v1/evm_pb.js'
import { Query, type QueryTraceTxRequestSchema } from '../../../gen/ethermint/evm/v1/query_pb.js'
import { fromUtf8, toHex } from '../../../util/bytes.ts'
import { blockHash, blockNumber, txHash } from '../args/blockParams.ts'
import type { NumberRef } from '../args/blockRef.ts'
import { type EthEnvelope, ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { type EthJson, optional, type ValueParam } from '../rpc/EthMethod.ts'
import { askModule, handlerCrashed } from './askModule.ts'

type Place = Pick<MessageInitShape<typeof QueryTraceTxRequestSchema>, 'blockNumber' | 'blockTime' | 'blockHash'>

/** Options of a trace (ethermint v0.14.1 x/evm/types TraceConfig). Other members are ignored. */
const traceConfig: ValueParam<TraceConfig> = {
	read: (node) => {
		if (node.kind !== 'object') throw cannotUnmarshal(node, 'types.TraceConfig')
		const given = (name: string): JsonNode => node.members.get(name) ?? nullNode
		return create(TraceConfigSchema, {
			tracer: stringValue(given('tracer')),
			timeout: stringValue(given('timeout')),
			reexec: integerValue(given('reexec'), 'uint64'),
			disableStack: boolValue(given('disableStack')),
			disableStorage: boolValue(given('disableStorage')),
			debug: boolValue(given('debug')),
			limit: Number(integerValue(given('limit'), 'int32')),
			enableMemory: boolValue(given('enableMemory')),
			enableReturnData: boolValue(given('enableReturnData')),
		})
	},
}

const served = { cost: 'code', endpoint: 'serve', dialects: ['ethermint'], wallets: false } as const

/** Traces like ethermint's: by the module's queries (v0.14.1 rpc/ethereum/namespaces/debug). */
export const ethermintTraceMethods = [
	defineEthMethod({
		...served,
		name: 'debug_traceTransaction',
		params: [txHash, optional(traceConfig)],
		run: async ([{ hash, found }, config], context) => {
			if (found === undefined) throw new EthFault(`ethereum tx not found for hash ${hexBytes(hash)}`)
			const { txs, ...where } = await place(found.block.height, context)
			const { tx, message } = found.tx.place
			const own = messages([txs[tx]!])
			const request = {
				msg: own[message]!,
				predecessors: [...messages(txs.slice(0, tx)), ...own.slice(0, message)],
				...where,
				...(config === undefined ? {} : { traceConfig: config }),
			}
			return traced(await askModule(context, Query.method.traceTx, request, Math.max(1, found.block.height - 1)))
		},
	}),
	defineEthMethod({
		...served,
		name: 'debug_traceBlockByNumber',
		params: [blockNumber, optional(traceConfig)],
		run: async ([{ ref, height }, config], context) => {
			if (isGenesis(ref)) throw new EthFault('genesis is not traceable')
			return traceBlock(height, config, context)
		},
	}),
	defineEthMethod({
		...served,
		name: 'debug_traceBlockByHash',
		params: [blockHash, optional(traceConfig)],
		run: async ([{ height }, config], context) => {
			if (height === undefined) throw new EthFault('block not found')
			return traceBlock(height, config, context)
		},
	}),
]

async function place(height: number, { source }: EthContext): Promise<Place & { readonly txs: readonly Uint8Array[] }> {
	const [block, meta] = await Promise.all([source.chain.block(height), source.chain.blockMeta(height)])
	// The original's handler assumes that there is one.
	if (block === undefined || meta === undefined) throw handlerCrashed()
	const { seconds, nanos } = block.header.time
	return {
		txs: block.txs,
		blockNumber: BigInt(height),
		blockTime: { seconds, nanos },
		blockHash: toHex(meta.blockId.hash),
	}
}

async function traceBlock(height: number, config: TraceConfig | undefined, context: EthContext): Promise<EthJson> {
	const { txs, ...where } = await place(height, context)
	if (txs.length === 0) return []
	const request = { txs: messages(txs), ...where, ...(config === undefined ? {} : { traceConfig: config }) }
	return traced(await askModule(context, Query.method.traceBlock, request, Math.max(1, height - 1)))
}

function isGenesis(ref: NumberRef): boolean {
	return 'height' in ref ? ref.height === 0n : ref.tag === 'earliest'
}

function messages(txs: readonly Uint8Array[]): EthEnvelope['message'][] {
	return txs.flatMap(ethMessagesOf).map(({ message }) => message)
}

function traced({ data }: { readonly data: Uint8Array }): EthJson {
	return JSON.parse(fromUtf8(data)) as EthJson
}
