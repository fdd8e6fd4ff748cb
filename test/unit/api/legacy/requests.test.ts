import { expect, test } from 'vitest'
import { emptyTxResult } from '../../../../src/abci/Application.ts'
import { createLegacyHandler8 } from '../../../../src/api/legacy/generation8/createLegacyHandler8.ts'
import { createLegacyHandler9 } from '../../../../src/api/legacy/generation9/createLegacyHandler9.ts'
import type { LegacyParts } from '../../../../src/api/legacy/LegacyAnswer.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { toHexUpper } from '../../../../src/util/bytes.ts'
import { alice } from '../../app/testChain.ts'
import { legacyAsker } from './legacyAsker.ts'

/** What a pool was handed, and the hashes of what of it is in a block. */
const handed: Uint8Array[] = []
const delivered = new Set<string>()
const pool = {
	mempoolSize: async () => ({ count: 0 }),
	broadcastTxSync: async (tx: Uint8Array) => {
		handed.push(tx)
		return emptyTxResult
	},
}
const chain = {
	status: async () => ({ chainId: 'chain-1', height: 1, catchingUp: false }),
	tx: async (hash: Uint8Array) => (delivered.has(toHexUpper(hash)) ? { height: 1, result: emptyTxResult } : undefined),
}
const parts = { registry: createRegistry(), settings: defaultChainSettings, chain, pool } as unknown as LegacyParts
const ask = legacyAsker({ chain, pool })

test.each([8, 9] as const)(
	'a handler of generation %d says whether it has answered, and generation 8 answers everything',
	async (generation) => {
		const handler = generation === 8 ? createLegacyHandler8(parts) : createLegacyHandler9(parts)
		const asked = async (method: string, path: string) => {
			const sent: unknown[] = []
			const request = { method, path, rawQuery: '', headers: {}, body: async () => new Uint8Array(0) }
			const isAnswered = await handler(request, { send: (...answer) => void sent.push(answer) })
			return [isAnswered, sent]
		}
		expect(await asked('GET', '/syncing')).toMatchObject([true, [[200, expect.anything(), '{"syncing":false}']]])
		const notFound = [
			['Content-Type', 'text/plain; charset=utf-8'],
			['X-Content-Type-Options', 'nosniff'],
		]
		const other = await asked('GET', '/never')
		if (generation === 9) return expect(other).toEqual([false, []])
		expect(other).toEqual([true, [[404, notFound, '404 page not found\n']]])
		for (const [method, path] of [
			['POST', '/syncing'],
			['PUT', '/txs'],
			['GET', '/bank/accounts/x/transfers'],
		] as const) {
			expect(await asked(method, path), path).toEqual([true, [[405, [], '']]])
		}
	},
)

const key = (length: number) => ({ type: 'chain/PubKeySecp256k1', value: Buffer.alloc(length, 2).toString('base64') })
const greeting = (owner: string) => ({ type: 'greet/CreateGreet', value: { message: 'hello', owner } })

/** A body of `POST /txs` of one greeting with this signature, and other members before all. */
function bodyOf(signature: object, others: object = {}, msg: readonly unknown[] = [greeting(alice.text)]): string {
	const fee = { amount: [], gas: '1' }
	return JSON.stringify({ tx: { ...others, msg, fee, signatures: [signature], memo: '' }, mode: 'sync' })
}

test('generation 8 refuses a key of a wrong length by the first there is, and passes over what only looks like one', async () => {
	const told = async (signature: object, others?: object) =>
		ask(8, '/txs', bodyOf({ signature: '', ...signature }, others))
	const mismatch = (got: number, want: number) => [
		400,
		{ error: `decodeReflectJSONArray: byte-length mismatch, got ${got} want ${want}` },
	]
	expect(await told({ pub_key: key(32) })).toEqual(mismatch(32, 33))
	expect(await told({ pub_key: { type: 'chain/PubKeyEd25519', value: key(33).value } })).toEqual(mismatch(33, 32))
	for (const before of [
		{ type: 'chain/Other', value: 'AAAA' },
		{ type: 5, value: 'AAAA' },
		{ value: 'AAAA' },
		{ type: 'chain/PubKeySecp256k1' },
		{ type: 'chain/PubKeySecp256k1', value: null },
		{ type: 'chain/PubKeySecp256k1', value: 5 },
		{ type: 'chain/PubKeySecp256k1', value: {} },
		{ type: 'chain/PubKeySecp256k1', value: '!' },
		{ type: 'chain/PubKeySecp256k1', value: ['x'] },
		key(33),
		[],
		['x', 5, null],
	]) {
		expect(await told({ pub_key: key(7) }, { other: before }), JSON.stringify(before)).toEqual(mismatch(7, 33))
	}
	for (const before of [
		key(5),
		[key(5)],
		{ more: { of: [null, key(5)] } },
		{ Type: key(0).type, VALUE: [1, 2, 3, 4, 5] },
	]) {
		expect(await told({ pub_key: key(7) }, { other: before }), JSON.stringify(before)).toEqual(mismatch(5, 33))
	}
})

test('a transaction that is no object is refused with the words of the decoder', async () => {
	for (const tx of [5, '"x"', '[]', 'true']) {
		const [status, body] = await ask(8, '/txs', `{"tx":${tx},"mode":"sync"}`)
		expect([status, body]).toEqual([400, { error: expect.stringContaining('cannot unmarshal') }])
	}
})

test('generation 8 refuses a transaction that it has taken and that was delivered, and no other', async () => {
	const post = async (memo: string) => {
		const tx = { msg: [], fee: { amount: [], gas: '1' }, signatures: [], memo }
		const [status, body] = await ask(8, '/txs', JSON.stringify({ tx, mode: 'sync' }))
		const { code = 0, txhash } = body as { code?: number; txhash: string }
		return [status, code, txhash] as const
	}
	const [, , id] = await post('once')
	expect(await post('once')).toEqual([200, 0, id])
	delivered.add(toHexUpper(sha256(handed[0]!)))
	expect(await post('once')).toEqual([200, 19, id])
	expect(await post('twice')).toEqual([200, 0, expect.not.stringMatching(id)])
	expect(handed).toHaveLength(3)
})
