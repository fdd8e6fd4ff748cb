import { create, type MessageInitShape } from '@bufbuild/protobuf'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { boolValue, cannotUnmarshal, integerValue, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { type TraceConfig, TraceConfigSchema } from '../../../gen/ethermint/evm/v1/evm_pb.js'
import { Query, type QueryTraceTxRequestSchema } from '../../../gen/ethermint/evm/v1/query_pb.js'
import { fromUtf8, toHex } from '../../../util/bytes.ts'
import type { NumberRef } from '../args/blockParams.ts'
import { type EthParam, optional } from '../args/EthParam.ts'
import { hash } from '../args/valueParams.ts'
import { type EthEnvelope, ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import { heightOf } from '../blocks/heightOf.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthJson, type EthMethods } from '../EthMethod.ts'
import { hexBytes } from '../hexJson.ts'
import { askModule } from './askModule.ts'
import { handlerCrashed } from './handlerCrashed.ts'

type Place = Pick<MessageInitShape<typeof QueryTraceTxRequestSchema>, 'blockNumber' | 'blockTime' | 'blockHash'>

/** Traces like ethermint's: by the module's queries (v0.14.1 rpc/ethereum/namespaces/debug). */
export function ethermintTraceMethods(context: EthContext): EthMethods {
	const { blocks, source, dialect } = context
	const place = async (height: number): Promise<Place & { readonly txs: readonly Uint8Array[] }> => {
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
	const traceBlock = async (height: number, config: TraceConfig | undefined): Promise<EthJson> => {
		const { txs, ...where } = await place(height)
		if (txs.length === 0) return []
		const request = { txs: messages(txs), ...where, ...(config === undefined ? {} : { traceConfig: config }) }
		return traced(await askModule(context, Query.method.traceBlock, request, Math.max(1, height - 1)))
	}
	return {
		debug_traceTransaction: defineEthMethod([hash, optional(traceConfig)], async (id, config) => {
			const found = await blocks.byTxHash(id)
			if (found === undefined) throw new EthFault(`ethereum tx not found for hash ${hexBytes(id)}`)
			const { txs, ...where } = await place(found.block.height)
			const { tx, message } = found.tx.place
			const own = messages([txs[tx]!])
			const request = {
				msg: own[message]!,
				predecessors: [...messages(txs.slice(0, tx)), ...own.slice(0, message)],
				...where,
				...(config === undefined ? {} : { traceConfig: config }),
			}
			return traced(await askModule(context, Query.method.traceTx, request, Math.max(1, found.block.height - 1)))
		}),
		debug_traceBlockByNumber: defineEthMethod([dialect.number, optional(traceConfig)], async (ref, config) => {
			if (isGenesis(ref)) throw new EthFault('genesis is not traceable')
			return traceBlock(await heightOf(ref, context), config)
		}),
		debug_traceBlockByHash: defineEthMethod([hash, optional(traceConfig)], async (id, config) => {
			const height = await blocks.heightByHash(id)
			if (height === undefined) throw new EthFault('block not found')
			return traceBlock(height, config)
		}),
	}
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

/** Options of a trace (ethermint v0.14.1 x/evm/types TraceConfig). Other members are ignored. */
const traceConfig: EthParam<TraceConfig> = {
	optional: false,
	read: (node) => {
		if (node.kind !== 'object') throw cannotUnmarshal(node, 'types.TraceConfig')
		const given = (name: string): JsonNode => node.members.get(name) ?? { kind: 'null', raw: 'null' }
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
