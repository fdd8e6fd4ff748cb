import { describe, expect, it } from 'vitest'
import { broadcastResponse, resultResponse, txResponse } from '../../../../src/cli/tx/txResponse.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import type { TxResult } from '../../../../src/wire/txs.ts'

const empty = {
	height: '0',
	txhash: 'AB',
	codespace: '',
	code: 0,
	data: '',
	raw_log: '',
	logs: [],
	info: '',
	gas_wanted: '0',
	gas_used: '0',
	tx: null,
	timestamp: '',
	events: [],
}

describe('a response as the framework prints it', () => {
	it('a response as the framework prints it has its empty values where the node left a field out', () => {
		expect(resultResponse('AB', '5', {})).toEqual({ ...empty, height: '5' })
		const absent: TxResult = { data: null, events: null, log: undefined }
		expect(resultResponse('AB', '5', absent)).toEqual({ ...empty, height: '5' })
		expect(broadcastResponse({ hash: 'AB', code: 0, codespace: '', log: '', data: '' })).toEqual(empty)
	})

	it('a response as the framework prints it has events whose keys and values may be null', () => {
		const events = [
			{ type: 'a' },
			{ type: 'b', attributes: null },
			{ type: 'c', attributes: [{ key: 'aw==', value: 'dg==', index: true }, { key: null, value: null }, {}] },
		]
		expect(resultResponse('AB', '5', { events }).events).toEqual([
			{ type: 'a', attributes: [] },
			{ type: 'b', attributes: [] },
			{
				type: 'c',
				attributes: [
					{ key: 'aw==', value: 'dg==', index: true },
					{ key: null, value: null, index: false },
					{ key: null, value: null, index: false },
				],
			},
		])
	})

	it.each([
		['[{"msg_index":1,"log":"x","events":[{"type":"t"}]}]', [{ msg_index: 1, log: 'x', events: [{ type: 't' }] }]],
		['[{}]', [{ msg_index: 0, log: '', events: [] }]],
		['[{"msg_index":null,"log":null,"events":null}]', [{ msg_index: 0, log: '', events: [] }]],
		['[null]', []],
		['{"a":1}', []],
		['out of gas in location: ReadFlat', []],
	])('a response as the framework prints it has the log %s as entries', (log, logs) => {
		expect(resultResponse('AB', '5', { log })).toMatchObject({ raw_log: log, logs })
	})

	it('a response as the framework prints it has the data in hexadecimal, and nothing for what is no base64', () => {
		const data = (text: string) => resultResponse('AB', '5', { data: text }).data
		expect([data('q80='), data('*')]).toEqual(['ABCD', ''])
	})

	it('a response as the framework prints it has the data of a broadcast as the node tells it, which is hexadecimal', () => {
		const sent = { hash: 'AB', code: 0, codespace: '', log: '', data: 'ABCD' }
		expect(broadcastResponse(sent)).toEqual({ ...empty, data: 'ABCD' })
	})

	it('a response as the framework prints it has null for bytes that are no transaction, and the whole second of the block', () => {
		for (const tx of ['q80=', '*']) {
			const wire = { hash: 'abcd', height: '7', index: 0, tx_result: { code: 2 }, tx }
			expect(txResponse(wire, '2026-11-21T02:00:00.123456789Z', createRegistry())).toEqual({
				...empty,
				height: '7',
				txhash: 'ABCD',
				code: 2,
				timestamp: '2026-11-21T02:00:00Z',
				tx: tx === '*' ? expect.anything() : null,
			})
		}
	})
})
