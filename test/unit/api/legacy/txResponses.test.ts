import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { type Response8Options, txResponse8Json } from '../../../../src/api/legacy/generation8/txResponse8Json.ts'
import { txResponseJson } from '../../../../src/api/legacy/generation9/txResponseJson.ts'
import { TxResponseSchema } from '../../../../src/gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { utf8 } from '../../../../src/util/bytes.ts'

type Response = MessageInitShape<typeof TxResponseSchema>

const attributes = [
	{ key: 'action', value: 'a<b' },
	{ key: 'none', value: '' },
]
const logs = [{ events: [{ type: 'message', attributes }] }, { msgIndex: 1, log: 'told', events: [] }]

// cosmos-sdk v0.44.5 types/abci.pb.go and tendermint v0.34.15 abci/types: members with omitempty are left out when empty.
test('a response of generation 9 has every member that is not empty, and hash, logs and events always', () => {
	const read = (response: Response, tx?: string) => txResponseJson(create(TxResponseSchema, response), tx)
	expect(read({})).toBe('{"txhash":"","logs":null,"events":null}')
	expect(read({ rawLog: '[]' })).toBe('{"txhash":"","raw_log":"[]","logs":[],"events":null}')
	const events = [
		{ type: 'tx', attributes: [{ key: utf8('k'), value: utf8('v'), index: true }] },
		{ type: '', attributes: [{ key: utf8(''), value: utf8('v'), index: false }] },
		{ type: 'none', attributes: [] },
	]
	const whole = {
		...{ height: 7n, txhash: 'AB', codespace: 'sdk', code: 5, data: 'CD', rawLog: '[]', logs, info: 'i"' },
		...{ gasWanted: 9n, gasUsed: 8n, timestamp: '2026-01-01T00:00:00Z', events },
	}
	expect(read(whole, '{"type":"t"}')).toBe(
		'{"height":"7","txhash":"AB","codespace":"sdk","code":5,"data":"CD","raw_log":"[]","logs":[' +
			'{"events":[{"type":"message","attributes":[{"key":"action","value":"a\\u003cb"},{"key":"none"}]}]},' +
			'{"msg_index":1,"log":"told","events":null}],"info":"i\\"","gas_wanted":"9","gas_used":"8","tx":{"type":"t"},' +
			'"timestamp":"2026-01-01T00:00:00Z","events":[' +
			'{"type":"tx","attributes":[{"key":"aw==","value":"dg==","index":true}]},' +
			'{"attributes":[{"key":"","value":"dg==","index":false}]},{"type":"none"}]}',
	)
	expect(read({ logs: [{ events: [{ type: 'bare', attributes: [] }] }] })).toBe(
		'{"txhash":"","logs":[{"events":[{"type":"bare","attributes":null}]}],"events":null}',
	)
})

test('a response of generation 8 has a height and a hash always, and its logs where it has succeeded', () => {
	const read = (response: Response, options: Partial<Response8Options> = {}) =>
		txResponse8Json(create(TxResponseSchema, { txhash: 'AB', ...response }), {
			signersHex: [],
			hasCodespace: true,
			...options,
		})
	expect(read({})).toBe('{"height":"0","txhash":"AB"}')
	const shown =
		'[{"msg_index":0,"log":"","events":[{"type":"message","attributes":[{"key":"action","value":"a\\u003cb"},{"key":"none"}]}]},' +
		'{"msg_index":1,"log":"","events":[]}]'
	expect(read({ height: 7n, rawLog: 'of today', logs, gasWanted: 9n, gasUsed: 8n })).toBe(
		`{"height":"7","txhash":"AB","raw_log":${JSON.stringify(shown)},"logs":${shown},"gas_wanted":"9","gas_used":"8"}`,
	)
	const bare = '[{"msg_index":0,"log":"","events":[]}]'
	expect(read({ logs: [{ events: [] }] })).toBe(
		`{"height":"0","txhash":"AB","raw_log":${JSON.stringify(bare)},"logs":${bare}}`,
	)
	// What waits has no logs yet.
	expect(read({ rawLog: '[]', gasWanted: 9n })).toBe('{"height":"0","txhash":"AB","raw_log":"[]","gas_wanted":"9"}')
	expect(read({ gasUsed: 8n })).toBe('{"height":"0","txhash":"AB"}')
	expect(read({}, { id: Uint8Array.of(0xcd, 0xef), tx: '{}', timestamp: 'then' })).toBe(
		'{"height":"0","txhash":"CDEF","tx":{},"timestamp":"then"}',
	)
})

test('a response of generation 8 tells a refusal with the code it had there, and its codespace to who waited', () => {
	const read = (code: number, codespace: string, rawLog: string, hasCodespace = true) => {
		const response = create(TxResponseSchema, { code, codespace, rawLog, logs })
		const {
			height: _height,
			txhash: _hash,
			...rest
		} = JSON.parse(txResponse8Json(response, { signersHex: [], hasCodespace }))
		return rest
	}
	const refusal = (codespace: string, code: number, raw_log: string) => ({ codespace, code, raw_log })
	expect(read(5, 'sdk', 'why: insufficient funds')).toEqual(refusal('sdk', 5, 'insufficient funds: why'))
	expect(read(5, 'sdk', 'why: insufficient funds', false)).toEqual({ code: 5, raw_log: 'insufficient funds: why' })
	// The mempool's own refusals have no text.
	expect(read(19, 'sdk', '')).toEqual({ code: 19 })
	expect(read(7, '', 'why')).toEqual({ code: 7, raw_log: 'why' })
	// The bank counted its errors from 1, whose texts are never told.
	expect(read(5, 'bank', 'why')).toEqual(refusal('bank', 4, 'why'))
	expect(read(2, 'bank', 'why')).toEqual(refusal('bank', 1, 'internal'))
	const unverified = 'unauthorized: signature verification failed; verify correct account sequence and chain-id'
	expect(read(32, 'sdk', 'account sequence mismatch: incorrect account sequence')).toEqual(
		refusal('sdk', 4, unverified),
	)
	expect(read(32, 'other', 'why')).toEqual(refusal('other', 32, 'why'))
})
