import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { beforeAll, describe, expect, it } from 'vitest'
import { TraceConfigSchema } from '../../../src/gen/ethermint/evm/v1/evm_pb.js'
import {
	QueryTraceBlockRequestSchema,
	QueryTraceBlockResponseSchema,
	QueryTraceTxRequestSchema,
	QueryTraceTxResponseSchema,
} from '../../../src/gen/ethermint/evm/v1/query_pb.js'
import { fromUtf8 } from '../../../src/util/bytes.ts'
import { readRecording } from '../replay/compareReplay.ts'
import { type RecordedChain, runRecordedChain } from './recordedChain.ts'

interface Exchange {
	readonly name: string
	readonly request: { readonly body: string }
	readonly response: { readonly body: string }
}

interface Options {
	readonly tracer?: string
	readonly timeout?: string
	readonly disableStack?: boolean
	readonly disableStorage?: boolean
	readonly enableMemory?: boolean
	readonly enableReturnData?: boolean
	readonly limit?: number
}

const golden = new URL('../../golden-evm/rpc-eth-debug.json.gz', import.meta.url)
const exchanges = (JSON.parse(readRecording(golden)) as Exchange[]).map(({ name, request, response }) => ({
	name,
	params: (JSON.parse(request.body) as { params: readonly [string, Options | null | undefined] }).params,
	answer: JSON.parse(response.body) as { readonly result?: unknown; readonly error?: { readonly message: string } },
}))
/** Tracers in JavaScript are not run here. */
const script = /function/

describe('a trace equals the recording of the real one', () => {
	let chain: RecordedChain
	beforeAll(async () => {
		chain = await runRecordedChain()
	})

	const ofTransactions = exchanges.filter(
		({ name, params }) =>
			name.startsWith('debug_traceTransaction') && params[0]?.length === 66 && !script.test(params[1]?.tracer ?? ''),
	)

	it.each(ofTransactions)('$name is traced as recorded', async ({ params: [hash, options], answer }) => {
		const tx = chain.byHash.get(hash)
		if (tx === undefined) return expect(answer.error?.message).toContain('not found')
		const before = chain.txs.slice(0, chain.txs.indexOf(tx)).filter(({ height, msg }) => height === tx.height && msg)
		const request = create(QueryTraceTxRequestSchema, {
			msg: tx.msg!,
			predecessors: before.map(({ msg }) => msg!),
			traceConfig: configOf(options),
			blockNumber: BigInt(tx.height),
			blockTime: chain.timeOf(tx.height),
		})
		const { code, log, value } = await chain.app.query({
			path: '/ethermint.evm.v1.Query/TraceTx',
			data: toBinary(QueryTraceTxRequestSchema, request),
			height: BigInt(tx.height - 1),
			prove: false,
		})
		if (answer.error !== undefined) {
			expect(code).not.toBe(0)
			return expect(`rpc error: code = ${statusOf(answer.error.message)} desc = ${log}`).toBe(answer.error.message)
		}
		expect(log).toBe('')
		expect(JSON.parse(fromUtf8(fromBinary(QueryTraceTxResponseSchema, value!).data))).toEqual(answer.result)
	})

	const ofBlocks = exchanges.filter(
		({ name, params, answer }) =>
			name.startsWith('debug_traceBlockByNumber') && Array.isArray(answer.result) && /^0x\d+$/.test(params[0]),
	)

	it.each(ofBlocks)('$name is traced as recorded', async ({ params: [number, options], answer }) => {
		const height = Number(number)
		const request = create(QueryTraceBlockRequestSchema, {
			txs: chain.txs.filter((tx) => tx.height === height && tx.msg).map(({ msg }) => msg!),
			traceConfig: configOf(options),
			blockNumber: BigInt(height),
			blockTime: chain.timeOf(height),
		})
		const { log, value } = await chain.app.query({
			path: '/ethermint.evm.v1.Query/TraceBlock',
			data: toBinary(QueryTraceBlockRequestSchema, request),
			height: BigInt(Math.max(height - 1, 1)),
			prove: false,
		})
		expect(log).toBe('')
		expect(JSON.parse(fromUtf8(fromBinary(QueryTraceBlockResponseSchema, value!).data))).toEqual(answer.result)
	})
})

function configOf(options: Options | null | undefined) {
	if (options === null || options === undefined) return undefined
	const { tracer = '', timeout = '', limit = 0 } = options
	const { disableStack = false, disableStorage = false, enableMemory = false, enableReturnData = false } = options
	return create(TraceConfigSchema, {
		...{ tracer, timeout, limit },
		...{ disableStack, disableStorage, enableMemory, enableReturnData },
	})
}

/** The status the gateway of the recorded node put before the application's text. */
function statusOf(message: string): string {
	return /^rpc error: code = (\w+) /.exec(message)?.[1] ?? ''
}
