import { expect, test } from 'vitest'
import { emptyTxResult, type TxResult } from '../../../../src/abci/Application.ts'
import {
	paramUpdatesJson,
	sparseTxResultJson,
	txResultJson,
	validatorUpdatesJson,
} from '../../../../src/api/rpc/json/resultJson.ts'
import { writeCompactJson } from '../../../../src/codec/goJson/writeJson.ts'

const events = [{ type: 'e', attributes: [{ key: 'k', value: 'v', index: true }] }]
const shownEvents = '[{"type":"e","attributes":[{"key":"aw==","value":"dg==","index":true}]}]'
const full: TxResult = {
	...{ code: 1, codespace: 'c', data: Uint8Array.of(1), log: 'l', info: 'i', gasWanted: 1n, gasUsed: 1n, events },
}

test('the result of a transaction is shown with all its members, and without data as an empty text only where a check passed', () => {
	const shown = (result: TxResult, of: 'check' | 'deliver') => writeCompactJson(txResultJson(result, of))
	const bare = (code: number, data: string) =>
		`{"code":${code},"data":${data},"log":"","info":"","gas_wanted":"0","gas_used":"0","events":[],"codespace":""}`
	expect(shown(emptyTxResult, 'check')).toBe(bare(0, '""'))
	expect(shown(emptyTxResult, 'deliver')).toBe(bare(0, 'null'))
	expect(shown({ ...emptyTxResult, code: 1 }, 'check')).toBe(bare(1, 'null'))
	expect(shown({ ...emptyTxResult, code: 1 }, 'deliver')).toBe(bare(1, 'null'))
	expect(shown(full, 'check')).toBe(
		`{"code":1,"data":"AQ==","log":"l","info":"i","gas_wanted":"1","gas_used":"1","events":${shownEvents},"codespace":"c"}`,
	)
})

// tendermint v0.34.15 abci/types: `omitempty` in the JSON of an event's result.
test('the result inside an event of a transaction is shown without members that are nothing', () => {
	const shown = (result: TxResult) => writeCompactJson(sparseTxResultJson(result))
	expect(shown(emptyTxResult)).toBe('{}')
	expect(shown(full)).toBe(
		`{"code":1,"data":"AQ==","log":"l","info":"i","gas_wanted":"1","gas_used":"1","events":${shownEvents},"codespace":"c"}`,
	)
	for (const [member, text] of [
		['code', '{"code":1}'],
		['data', '{"data":"AQ=="}'],
		['log', '{"log":"l"}'],
		['info', '{"info":"i"}'],
		['gasWanted', '{"gas_wanted":"1"}'],
		['gasUsed', '{"gas_used":"1"}'],
		['events', `{"events":${shownEvents}}`],
		['codespace', '{"codespace":"c"}'],
	] as const) {
		expect(shown({ ...emptyTxResult, [member]: full[member] })).toBe(text)
	}
})

test('an update of validators is shown without a power of 0, and one of parameters with the parts that it has', () => {
	const update = (power: bigint) => writeCompactJson(validatorUpdatesJson([{ pubKey: Uint8Array.of(1), power }]))
	const key = '"pub_key":{"Sum":{"type":"tendermint.crypto.PublicKey_Ed25519","value":{"ed25519":"AQ=="}}}'
	expect([update(0n), update(1n)]).toEqual([`[{${key}}]`, `[{${key},"power":"1"}]`])
	expect(writeCompactJson(paramUpdatesJson({}))).toBe('{}')
	expect(writeCompactJson(paramUpdatesJson({ version: { appVersion: 0n } }))).toBe('{"version":{}}')
	const whole = {
		block: { maxBytes: 1n, maxGas: -1n },
		evidence: { maxAgeNumBlocks: 2n, maxAgeDuration: 3n, maxBytes: 4n },
		validator: { pubKeyTypes: ['ed25519'] },
		version: { appVersion: 1n },
	}
	expect(writeCompactJson(paramUpdatesJson(whole))).toBe(
		'{"block":{"max_bytes":"1","max_gas":"-1"},' +
			'"evidence":{"max_age_num_blocks":"2","max_age_duration":"3","max_bytes":"4"},' +
			'"validator":{"pub_key_types":["ed25519"]},"version":{"app_version":"1"}}',
	)
})
