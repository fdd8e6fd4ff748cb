import { PanicError } from '../errors/ChainError.ts'

/** Counts gas against a limit; gas never is a number, since limits reach 2^64-1 (framework: store/types/gas.go). */
export interface GasMeter {
	/** Gas consumed so far; may exceed the limit by the step that passed it. */
	readonly consumed: bigint
	readonly limit: bigint
	/** Gas consumed, at most the limit. */
	readonly consumedToLimit: bigint
	/** Charges, then throws OutOfGasError naming `descriptor` past the limit, or GasOverflowError past 64 bits. */
	consume(amount: bigint, descriptor: string): void
	/** Takes back what was consumed; panics when that is more than there is (framework: RefundGas). */
	refund(amount: bigint, descriptor: string): void
	isPastLimit(): boolean
	isOutOfGas(): boolean
}

/** Thrown by a gas meter when its limit is passed; `descriptor` names the step, the message is Go's (framework: ErrorOutOfGas). */
export class OutOfGasError extends Error {
	override readonly name = 'OutOfGasError'
	readonly descriptor: string

	constructor(descriptor: string) {
		super(`{${descriptor}}`)
		this.descriptor = descriptor
	}
}

/** Thrown when gas does not fit into 64 bits any more; the message is Go's (framework: ErrorGasOverflow). */
export class GasOverflowError extends Error {
	override readonly name = 'GasOverflowError'

	constructor(descriptor: string) {
		super(`{${descriptor}}`)
	}
}

const maxGas = 0xffff_ffff_ffff_ffffn

/** A meter with a limit (framework: NewGasMeter). */
export function limitedGasMeter(limit: bigint): GasMeter {
	return new Meter(limit, true)
}

/** A meter that only counts; its limit reads 0 (framework: NewInfiniteGasMeter). */
export function infiniteGasMeter(): GasMeter {
	return new Meter(0n, false)
}

/** A meter that shows a limit but never runs out (ethermint v0.14.1 types/gasmeter.go): the EVM counts itself. */
export function unboundedGasMeter(limit: bigint): GasMeter {
	return new Meter(limit, false)
}

class Meter implements GasMeter {
	consumed = 0n
	readonly limit: bigint
	readonly #limited: boolean

	constructor(limit: bigint, limited: boolean) {
		this.limit = limit
		this.#limited = limited
	}

	get consumedToLimit(): bigint {
		return this.isPastLimit() ? this.limit : this.consumed
	}

	consume(amount: bigint, descriptor: string): void {
		const sum = this.consumed + amount
		if (sum > maxGas) {
			// The framework's sum is 0 after an overflow.
			this.consumed = 0n
			throw new GasOverflowError(descriptor)
		}
		this.consumed = sum
		if (this.#limited && sum > this.limit) throw new OutOfGasError(descriptor)
	}

	refund(amount: bigint, descriptor: string): void {
		if (amount > this.consumed) {
			throw new PanicError(`negative gas consumed: ${descriptor}`)
		}
		this.consumed -= amount
	}

	isPastLimit(): boolean {
		return this.#limited && this.consumed > this.limit
	}

	isOutOfGas(): boolean {
		return this.#limited && this.consumed >= this.limit
	}
}
