import { describe, expect, it } from 'vitest'
import { GasOverflowError, infiniteGasMeter, limitedGasMeter, OutOfGasError } from '../../../src/app/GasMeter.ts'

describe('a gas meter', () => {
	it('charges before it compares, so that the sum may pass the limit by one step', () => {
		const meter = limitedGasMeter(100n)
		meter.consume(100n, 'first')
		expect([meter.isOutOfGas(), meter.isPastLimit()]).toEqual([true, false])
		expect(() => meter.consume(7n, 'WriteFlat')).toThrow(new OutOfGasError('WriteFlat'))
		expect([meter.consumed, meter.consumedToLimit, meter.limit]).toEqual([107n, 100n, 100n])
	})

	it('without a limit only counts, up to 64 bits', () => {
		const meter = infiniteGasMeter()
		meter.consume(2n ** 64n - 1n, 'all')
		expect([meter.limit, meter.isOutOfGas(), meter.consumedToLimit]).toEqual([0n, false, 2n ** 64n - 1n])
		expect(() => meter.consume(1n, 'more')).toThrow(GasOverflowError)
		expect(meter.consumed).toBe(0n)
	})
})
