import { describe, expect, it } from 'vitest'
import {
	GasOverflowError,
	infiniteGasMeter,
	limitedGasMeter,
	OutOfGasError,
	unboundedGasMeter,
} from '../../../src/app/GasMeter.ts'
import { PanicError } from '../../../src/errors/ChainError.ts'

describe('a gas meter', () => {
	it('charges before it compares, so that the sum may pass the limit by one step', () => {
		const meter = limitedGasMeter(100n)
		meter.consume(100n, 'first')
		expect([meter.isOutOfGas(), meter.isPastLimit()]).toEqual([true, false])
		expect(() => meter.consume(7n, 'WriteFlat')).toThrow(new OutOfGasError('WriteFlat'))
		expect([meter.consumed, meter.consumedToLimit, meter.limit]).toEqual([107n, 100n, 100n])
		expect([meter.isOutOfGas(), meter.isPastLimit()]).toEqual([true, true])
		meter.refund(8n, 'back')
		expect([meter.consumedToLimit, meter.isOutOfGas(), meter.isPastLimit()]).toEqual([99n, false, false])
	})

	it('a gas meter gives back at most what was consumed, and panics over more', () => {
		const meter = limitedGasMeter(100n)
		meter.consume(5n, 'some')
		expect(() => meter.refund(6n, 'too much')).toThrow(new PanicError('negative gas consumed: too much'))
		expect(meter.consumed).toBe(5n)
		meter.refund(5n, 'all')
		expect(meter.consumed).toBe(0n)
	})

	it('a gas meter that only shows a limit never runs out', () => {
		const meter = unboundedGasMeter(100n)
		meter.consume(101n, 'more')
		expect([meter.limit, meter.consumedToLimit, meter.isOutOfGas(), meter.isPastLimit()]).toEqual([
			100n,
			101n,
			false,
			false,
		])
	})

	it('without a limit only counts, up to 64 bits', () => {
		const meter = infiniteGasMeter()
		meter.consume(2n ** 64n - 1n, 'all')
		expect([meter.limit, meter.isOutOfGas(), meter.consumedToLimit]).toEqual([0n, false, 2n ** 64n - 1n])
		expect(() => meter.consume(1n, 'more')).toThrow(GasOverflowError)
		expect(meter.consumed).toBe(0n)
	})
})
