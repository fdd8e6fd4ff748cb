import { noBytes } from '../../../codec/noBytes.ts'
import { IntrinsicGasFault, sharedLimit } from '../../../modules/evm/applyMessage.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { smaller } from '../../../util/order.ts'
import { EthFault } from '../rpc/EthFault.ts'
import type { EvmView } from '../state/EvmReader.ts'
import type { CallArgs } from './CallArgs.ts'
import { type CallOptions, type CallOutcome, callGasCap, returnedOrFault, runCall } from './runCall.ts'

/** Gas of a plain transfer. */
const transferGas = 21_000n
/** Tolerance of an estimate above the minimum, in thousandths (go-ethereum v1.16 internal/ethapi estimateGasErrorRatio). */
const errorRatio = 15n

/**
 * Finds the gas of a call by binary search, like geth (v1.16 eth/gasestimator). If a price is given, the sender's
 * balance limits it.
 * @throws {EthFault} for a call that fails with the maximum gas: the revert reason, or `gas required exceeds allowance
 * (N)`.
 */
export async function estimateGas(
	view: EvmView,
	args: CallArgs,
	options: Pick<CallOptions, 'state' | 'block' | 'asker'> = {},
): Promise<bigint> {
	let high = highestGas(view, args, options)
	const limit = sharedLimit()
	const run = async (gas: bigint): Promise<CallOutcome | undefined> => {
		try {
			return await runCall(view, args, {
				...options,
				gas,
				limit: limit(),
				refusal: (reason) => `failed with ${gas} gas: ${reason}`,
			})
		} catch (fault) {
			if (fault instanceof IntrinsicGasFault) return undefined
			throw fault
		}
	}
	const { to } = args
	const isPlain = (args.input ?? args.data ?? noBytes).length === 0
	if (isPlain && to !== undefined && view.code(to).length === 0 && high >= transferGas) {
		const outcome = await run(transferGas).catch((fault: unknown) => {
			// What is wrong is told of the whole gas below.
			if (fault instanceof EthFault) return undefined
			throw fault
		})
		if (outcome?.vmError === '') return transferGas
	}
	const first = await run(high)
	if (first === undefined) throw new EthFault(`gas required exceeds allowance (${high})`)
	if (first.vmError !== '') {
		if (first.vmError === 'out of gas') throw new EthFault(`gas required exceeds allowance (${high})`)
		returnedOrFault(first)
	}
	// The gas used is a lower bound, except for refunds, which are paid back only at the end.
	let low = first.gasUsed - 1n
	const optimistic = ((first.peakGas + 2_300n) * 64n) / 63n
	if (optimistic < high) {
		if ((await run(optimistic))?.vmError === '') high = optimistic
		else low = optimistic
	}
	while ((high - low) * 1_000n >= high * errorRatio) {
		const middle = smaller((high + low) / 2n, low * 2n)
		if ((await run(middle))?.vmError === '') high = middle
		else low = middle
	}
	return high
}

function highestGas(
	view: EvmView,
	args: CallArgs,
	{ state = [], block }: Pick<CallOptions, 'state' | 'block'>,
): bigint {
	const limit = block?.gasLimit ?? view.gasLimit
	const asked = args.gas !== undefined && args.gas >= transferGas ? args.gas : limit > 0n ? limit : callGasCap
	const capped = smaller(asked, callGasCap)
	const price = args.gasPrice ?? args.maxFeePerGas ?? 0n
	if (price === 0n || args.from === undefined) return capped
	const { from } = args
	const balance = state.find(({ address }) => equalBytes(address, from))?.balance ?? view.balance(from)
	const value = args.value ?? 0n
	if (value >= balance) throw new EthFault('insufficient funds for transfer')
	const affordable = (balance - value) / price
	return smaller(affordable, capped)
}
