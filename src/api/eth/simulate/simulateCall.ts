import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import { applyMessage, type EvmConfig, messageOfTx } from '../../../modules/evm/applyMessage.ts'
import { isForked } from '../../../modules/evm/chainConfig.ts'
import { emptyCodeHash } from '../../../modules/evm/state/StateObject.ts'
import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import { floorGas, intrinsicGas, outlineOf } from '../../../modules/evm/tx/intrinsicGas.ts'
import type { EvmLog, MovedPrecompiles } from '../../../modules/evm/vm/EvmCall.ts'
import { smaller } from '../../../util/order.ts'
import type { Asker } from '../../../util/schedule/Scheduler.ts'
import { type CallArgs, inputOf, pricesIn } from '../calls/CallArgs.ts'
import { preCheck } from '../calls/preCheck.ts'
import { assertCanDelegate } from '../calls/runCall.ts'
import type { EvmView } from '../state/EvmReader.ts'
import type { CallResult, SimulatedBlock } from './finishBlock.ts'
import { type SimulateRefusal, simulateFault } from './planBlocks.ts'
import { recordLogs } from './recordLogs.ts'
import type { SimulatedState } from './SimulatedState.ts'

/** What the calls of a block share. */
export interface SimulationParts {
	readonly view: EvmView
	readonly state: SimulatedState
	readonly config: EvmConfig
	readonly block: SimulatedBlock
	/** Gas that the calls of all blocks may still use. */
	readonly gas: { left: bigint }
	/** Those that the calls of the block find elsewhere. */
	readonly precompiles: MovedPrecompiles
	limit(): { readonly ms: number; readonly text: string }
	readonly asker: Asker | undefined
	readonly traceTransfers: boolean
	readonly validation: boolean
	readonly chainId: bigint
	/** BLOCKHASH in the block. */
	hashAt(height: number): Uint8Array | undefined
}

/** A transaction with all amounts. */
interface SimulatedTx extends EthTx {
	readonly gasTipCap: bigint
	readonly gasFeeCap: bigint
	readonly value: bigint
}

const noAddress = new Uint8Array(20)
const maxNonce = 2n ** 64n - 1n
const maxInitCode = 49_152

/** Runs a call of a simulated block as its next transaction. @throws {EthFault} if no block could contain it. */
export async function simulateCall(
	args: CallArgs,
	before: readonly CallResult[],
	parts: SimulationParts,
): Promise<CallResult> {
	const { view, state, config, block, gas } = parts
	const from = args.from ?? noAddress
	const used = before.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
	const remaining = block.gasLimit - used
	const wanted = args.gas ?? remaining
	if (wanted > remaining) {
		const text = `block gas limit reached: remaining: ${remaining}, required: ${wanted}`
		throw simulateFault('blockGasLimit', text)
	}
	const tx = transactionOf(args, {
		nonce: args.nonce ?? state.getAccount(from)?.nonce ?? 0n,
		gas: smaller(wanted, gas.left),
		chainId: parts.chainId,
		hasBaseFee: block.baseFee !== undefined,
	})
	const message = messageOfTx(tx, from, block.baseFee)
	const price = message.gasPrice
	assertCanDelegate(args, config, block)
	check(tx, from, parts)
	// The sender pays for all its gas before, and gets back what is left.
	const sender = state.getAccount(from)
	const { nonce, balance, codeHash } = sender ?? { nonce: 0n, balance: 0n, codeHash: emptyCodeHash }
	// A deployment raises the nonce itself.
	const next = tx.to === undefined ? nonce : BigInt.asUintN(64, nonce + 1n)
	state.setAccount(from, { nonce: next, balance: balance - price * tx.gas, codeHash })
	const record = parts.traceTransfers ? recordLogs() : undefined
	const applied = await applyMessage(
		view.keeper,
		view.ctx.withHeader(block.header, noBytes),
		{ ...message, nonce: tx.to === undefined ? nonce : tx.nonce },
		{ ...config, coinbase: block.coinbase, baseFee: block.baseFee },
		{
			commit: true,
			store: state,
			limit: parts.limit(),
			precompiles: parts.precompiles,
			asker: parts.asker,
			block: { gasLimit: block.gasLimit, random: block.random, blobBaseFee: block.blobBaseFee, hashAt: parts.hashAt },
			...(record === undefined ? {} : { observer: record.observer }),
		},
	)
	const after = state.getAccount(from)
	if (after !== undefined) {
		state.setAccount(from, { ...after, balance: after.balance + price * (tx.gas - applied.gasUsed) })
	}
	gas.left -= applied.gasUsed
	const logs: readonly EvmLog[] = applied.vmError === '' ? (record?.merge(applied.logs) ?? applied.logs) : []
	return { ...applied, logs, tx, from, isCapped: tx.gas < wanted }
}

/** What a block refuses. Without validation, nonces and the base fee do not count (go-ethereum v1.17 core preCheck). */
function check(tx: SimulatedTx, from: Uint8Array, { state, block, config, validation }: SimulationParts): void {
	const { chainConfig } = config.params
	const { height } = block.header
	const address = `address ${checksumAddress(from)}`
	const refuse = (refusal: SimulateRefusal, text: string): never => {
		throw simulateFault(refusal, `err: ${text} (supplied gas ${tx.gas})`)
	}
	const nonce = state.getAccount(from)?.nonce ?? 0n
	if (validation) {
		if (tx.nonce > nonce) refuse('nonceTooHigh', `nonce too high: ${address}, tx: ${tx.nonce} state: ${nonce}`)
		if (tx.nonce < nonce) refuse('nonceTooLow', `nonce too low: ${address}, tx: ${tx.nonce} state: ${nonce}`)
		if (nonce === maxNonce) refuse('internal', `nonce has max value: ${address}, nonce: ${nonce}`)
	}
	const { gasFeeCap: cap, gasTipCap: tip } = tx
	const baseFee = validation || cap > 0n || tip > 0n ? block.baseFee : undefined
	const offer = { from, gas: tx.gas, cap, tip, value: tx.value }
	const refusal = preCheck(offer, baseFee, () => state.getAccount(from)?.balance ?? 0n)
	if (refusal !== undefined) refuse(refusal.kind, refusal.text)
	const outline = outlineOf(tx)
	const least = intrinsicGas(outline, chainConfig, height)
	if (tx.gas < least) refuse('intrinsicGas', `intrinsic gas too low: have ${tx.gas}, want ${least}`)
	const floor = floorGas(outline, chainConfig, height)
	if (tx.gas < floor) {
		refuse('intrinsicGas', `insufficient gas for floor data gas cost: have ${tx.gas}, want ${floor}`)
	}
	if (tx.to === undefined && tx.data.length > maxInitCode && isForked(chainConfig, 'shanghai', height)) {
		refuse('initCodeSize', `max initcode size exceeded: code size ${tx.data.length} limit ${maxInitCode}`)
	}
}

/** The unsigned transaction of a call (go-ethereum v1.17 TransactionArgs.CallDefaults, ToTransaction). */
function transactionOf(
	args: CallArgs,
	own: { readonly nonce: bigint; readonly gas: bigint; readonly chainId: bigint; readonly hasBaseFee: boolean },
): SimulatedTx {
	const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = pricesIn(args, own)
	const authorizations = args.authorizationList
	const isLegacy = authorizations === undefined && (gasPrice !== undefined || !own.hasBaseFee)
	const cap = gasPrice ?? maxFeePerGas ?? 0n
	return {
		...(authorizations === undefined ? { type: isLegacy ? 0 : 2 } : { type: 4, authorizations }),
		chainId: isLegacy ? undefined : own.chainId,
		nonce: own.nonce,
		gasPrice: cap,
		gasTipCap: isLegacy ? cap : (maxPriorityFeePerGas ?? 0n),
		gasFeeCap: cap,
		gas: own.gas,
		to: args.to,
		toText: args.to === undefined ? '' : checksumAddress(args.to),
		value: args.value ?? 0n,
		data: inputOf(args),
		accessList: args.accessList,
		v: 0n,
		r: 0n,
		s: 0n,
	}
}
