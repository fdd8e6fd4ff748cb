import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { givenMembers } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { blockNumber, blockOr, isPending, txHash } from '../args/blockParams.ts'
import type { NumberRef } from '../args/blockRef.ts'
import { address as addressParam, number, parseQuantity, texts } from '../args/valueParams.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import { heightOf } from '../blocks/heightOf.ts'
import { bounds } from '../bounds.ts'
import { callArgs } from '../calls/CallArgs.ts'
import { type BlockTrace, traceBlock, traceTx } from '../calls/traceBlock.ts'
import { plainTrace, traceCall } from '../calls/traceCall.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import type { BlockParam, EthCall, EthJson, HasHeight } from '../rpc/EthMethod.ts'

/** One entry of a list of calls, as `flatCallTracer` writes it. */
export interface FlatTrace {
	readonly type: string
	readonly action: Readonly<Record<string, string>>
	readonly result: Readonly<Record<string, string>> | null
	readonly error?: string
	readonly traceAddress: readonly number[]
	readonly [member: string]: unknown
}

/** Calls as a list, in the words of OpenEthereum. */
const flat = { ...plainTrace, tracer: 'flatCallTracer', parityErrors: true } as const

const served = { cost: 'code', endpoint: 'serve', dialects: ['geth'], wallets: false } as const

/** What of a replay is asked; only `trace` can be told. */
const kinds = {
	...texts,
	read: (node: JsonNode) => {
		const wanted = texts.read(node)
		for (const kind of wanted) {
			if (kind !== 'trace')
				throw plainError(`this node replays "trace" alone, not ${JSON.stringify(kind.slice(0, 40))}`)
		}
		return wanted
	},
}

/** The namespace trace: calls as lists, as OpenEthereum, Erigon and Nethermind tell them and explorers and indexers read them. */
export const traceMethods = [
	defineEthMethod({
		...served,
		name: 'trace_transaction',
		params: [txHash],
		run: async ([{ found }], context, call) =>
			found === undefined ? null : json(await tracesOfTx(found, context, call)),
	}),
	defineEthMethod({
		...served,
		name: 'trace_get',
		params: [txHash, texts],
		run: async ([{ found }, path], context, call) => {
			if (found === undefined) return null
			const wanted = path.map((at) => Number(parseQuantity(at, 64))).join()
			const traces = await tracesOfTx(found, context, call)
			return json(traces.find(({ traceAddress }) => traceAddress.join() === wanted) ?? null)
		},
	}),
	defineEthMethod({
		...served,
		name: 'trace_block',
		params: [blockNumber],
		run: async ([{ height }], context, call) => {
			const block = await context.blocks.at(height)
			return block === undefined ? null : json(await tracesOf(block, context, call))
		},
	}),
	defineEthMethod({
		...served,
		name: 'trace_filter',
		bounds: [bounds.tracedBlocks],
		params: [traceFilter()],
		run: async ([{ filter }], context, call) => {
			const latest = await context.blocks.latestHeight()
			const [from, to] = await Promise.all([filter.from, filter.to].map((ref) => heightOf(ref, context)))
			bounds.tracedBlocks.check(to! - from! + 1)
			const found: FlatTrace[] = []
			for (let height = from!; height <= Math.min(to!, latest); height++) {
				const block = await context.blocks.at(height)
				if (block === undefined) continue
				found.push(...(await tracesOf(block, context, call)).filter((trace) => matches(trace, filter)))
				if (found.length >= filter.after + filter.count) break
			}
			return json(found.slice(filter.after, filter.after + filter.count))
		},
	}),
	defineEthMethod({
		...served,
		name: 'trace_call',
		params: [callArgs, kinds, blockOr('latest')],
		run: async ([args, , { ref, height }], context, { asker }) => {
			const view = isPending(ref) ? (await context.pending.at(asker)).view : await context.evm.at(height)
			const traces = (await traceCall(view, args, { trace: flat, asker })) as unknown as FlatTrace[]
			return replayed(traces)
		},
	}),
	defineEthMethod({
		...served,
		name: 'trace_replayTransaction',
		params: [txHash, kinds],
		run: async ([{ found }], context, call) =>
			found === undefined
				? null
				: { ...replayed(await tracesOfTx(found, context, call)), transactionHash: hexBytes(found.tx.hash) },
	}),
	defineEthMethod({
		...served,
		name: 'trace_replayBlockTransactions',
		params: [blockNumber, kinds],
		run: async ([{ height }], context, call) => {
			const block = await context.blocks.at(height)
			if (block === undefined) return null
			const traced = block.txs.length === 0 ? [] : await traceBlock(block, options(call), context)
			return traced.map(({ txHash: transactionHash, result }) => ({
				...replayed(result as unknown as FlatTrace[]),
				transactionHash,
			}))
		},
	}),
]

/** The calls of a transaction, the outermost first. */
export async function tracesOfTx(
	found: { readonly block: EthBlock; readonly tx: EthBlockTx },
	context: EthContext,
	call: EthCall,
): Promise<FlatTrace[]> {
	return (await traceTx(found, options(call), context)) as unknown as FlatTrace[]
}

/** The calls of all transactions of a block. */
export async function tracesOf(block: EthBlock, context: EthContext, call: EthCall): Promise<FlatTrace[]> {
	if (block.txs.length === 0) return []
	const traced = await traceBlock(block, options(call), context)
	return traced.flatMap(({ result }) => result as unknown as FlatTrace[])
}

function options({ asker }: EthCall): BlockTrace {
	return { ...flat, asker }
}

function json(value: unknown): EthJson {
	return value as EthJson
}

function replayed(traces: readonly FlatTrace[]): { readonly [member: string]: EthJson } {
	const places: readonly string[] = ['blockHash', 'blockNumber', 'transactionHash', 'transactionPosition']
	const trace = traces.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => !places.includes(name))))
	const { output, code } = traces[0]?.result ?? {}
	return { output: output ?? code ?? '0x', stateDiff: null, trace: json(trace), vmTrace: null }
}

/** What `trace_filter` looks for. */
interface TraceFilter {
	readonly from: NumberRef
	readonly to: NumberRef
	/** 0x addresses in lower case; empty for any. */
	readonly fromAddress: readonly string[]
	readonly toAddress: readonly string[]
	readonly after: number
	readonly count: number
}

function traceFilter(): BlockParam<HasHeight & { readonly filter: TraceFilter }, EthContext, TraceFilter> {
	return {
		read: (node, { dialect }) => {
			if (node.kind !== 'object') throw plainError('expected an object with fromBlock and toBlock')
			const member = givenMembers(node.members)
			const ref = (name: string): NumberRef => {
				const value = member(name)
				return value === undefined ? { tag: 'latest' } : dialect.readNumber(value)
			}
			const addresses = (name: string): string[] => {
				const list = member(name)
				if (list !== undefined && list.kind !== 'array') throw plainError(`${name} is a list of addresses`)
				return (list?.items ?? []).map((item) => hexBytes(addressParam.read(item)))
			}
			const count = (name: string, otherwise: number): number => {
				const value = member(name)
				return value === undefined ? otherwise : Number(number.read(value))
			}
			return {
				from: ref('fromBlock'),
				to: ref('toBlock'),
				fromAddress: addresses('fromAddress'),
				toAddress: addresses('toAddress'),
				after: count('after', 0),
				count: count('count', bounds.logs.most),
			}
		},
		find: async (filter, context) => ({ filter, height: await heightOf(filter.from, context) }),
	}
}

/** Both lists must have the address that a call comes from and goes to, where they are given. */
function matches({ action, result }: FlatTrace, { fromAddress, toAddress }: TraceFilter): boolean {
	const from = action.from ?? action.address ?? ''
	const to = action.to ?? result?.address ?? action.refundAddress ?? ''
	return (fromAddress.length === 0 || fromAddress.includes(from)) && (toAddress.length === 0 || toAddress.includes(to))
}
