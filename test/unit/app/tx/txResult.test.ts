import { expect, test } from 'vitest'
import { emptyTxResult } from '../../../../src/abci/Application.ts'
import { EventList, markForIndex } from '../../../../src/app/EventList.ts'
import type { TxOutcome } from '../../../../src/app/tx/runTx.ts'
import { simulationResult, txResult } from '../../../../src/app/tx/txResult.ts'
import { sdkErrors } from '../../../../src/errors/ChainError.ts'

const event = (type: string, index: boolean) => ({ type, attributes: [{ key: 'a', value: 'b', index }] })
const outcome: TxOutcome = {
	gasWanted: 2n ** 63n,
	gasUsed: 2n ** 64n - 1n,
	result: { data: Uint8Array.of(1), log: '[]', events: [event('done', false)] },
	error: undefined,
	anteEvents: [event('checked', false)],
}
const gas = { gasWanted: -(2n ** 63n), gasUsed: -1n }

test('the gas of a result is cut to signed 64 bits, and its events are marked for an index unless it is simulated', () => {
	const { data, log } = outcome.result!
	expect(txResult(outcome)).toEqual({ ...emptyTxResult, ...gas, data, log, events: [event('done', true)] })
	expect(simulationResult(outcome)).toEqual({ ...emptyTxResult, ...gas, data, log, events: [event('done', false)] })
	const least = { ...outcome, gasWanted: 2n ** 63n - 1n, gasUsed: 2n ** 65n + 7n }
	expect(txResult(least)).toMatchObject({ gasWanted: 2n ** 63n - 1n, gasUsed: 7n })
})

test('the result of a transaction that fails has its reason and the events of its checks, a simulation only the reason', () => {
	const error = sdkErrors.outOfGas.wrap('no gas')
	const failed = { ...outcome, result: undefined, error }
	const reason = { ...emptyTxResult, ...gas, codespace: 'sdk', code: 11, log: 'no gas: out of gas' }
	expect(txResult(failed)).toEqual({ ...reason, events: [event('checked', false)] })
	expect(simulationResult(failed)).toEqual({ ...reason, error: 'no gas: out of gas' })
})

test('an event is emitted without a mark for an index, which it gets in the result of a transaction that succeeds', () => {
	const list = new EventList()
	list.emit('done', [['a', 'b']])
	expect(list.events).toEqual([event('done', false)])
	expect(markForIndex(list.events)).toEqual([event('done', true)])
})
