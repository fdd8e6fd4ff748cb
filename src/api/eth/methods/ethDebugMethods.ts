import { blockHash, blockNumber, blockOr, txHash } from '../args/blockParams.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { callArgs } from '../calls/CallArgs.ts'
import { traceBlock, traceTx } from '../calls/traceBlock.ts'
import { plainTrace, plainTraceCall, traceCall, traceCallConfig, traceConfig } from '../calls/traceCall.ts'
import { defineEthMethod } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { optional } from '../rpc/EthMethod.ts'

const served = { cost: 'code', endpoint: 'serve', dialects: ['geth'], wallets: false } as const

/** The namespace debug: traces of transactions, calls and blocks, like geth's; those of ethermint are in `ethermint/`. */
export const debugMethods = [
	defineEthMethod({
		...served,
		name: 'debug_traceTransaction',
		params: [txHash, optional(traceConfig)],
		run: async ([{ found }, options = plainTrace], context, { asker }) => {
			if (found === undefined) throw new EthFault('transaction not found')
			return traceTx(found, { ...options, asker }, context)
		},
	}),
	defineEthMethod({
		...served,
		name: 'debug_traceCall',
		params: [callArgs, blockOr('latest'), optional(traceCallConfig)],
		run: async ([args, { height }, config = plainTraceCall], { evm }, { asker }) =>
			traceCall(await evm.at(height), args, { ...config, asker }),
	}),
	defineEthMethod({
		...served,
		name: 'debug_traceBlockByNumber',
		params: [blockNumber, optional(traceConfig)],
		run: async ([{ height, ref }, options = plainTrace], context, { asker }) =>
			traceBlock(
				named(await context.blocks.at(height), `#${'height' in ref ? ref.height : height}`),
				{ ...options, asker },
				context,
			),
	}),
	defineEthMethod({
		...served,
		name: 'debug_traceBlockByHash',
		params: [blockHash, optional(traceConfig)],
		run: async ([{ hash, height }, options = plainTrace], context, { asker }) => {
			const block = height === undefined ? undefined : await context.blocks.at(height)
			return traceBlock(named(block, hexBytes(hash)), { ...options, asker }, context)
		},
	}),
]

function named(block: EthBlock | undefined, name: string): EthBlock {
	if (block === undefined) throw new EthFault(`block ${name} not found`)
	return block
}
