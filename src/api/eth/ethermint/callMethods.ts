import { Query } from '../../../gen/ethermint/evm/v1/query_pb.js'
import { revertText } from '../../../modules/evm/queries/revertReason.ts'
import { utf8 } from '../../../util/bytes.ts'
import type { NumberRef } from '../args/blockParams.ts'
import { optional } from '../args/EthParam.ts'
import { laxNumber } from '../args/ethermintParams.ts'
import { type CallArgs, callArgs } from '../calls/CallArgs.ts'
import { stateOverride } from '../calls/overrides.ts'
import type { EthChain } from '../EthChain.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault, ethCodes } from '../EthFault.ts'
import { defineEthMethod, type EthJson, type EthMethods } from '../EthMethod.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { askModule } from './askModule.ts'
import { queryHeight } from './queryHeight.ts'

/** Most gas of a call (ethermint v0.14.1 server/config DefaultGasCap). */
const gasCap = 25_000_000n

/** Calls like ethermint's: by the module's queries. State overrides are parsed and ignored. */
export function ethermintCallMethods(context: EthContext): EthMethods {
	return {
		eth_call: defineEthMethod([callArgs, context.dialect.numberOrHash, optional(stateOverride)], async (args, ref) => {
			const height = await queryHeight(ref, context)
			const request = { args: argumentBytes(args), gasCap }
			const { ret, vmError } = await askModule(context, Query.method.ethCall, request, height)
			if (vmError === '') return hexBytes(ret)
			if (vmError !== 'execution reverted') throw new EthFault(`rpc error: code = Internal desc = ${vmError}`)
			throw new EthFault(revertText(ret), ethCodes.reverted, hexBytes(ret))
		}),
		eth_estimateGas: defineEthMethod([callArgs, optional(laxNumber)], async (args, ref) =>
			quantity(await estimate(args, ref ?? { tag: 'pending' }, context)),
		),
	}
}

/**
 * The gas that a call needs by the module's search.
 *
 * @throws {EthFault} for a call that fails.
 */
export async function estimate(args: CallArgs, ref: NumberRef, context: EthChain): Promise<bigint> {
	const height = await queryHeight(ref, context)
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
