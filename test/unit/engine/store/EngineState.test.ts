import { expect, it } from 'vitest'
import { noBlockId } from '../../../../src/chain/faults.ts'
import { emptyHash } from '../../../../src/chain/hash/blockHashes.ts'
import { parseGenesis } from '../../../../src/chain/parseGenesis.ts'
import {
	decodeState,
	type EngineState,
	encodeState,
	paramsAt,
	parseStateJson,
	stateJson,
	withParamUpdates,
} from '../../../../src/engine/store/EngineState.ts'
import { validatorKeyFromSecret } from '../../../../src/engine/validatorKey.ts'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { kvGenesis } from '../testEngine.ts'

const { address, pubKey } = validatorKeyFromSecret('a key of a test')
const { consensusParams, genesisTime } = parseGenesis(kvGenesis())
const state: EngineState = {
	height: 7,
	earliestHeight: 3,
	time: genesisTime,
	blockId: noBlockId,
	appHash: Uint8Array.of(1, 255),
	lastResultsHash: emptyHash,
	appVersion: 2n,
	validators: [{ address, pubKey, power: -5n, proposerPriority: 0n }],
	params: [{ from: 1, params: consensusParams }],
}

it('the state of an engine is read as it was written, with the layout 1', () => {
	expect(decodeState(encodeState(state))).toEqual(state)
	expect(fromUtf8(encodeState(state))).toMatch(/^\{"layout":1,"height":7,.*"appHash":"x01ff",.*"power":"-5n"/)
})

it('the state of an engine that a newer program wrote with another layout is refused', () => {
	const of = (layout: number) => utf8(fromUtf8(encodeState(state)).replace('"layout":1', `"layout":${layout}`))
	expect(decodeState(of(1)).height).toBe(7)
	expect(() => decodeState(of(2))).toThrow(
		expect.objectContaining({
			message: 'This home was written by a newer version of chain-tui.',
			why: 'Its chain database has layout 2; this version reads up to 1.',
			next: 'Update chain-tui, or use another --home.',
		}),
	)
})

it('a record of the engine keeps amounts, bytes and texts apart', () => {
	const value = {
		amount: -12n,
		bytes: Uint8Array.of(0, 171),
		none: new Uint8Array(0),
		texts: ['12', 'n', '1.5n', 'xyz'],
	}
	expect(stateJson(value)).toBe('{"amount":"-12n","bytes":"x00ab","none":"x","texts":["12","n","1.5n","xyz"]}')
	expect(parseStateJson(stateJson(value))).toEqual(value)
	// A Buffer makes an object of itself for JSON.
	expect(stateJson({ bytes: Buffer.from([1, 2]) })).toBe('{"bytes":"x0102"}')
})

it('the parameters in force at a height are the newest from then or before, and change only by what differs', () => {
	const { block } = consensusParams
	const updates = { block: { ...block, maxGas: 9n } }
	const changed = withParamUpdates(state.params, updates, 5)
	expect(changed).toEqual([...state.params, { from: 5, params: { ...consensusParams, ...updates } }])
	const at = (height: number) => paramsAt({ ...state, params: changed }, height).block.maxGas
	expect([0, 1, 4, 5, 6].map(at)).toEqual([block.maxGas, block.maxGas, block.maxGas, 9n, 9n])
	const { evidence } = consensusParams
	for (const one of [
		{ evidence: { ...evidence, maxBytes: 77n } },
		{ validator: { pubKeyTypes: ['secp256k1'] } },
		{ version: { appVersion: 8n } },
	] as const) {
		expect(withParamUpdates(state.params, one, 5).at(-1)).toEqual({ from: 5, params: { ...consensusParams, ...one } })
	}
	for (const none of [undefined, {}, { block }]) expect(withParamUpdates(state.params, none, 5)).toBe(state.params)
})
