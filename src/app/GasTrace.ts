import { kvGasConfig } from '../store/layers/gasConfig.ts'
import type { GasConsumer } from '../store/layers/gasKv.ts'
import { type GasMeter, GasOverflowError } from './GasMeter.ts'

/** One charge of gas. */
export interface GasCharge {
	/** The ante step, or `message 0 /chain.greet.v1beta1.MsgCreateGreet`. */
	readonly phase: string
	/** The store that was read or written, if it was one. */
	readonly store: string | undefined
	/** What was charged for, as in out-of-gas texts: `ReadFlat`, `WritePerByte`, `txSize`, ... */
	readonly descriptor: string
	readonly amount: bigint
	/** Length of the value the charge counts, where it counts bytes of a store's value. */
	readonly bytes: number | undefined
}

/** Writes down where the gas of one transaction goes. Contexts without one pay nothing for it. */
export class GasTrace {
	readonly charges: GasCharge[] = []
	#phase = ''
	#store: string | undefined

	/**
	 * The charges of a transaction that used so much gas. One that never got a meter of its own (it cannot be read, or the
	 * block has no gas left), or lost it in a panic of the ante chain, is said to have used what the block's had counted.
	 */
	chargesOf(gasUsed: bigint): readonly GasCharge[] {
		const sum = this.charges.reduce((total, { amount }) => total + amount, 0n)
		if (BigInt.asIntN(64, sum) === gasUsed) return this.charges
		const descriptor = 'counted before the transaction'
		return [{ phase: 'block', store: undefined, descriptor, amount: gasUsed, bytes: undefined }]
	}

	/** What is charged from now on belongs to this step. */
	enter(phase: string): void {
		this.#phase = phase
	}

	/** The same meter, with every charge written down before it counts. */
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
				try {
					meter.consume(amount, descriptor)
				} catch (error) {
					// After an overflow the meter stands at 0.
					if (error instanceof GasOverflowError) this.charges.length = 0
					throw error
				}
			},
			refund: (amount, descriptor) => {
				meter.refund(amount, descriptor)
				this.charges.push({
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
		this.charges.push({ phase: this.#phase, store: this.#store, descriptor, amount, bytes })
	}
}

const bytePrices: Readonly<Record<string, bigint>> = {
	ReadPerByte: kvGasConfig.readPerByte,
	WritePerByte: kvGasConfig.writePerByte,
	ValuePerByte: kvGasConfig.readPerByte,
}
