import { expect, test } from 'vitest'
import { emptyTxResult } from '../../../../src/abci/Application.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { toHexUpper, utf8 } from '../../../../src/util/bytes.ts'
import { legacyAsker } from './legacyAsker.ts'

/** What a pool was handed. */
const handed: string[] = []
const pool = {
	mempoolSize: async () => ({ count: 0, bytes: 0 }),
	broadcastTxSync: async (tx: Uint8Array) => {
		handed.push(toHexUpper(sha256(tx)))
		return emptyTxResult
	},
}
const ask = legacyAsker({ pool, chain: { tx: async () => undefined } })

/** A post of a transaction whose memo is so long. */
function bodyOf(length: number, signatures: readonly object[] = [], mode = 'sync'): string {
	const fee = { amount: [], gas: '1' }
	return JSON.stringify({ tx: { msg: [], fee, signatures, memo: 'x'.repeat(length), timeout_height: '0' }, mode })
}

// tendermint v0.34.15 config max_tx_bytes
const most = 1_048_576

test('a transaction that no mempool takes is refused by generation 9 before it is converted, where it is signed', async () => {
	const body = bodyOf(most + 1)
	const refused = { txhash: toHexUpper(sha256(utf8(body))), codespace: 'sdk', code: 21, logs: null, events: null }
	expect(await ask(9, '/txs', body)).toEqual([200, refused])
	expect(await ask(9, '/txs', bodyOf(most + 1, [{ pub_key: null, signature: '' }]))).toEqual([
		400,
		{ error: 'signature 0 has no pub_key: the signer cannot be known without it' },
	])
	expect(handed.splice(0)).toEqual([])
	const [status, taken] = await ask(9, '/txs', bodyOf(most))
	expect([status, taken]).toEqual([200, expect.not.objectContaining({ code: 21 })])
	expect(handed.splice(0)).toEqual([(taken as { txhash: string }).txhash])
})

test('a transaction that no mempool takes is refused by generation 8 with its id there, after its mode is looked at', async () => {
	expect(await ask(8, '/txs', bodyOf(most + 1))).toEqual([
		200,
		{ height: '0', txhash: expect.stringMatching(/^[0-9A-F]{64}$/), code: 21 },
	])
	const unknown = 'unsupported return type never; supported types: sync, async, block'
	expect(await ask(8, '/txs', bodyOf(most + 1, [], 'never'))).toEqual([500, { error: unknown }])
	expect(handed.splice(0)).toEqual([])
	expect(await ask(8, '/txs', bodyOf(most))).toEqual([
		200,
		{ height: '0', txhash: expect.stringMatching(/^[0-9A-F]{64}$/) },
	])
	expect(handed.splice(0).length).toBe(1)
	// Generation 9 looks at the mode last.
	expect(await ask(9, '/txs', bodyOf(1, [], 'never'))).toEqual([500, { error: unknown }])
})
