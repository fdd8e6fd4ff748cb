import { expect, test } from 'vitest'
import { limitedGasMeter, OutOfGasError } from '../../../src/app/GasMeter.ts'
import { GasTrace } from '../../../src/app/GasTrace.ts'

test('a trace of gas has every charge and refund of a meter with its step, its store and the bytes it counts', () => {
	const trace = new GasTrace()
	const inner = limitedGasMeter(100n)
	const meter = trace.over(inner)
	const bank = trace.ofStore('bank', meter)
	trace.enter('first')
	meter.consume(0n, 'nothing')
	meter.consume(10n, 'txSize')
	bank.consume(6n, 'ReadPerByte')
	meter.consume(3n, 'ValuePerByte')
	trace.enter('second')
	meter.refund(4n, 'back')
	expect([meter.consumed, meter.limit, meter.consumedToLimit, meter.isOutOfGas(), meter.isPastLimit()]).toEqual([
		15n,
		100n,
		15n,
		false,
		false,
	])
	expect(() => bank.consume(90n, 'WritePerByte')).toThrow(new OutOfGasError('WritePerByte'))
	expect([meter.consumedToLimit, meter.isOutOfGas(), meter.isPastLimit(), inner.consumed]).toEqual([
		100n,
		true,
		true,
		105n,
	])
	expect(() => meter.consume(1n, 'more')).toThrow(new OutOfGasError('more'))
	const charge = (phase: string, store: string | undefined, descriptor: string, amount: bigint, bytes?: number) => ({
		phase,
		store,
		descriptor,
		amount,
		bytes,
	})
	expect(trace.chargesOf(106n)).toEqual([
		charge('first', undefined, 'txSize', 10n),
		charge('first', 'bank', 'ReadPerByte', 6n, 2),
		charge('first', undefined, 'ValuePerByte', 3n, 1),
		charge('second', undefined, 'back', -4n),
		charge('second', 'bank', 'WritePerByte', 90n, 3),
		charge('second', undefined, 'more', 1n),
	])
	// A transaction without a meter of its own counts what the block had.
	expect(trace.chargesOf(105n)).toEqual([charge('block', undefined, 'counted before the transaction', 105n)])
})

test('a trace of gas beyond 63 bits is that of a gas use below zero, as results have it', () => {
	const trace = new GasTrace()
	trace.over(limitedGasMeter(2n ** 64n - 1n)).consume(2n ** 63n, 'all')
	expect(trace.chargesOf(-(2n ** 63n))).toMatchObject([{ descriptor: 'all', amount: 2n ** 63n }])
})
