import { create } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { expect, test } from 'vitest'
import type { TxResult } from '../../../../src/abci/Application.ts'
import { broadcastResponse, txResponse } from '../../../../src/api/services/txResponse.ts'

const hash = new Uint8Array(32).fill(0xab)

function result(changes: Partial<TxResult>): TxResult {
	return {
		code: 0,
		codespace: '',
		data: new Uint8Array(0),
		log: '',
		info: '',
		gasWanted: 0n,
		gasUsed: 0n,
		events: [],
		...changes,
	}
}

test('the response has the logs of the messages of a success log', () => {
	const log =
		'[{"events":[{"type":"message","attributes":[{"key":"action","value":"a"},{"key":"module"}]}]},{"msg_index":1,"log":"x"}]'
	const { logs, rawLog } = txResponse(result({ log }), { hash, height: 7 })
	expect(rawLog).toBe(log)
	expect(logs.map(({ msgIndex, log: text }) => [msgIndex, text])).toEqual([
		[0, ''],
		[1, 'x'],
	])
	expect(logs[0]!.events[0]!.attributes.map(({ key, value }) => [key, value])).toEqual([
		['action', 'a'],
		['module', ''],
	])
})

test.each(['out of gas', '', '[broken', '{"a":1}'])('a log that is no list of messages has none: %j', (log) => {
	expect(txResponse(result({ log, code: 11 }), { hash, height: 0 }).logs).toEqual([])
})

test('the response keeps bytes of events that are not text', () => {
	const events = [{ type: 'tx', attributes: [{ key: 'k', value: '\udcff', index: true }] }]
	const [event] = txResponse(result({ events }), { hash, height: 1 }).events
	expect(event!.attributes[0]!.value).toEqual(Uint8Array.of(0xff))
})

test('a broadcast that nobody waited for has its hash alone', () => {
	expect(broadcastResponse(hash, undefined)).toMatchObject({ txhash: 'AB'.repeat(32), code: 0, rawLog: '', logs: [] })
})

test('the response has everything of a result, and of its block what is told', () => {
	const made = {
		code: 5,
		codespace: 'sdk',
		data: Uint8Array.of(0xab, 1),
		log: 'refused',
		info: 'more',
		gasWanted: 7n,
		gasUsed: 3n,
	}
	const shown = {
		height: 9n,
		txhash: 'AB'.repeat(32),
		code: 5,
		codespace: 'sdk',
		data: 'AB01',
		rawLog: 'refused',
		info: 'more',
		gasWanted: 7n,
		gasUsed: 3n,
	}
	const bare = txResponse(result(made), { hash, height: 9 })
	expect(bare).toMatchObject({ ...shown, timestamp: '' })
	expect(bare.tx).toBeUndefined()
	const tx = create(AnySchema, { typeUrl: '/a', value: Uint8Array.of(1) })
	const whole = txResponse(result(made), { hash, height: 9, tx, timestamp: '2026-11-21T02:00:00Z' })
	expect(whole).toMatchObject({ ...shown, timestamp: '2026-11-21T02:00:00Z', tx })
	expect(broadcastResponse(hash, result(made))).toMatchObject({
		height: 0n,
		txhash: shown.txhash,
		code: 5,
		codespace: 'sdk',
		data: 'AB01',
		rawLog: 'refused',
		gasWanted: 0n,
		info: '',
	})
})
