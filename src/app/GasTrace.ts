import { type GasConsumer, kvGasConfig } from '../store/layers/gasKv.ts'
import type { GasMeter } from './GasMeter.ts'

/** One charge of gas. */
export interface GasCharge {
	/** The ante step, or `message 0 /chain.greet.v1beta1.MsgCreateGreet`. */
	readonly phase: string
	/** The store that was read or written, if it was one. */
	readonly store: string | undefined
	/** Descriptor of the charge, as in out-of-gas texts: `ReadFlat`, `WritePerByte`, `txSize`, ... */
	readonly descriptor: string
	readonly amount: bigint
	/** Length of the value the charge counts, where it counts bytes of a store's value. */
	readonly bytes: number | undefined
}

/** Records the gas charges of one transaction. Contexts without a trace have no overhead. */
export class GasTrace {
	readonly #charges: GasCharge[] = []
	#phase = ''
	#store: string | undefined

	/**
	 * The charges of a transaction with this gas use. A transaction without its own meter (it is unreadable, the block
	 * has no gas left, or the ante chain panicked) counts what the block's meter had.
	 */
	chargesOf(gasUsed: bigint): readonly GasCharge[] {
		const sum = this.#charges.reduce((total, { amount }) => total + amount, 0n)
		if (BigInt.asIntN(64, sum) === gasUsed) return this.#charges
		const descriptor = 'counted before the transaction'
		return [{ phase: 'block', store: undefined, descriptor, amount: gasUsed, bytes: undefined }]
	}

	/** Assigns the following charges to a step. */
	enter(phase: string): void {
		this.#phase = phase
	}

	/** Wraps a meter to record every charge before it counts. */
	over(meter: GasMeter): GasMeter {
		return {
			get consumed() {
				return meter.consumed
			},
			get limit() {
				return meter.limit
			},
			get consumedToLimit() {
				return meter.consumedToLimit
			},
			consume: (amount, descriptor) => {
				this.#note(amount, descriptor)
				meter.consume(amount, descriptor)
			},
			refund: (amount, descriptor) => {
				meter.refund(amount, descriptor)
				this.#charges.push({
					phase: this.#phase,
					store: this.#store,
					descriptor,
					amount: -amount,
					bytes: undefined,
				})
			},
			isPastLimit: () => meter.isPastLimit(),
			isOutOfGas: () => meter.isOutOfGas(),
		}
	}

	/** The consumer of one store's gas. */
	ofStore(name: string, meter: GasConsumer): GasConsumer {
		return {
			consume: (amount, descriptor) => {
				this.#store = name
				try {
					meter.consume(amount, descriptor)
				} finally {
					this.#store = undefined
				}
			},
		}
	}

	#note(amount: bigint, descriptor: string): void {
		if (amount === 0n) return
		const perByte = bytePrices[descriptor]
		const bytes = perByte === undefined ? undefined : Number(amount / perByte)
		this.#charges.push({ phase: this.#phase, store: this.#store, descriptor, amount, bytes })
	}
}

const bytePrices: Readonly<Record<string, bigint>> = {
	ReadPerByte: kvGasConfig.readPerByte,
	WritePerByte: kvGasConfig.writePerByte,
	ValuePerByte: kvGasConfig.readPerByte,
}
