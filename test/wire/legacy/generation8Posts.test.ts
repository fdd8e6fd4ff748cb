import { afterAll, beforeAll, expect, test } from 'vitest'
import { golden, type LegacyNode, sendAndMine, startLegacyNode } from './legacyNode.ts'
import type { RecordedRequest } from './recordedRest.ts'

interface Row {
	readonly name: string
	readonly request: RecordedRequest
}

let legacy: LegacyNode
beforeAll(async () => {
	legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
	await legacy.mineTo(3)
})
afterAll(() => legacy.close())

function recorded(file: string, name: string): { readonly tx: Record<string, unknown>; readonly mode: string } {
	const rows = JSON.parse(golden(`legacy/rest8-${file}.json`)) as readonly Row[]
	return JSON.parse(String(rows.find((row) => row.name === name)!.request.body))
}

async function post(
	node: LegacyNode,
	tx: unknown,
	mode: string,
): Promise<readonly [status: number, body: Record<string, unknown>]> {
	const body = JSON.stringify({ tx, mode })
	const reply = await sendAndMine(node, node.port8, { method: 'POST', path: '/txs', headers: {}, body })
	return [reply.status, JSON.parse(reply.body)]
}

test('generation 8 dies of a multisignature that cannot be read, once its fee could be paid', async () => {
	const { tx } = recorded('txs-post', 'block, multisig')
	const [signature] = tx.signatures as readonly object[]
	const broken = (more: object = {}) => ({ ...tx, signatures: [{ ...signature, signature: 'CgUIAw==' }], ...more })
	const panic = { code: 111222, raw_log: 'panic' }
	const hash = { height: '0', txhash: expect.stringMatching(/^[0-9A-F]{64}$/) }
	expect(await post(legacy, broken(), 'sync')).toEqual([200, { ...hash, ...panic }])
	expect(await post(legacy, broken(), 'block')).toEqual([200, { ...hash, codespace: 'undefined', ...panic }])
	expect(await post(legacy, broken(), 'async')).toEqual([200, hash])
	// What is refused before signatures are looked at stays as it is.
	const fee = { amount: [{ denom: 'uchain', amount: '1' }], gas: '400000' }
	expect(await post(legacy, broken({ fee }), 'sync')).toMatchObject([200, { code: 13 }])
	const { signatures } = broken()
	expect(await post(legacy, broken({ signatures: [...signatures, ...signatures] }), 'sync')).toMatchObject([
		200,
		{
			code: 4,
			raw_log: expect.stringMatching(/^unauthorized: wrong number of signers; expected \[[0-9A-F]{40}\], got 2$/),
		},
	])
})

test('generation 8 tells of a key that has another length than its type', async () => {
	const { tx } = recorded('txs-post', 'async')
	const keyOf = (type: string, bytes: number, value = Buffer.alloc(bytes, 2).toString('base64')) => ({
		type: `tendermint/${type}`,
		value: value as unknown,
	})
	const many = (...pubkeys: unknown[]) => ({
		type: 'tendermint/PubKeyMultisigThreshold',
		value: { threshold: '1', pubkeys },
	})
	const told = async (pub_key: unknown) => (await post(legacy, { ...tx, signatures: [{ pub_key }] }, 'sync'))[1].error
	const mismatch = (got: number, want: number) =>
		`decodeReflectJSONArray: byte-length mismatch, got ${got} want ${want}`
	expect(await told(keyOf('PubKeySecp256k1', 32))).toBe(mismatch(32, 33))
	expect(await told(keyOf('PubKeySecp256k1', 34))).toBe(mismatch(34, 33))
	expect(await told(keyOf('PubKeyEd25519', 33))).toBe(mismatch(33, 32))
	expect(await told(keyOf('PubKeyEd25519', 31))).toBe(mismatch(31, 32))
	expect(await told({ ...keyOf('PubKeyEd25519', 0), value: [1, 2, 3] })).toBe(mismatch(3, 32))
	const [short, right] = [keyOf('PubKeySecp256k1', 5), keyOf('PubKeySecp256k1', 33)]
	expect(await told(many(right, keyOf('PubKeyEd25519', 32), short, keyOf('PubKeyEd25519', 1)))).toBe(mismatch(5, 33))
	expect(await told(many(many(right), many(right, keyOf('PubKeyEd25519', 30))))).toBe(mismatch(30, 32))
})

test('a transaction that was short of funds at a height whose state is gone tells of the denomination alone', async () => {
	const flags = { pruning: 'everything' } as const
	const pruned = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'), { flags })
	try {
		await pruned.mineTo(3)
		const { tx, mode } = recorded('txs-funds', 'a denomination short')
		const [, posted] = await post(pruned, tx, mode)
		const read = async () => {
			const asked = { method: 'GET', path: `/txs/${String(posted.txhash)}`, headers: {} }
			return JSON.parse((await sendAndMine(pruned, pruned.port8, asked)).body)
		}
		const all =
			'insufficient funds: insufficient account funds; 5000000busd,77frozen,999997000uchain,12zzz < 78frozen: failed to execute message; message index: 0'
		expect(posted).toMatchObject({ raw_log: all })
		await pruned.mineTo(30)
		expect(await read()).toMatchObject({
			raw_log: all.replace('5000000busd,77frozen,999997000uchain,12zzz', '77frozen'),
		})
	} finally {
		await pruned.close()
	}
})
