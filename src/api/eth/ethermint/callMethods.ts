import { Query } from '../../../gen/ethermint/evm/v1/query_pb.js'
import { revertText } from '../../../modules/evm/queries/revertReason.ts'
import { utf8 } from '../../../util/bytes.ts'
import { block, blockNumber, type NamedBlock } from '../args/blockParams.ts'
import type { NumberRef } from '../args/blockRef.ts'
import { readLaxNumber } from '../args/ethermintBlockRef.ts'
import { type CallArgs, callArgs } from '../calls/CallArgs.ts'
import { stateOverride } from '../calls/overrides.ts'
import type { EthChain } from '../EthChain.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'
import { type BlockParam, type EthJson, optional } from '../rpc/EthMethod.ts'
import { askModule, queryHeight } from './askModule.ts'

/** Most gas of a call (ethermint v0.14.1 server/config DefaultGasCap). */
const gasCap = 25_000_000n

/** Its estimate reads a block by tag or number only, and takes the pending one for none. */
const numberOrPending: BlockParam<NamedBlock<NumberRef>, EthContext, NumberRef | undefined> = {
	optional: true,
	read: (node) => (node.kind === 'null' ? undefined : readLaxNumber(node)),
	find: (ref, context) => blockNumber.find(ref ?? { tag: 'pending' }, context, undefined),
}

/** Calls like ethermint's: by the module's queries. State overrides are parsed and ignored. */
export const ethermintCallMethods = [
	defineEthMethod({
		name: 'eth_call',
		dialects: ['ethermint'],
		params: [callArgs, block, optional(stateOverride)],
		cost: 'code',
		endpoint: 'serve',
		run: async ([args, at], context) => {
			const request = { args: argumentBytes(args), gasCap }
			const { ret, vmError } = await askModule(context, Query.method.ethCall, request, queryHeight(at))
			if (vmError === '') return hexBytes(ret)
			if (vmError !== 'execution reverted') throw new EthFault(`rpc error: code = Internal desc = ${vmError}`)
			throw new EthFault(revertText(ret), ethCodes.reverted, hexBytes(ret))
		},
	}),
	defineEthMethod({
		name: 'eth_estimateGas',
		dialects: ['ethermint'],
		params: [callArgs, numberOrPending],
		cost: 'code',
		endpoint: 'serve',
		run: async ([args, at], context) => quantity(await estimate(args, queryHeight(at), context)),
	}),
]

/** The gas a call needs by the module's search; height 0 is the latest. @throws {EthFault} for a failing call. */
export async function estimate(args: CallArgs, height: number, context: EthChain): Promise<bigint> {
	const request = { args: argumentBytes(args), gasCap }
	return (await askModule(context, Query.method.estimateGas, request, height)).gas
}

/** The arguments in the module's form: JSON with the same names. */
function argumentBytes(args: CallArgs): Uint8Array {
	const bytes = (value: Uint8Array | undefined): EthJson => (value === undefined ? null : hexBytes(value))
	const number = (value: bigint | undefined): EthJson => (value === undefined ? null : quantity(value))
	return utf8(
		JSON.stringify({
			from: bytes(args.from),
			to: bytes(args.to),
			gas: number(args.gas),
			gasPrice: number(args.gasPrice),
			maxFeePerGas: number(args.maxFeePerGas),
			maxPriorityFeePerGas: number(args.maxPriorityFeePerGas),
			value: number(args.value),
			nonce: number(args.nonce),
			data: bytes(args.data),
			input: bytes(args.input),
			accessList:
				args.accessList?.map(({ address, storageKeys }) => ({
					address: hexBytes(address),
					storageKeys: storageKeys.map(hexBytes),
				})) ?? null,
			chainId: number(args.chainId),
		}),
	)
}
