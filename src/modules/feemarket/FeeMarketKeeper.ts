import type { Context } from '../../app/Context.ts'
import type { Subspace } from '../../app/expectedKeepers.ts'
import { PanicError } from '../../errors/ChainError.ts'
import { bigEndian64, fromBigEndian64 } from '../../util/bytes.ts'
import { larger } from '../../util/order.ts'
import { type FeeMarketParams, readFeeMarketParams, writeBaseFee, writeFeeMarketParams } from './feeMarketParams.ts'

/** Name of the module and of its store. */
export const feeMarketModuleName = 'feemarket'

const blockGasKey = Uint8Array.of(0x01)
const maxUint64 = 0xffff_ffff_ffff_ffffn

/** The base fee of blocks and the gas it follows (ethermint v0.14.1 x/feemarket/keeper). */
export class FeeMarketKeeper {
	readonly #subspace: Subspace

	constructor(subspace: Subspace) {
		this.#subspace = subspace
	}

	/** Five reads. */
	getParams(ctx: Context): FeeMarketParams {
		return readFeeMarketParams(ctx, this.#subspace)
	}

	setParams(ctx: Context, params: FeeMarketParams): void {
		writeFeeMarketParams(ctx, this.#subspace, params)
	}

	/** The base fee; undefined if there is none. Reads the store five times. */
	getBaseFee(ctx: Context): bigint | undefined {
		const { noBaseFee, baseFee } = this.getParams(ctx)
		return noBaseFee ? undefined : baseFee
	}

	/** Gas used by the last block: one read. */
	getBlockGas(ctx: Context): bigint {
		const bytes = ctx.kvStore(feeMarketModuleName).get(blockGasKey)
		return bytes === undefined ? 0n : fromBigEndian64(bytes)
	}

	setBlockGas(ctx: Context, gas: bigint): void {
		ctx.kvStore(feeMarketModuleName).set(blockGasKey, bigEndian64(gas))
	}

	/** Sets the base fee of a block and emits an event. */
	beginBlock(ctx: Context): void {
		const baseFee = this.nextBaseFee(ctx)
		if (baseFee === undefined) return
		writeBaseFee(ctx, this.#subspace, baseFee)
		ctx.events.emit('fee_market', [['base_fee', baseFee.toString()]])
	}

	/** Notes the gas the block used, up to its limit. */
	endBlock(ctx: Context): void {
		const gas = ctx.blockGasMeter.consumedToLimit
		this.setBlockGas(ctx, gas)
		ctx.events.emit('block_gas', [
			['height', `${ctx.header.height}`],
			['amount', gas.toString()],
		])
	}

	/**
	 * The base fee of the block in the context's header; undefined if there is none. It follows EIP-1559 except for the
	 * limit: at the begin of a block the framework does not know the block's gas limit, so the target is half of 2^64 - 1
	 * and the fee of a chain only falls (x/feemarket/keeper/eip1559.go).
	 */
	nextBaseFee(ctx: Context): bigint | undefined {
		const params = this.getParams(ctx)
		const height = BigInt(ctx.header.height)
		if (params.noBaseFee || height < params.enableHeight) return undefined
		const parent = params.baseFee
		if (height === params.enableHeight) return parent
		return this.#after(ctx, params, parent, this.getBlockGas(ctx))
	}

	/** The base fee that follows a block with such a fee and so much gas used; undefined if there is none. */
	baseFeeAfter(ctx: Context, parent: bigint, used: bigint): bigint | undefined {
		const params = this.getParams(ctx)
		return params.noBaseFee ? undefined : this.#after(ctx, params, parent, used)
	}

	#after(ctx: Context, params: FeeMarketParams, parent: bigint, used: bigint): bigint {
		const maxGas = ctx.consensusParams?.block?.maxGas
		const limit = maxGas === undefined || maxGas < 0n ? maxUint64 : maxGas
		if (params.elasticityMultiplier === 0) throw new PanicError('division by zero')
		const target = limit / BigInt(params.elasticityMultiplier)
		const denominator = BigInt(params.baseFeeChangeDenominator)
		if (used > target) {
			if (target === 0n) throw new PanicError('division by zero')
			const rise = (parent * (used - target)) / target / denominator
			return parent + larger(rise, 1n)
		}
		if (used === target) return parent
		const next = parent - (parent * (target - used)) / target / denominator
		return larger(next, 0n)
	}
}
