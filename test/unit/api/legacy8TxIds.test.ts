import { create } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { TxIds } from '../../../src/api/legacy/generation8/TxIds.ts'
import type { LegacyParts } from '../../../src/api/legacy/LegacyAnswer.ts'
import { unsignedTx } from '../../../src/client/tx/prepare.ts'
import { singleSignerInfo } from '../../../src/client/tx/signerInfo.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { txBytesOf } from '../../../src/codec/txJson/txJson.ts'
import { sha256 } from '../../../src/crypto/hash.ts'
import { AuthInfoSchema, SignerInfoSchema, TxSchema } from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { toHex } from '../../../src/util/bytes.ts'

const keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
const { key } = await keyring.create('alice')

const greeting = { typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message: 'hello', owner: key.address } }

/** Bytes of a transaction that generation 8 could have had; their id there is not their hash here. */
function txOf(
	memo: string,
	messages: Parameters<typeof unsignedTx>[0]['messages'] = [greeting],
	mode: 'amino-json' | 'direct' = 'amino-json',
): Uint8Array {
	const unsigned = unsignedTx(
		{ messages, memo, timeoutHeight: 0n, feeGranter: '' },
		{ fee: [{ denom: 'uchain', amount: '1' }], gas: 1n },
	)
	const signerInfos = [create(SignerInfoSchema, singleSignerInfo(key, mode, 0n))]
	const authInfo = create(AuthInfoSchema, { ...unsigned.authInfo!, signerInfos })
	return txBytesOf(create(TxSchema, { body: unsigned.body!, authInfo, signatures: [new Uint8Array(64)] }))
}

/** A chain of these blocks, each a list of transactions. It notes which blocks are read. */
function chainOf(...blocks: readonly (readonly Uint8Array[])[]) {
	const chain = { blocks: [...blocks], earliest: 1, read: [] as number[], broken: 0, codes: new Map<string, number>() }
	const reader = {
		status: async () => ({ height: chain.blocks.length, earliestHeight: chain.earliest }),
		block: async (height: number) => {
			if (height === chain.broken) throw new Error(`block ${height} cannot be read`)
			chain.read.push(height)
			return { txs: chain.blocks[height - 1]! }
		},
		blockMeta: async (height: number) => {
			const txs = chain.blocks[height - 1]
			return txs && { blockId: { hash: sha256(Buffer.concat([Uint8Array.of(height), ...txs])) } }
		},
		tx: async (hash: Uint8Array) => {
			const height = chain.blocks.findIndex((txs) => txs.some((tx) => toHex(sha256(tx)) === toHex(hash))) + 1
			return height === 0 ? undefined : { height, result: { code: chain.codes.get(toHex(hash)) ?? 0 } }
		},
	}
	const parts = { registry: createRegistry(), settings: defaultChainSettings, chain: reader } as unknown as LegacyParts
	return { chain, ids: new TxIds(parts) }
}

describe('transactions by the ids of generation 8', () => {
	const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((memo) => txOf(memo)) as [
		Uint8Array,
		Uint8Array,
		Uint8Array,
		Uint8Array,
	]

	test('a transaction is found by its hash here and by its id there, each block being read once', async () => {
		const { chain, ids } = chainOf([a], [], [b, c])
		expect(toHex(ids.idOf(a))).not.toBe(toHex(sha256(a)))
		expect(await ids.find(sha256(a))).toMatchObject({ height: 1 })
		expect(chain.read).toEqual([])
		expect(await ids.find(ids.idOf(b))).toMatchObject({ height: 3 })
		expect(chain.read).toEqual([3])
		expect(await ids.find(ids.idOf(a))).toMatchObject({ height: 1 })
		expect(await ids.find(ids.idOf(d))).toBeUndefined()
		expect(chain.read).toEqual([3, 2, 1])
		chain.blocks.push([d])
		expect(await ids.find(ids.idOf(d))).toMatchObject({ height: 4 })
		expect(chain.read).toEqual([3, 2, 1, 4])
	})

	test('after the chain went back its new blocks are read, even where it is as high or higher again', async () => {
		for (const above of [[], [[]], [[], []]]) {
			const { chain, ids } = chainOf([a], [b], [c])
			expect(await ids.find(ids.idOf(a))).toMatchObject({ height: 1 })
			chain.blocks.splice(1, 2, [d], ...above)
			expect(await ids.find(ids.idOf(d)), `${chain.blocks.length} blocks`).toMatchObject({ height: 2 })
			expect(await ids.find(ids.idOf(c))).toBeUndefined()
			chain.blocks.push([b])
			expect(await ids.find(ids.idOf(b))).toMatchObject({ height: chain.blocks.length })
		}
	})

	test('a chain that went back below all that was read is read from its end on', async () => {
		const { chain, ids } = chainOf([], [], [], [c])
		expect(await ids.find(ids.idOf(c))).toMatchObject({ height: 4 })
		expect(chain.read).toEqual([4])
		chain.blocks.splice(0, 4, [a], [b])
		expect(await ids.find(ids.idOf(a))).toMatchObject({ height: 1 })
		expect(chain.read).toEqual([4, 2, 1])
	})

	test('the blocks of a chain of one block are read once', async () => {
		const { chain, ids } = chainOf([a])
		expect(await ids.find(ids.idOf(a))).toMatchObject({ height: 1 })
		expect(await ids.find(ids.idOf(b))).toBeUndefined()
		expect(chain.read).toEqual([1])
	})

	test('a block whose reading failed is read again', async () => {
		for (const broken of [1, 3]) {
			const { chain, ids } = chainOf([a], [b])
			expect(await ids.find(ids.idOf(b))).toMatchObject({ height: 2 })
			chain.blocks.push([c])
			chain.broken = broken
			const id = ids.idOf(broken === 1 ? a : c)
			await expect(ids.find(id)).rejects.toThrow(`block ${broken} cannot be read`)
			chain.broken = 0
			expect(await ids.find(id)).toMatchObject({ height: broken })
		}
	})

	test('blocks that are no longer kept are not asked for', async () => {
		const { chain, ids } = chainOf([a], [b], [c])
		chain.earliest = 2
		expect(await ids.find(ids.idOf(a))).toBeUndefined()
		expect(chain.read).toEqual([3, 2])
	})

	test('a posted transaction is delivered once it is in a block and has succeeded', async () => {
		const { chain, ids } = chainOf([])
		const id = ids.idOf(a)
		expect(await ids.isDelivered(id)).toBe(false)
		ids.post(id, sha256(a))
		expect(await ids.isDelivered(id)).toBe(false)
		chain.blocks.push([a])
		expect(await ids.isDelivered(id)).toBe(true)
		chain.codes.set(toHex(sha256(a)), 5)
		expect(await ids.isDelivered(id)).toBe(false)
		expect(await ids.isDelivered(ids.idOf(b))).toBe(false)
		expect(await ids.find(id)).toMatchObject({ height: 2 })
	})

	test('the oldest of more than a hundred thousand posted transactions are forgotten, and no longer refused', async () => {
		const { chain, ids } = chainOf([a, b])
		const [first, second] = [ids.idOf(a), ids.idOf(b)]
		ids.post(first, sha256(a))
		ids.post(second, sha256(b))
		const other = new Uint8Array(32)
		const view = new DataView(other.buffer)
		for (let i = 2; i < 100_000; i++) {
			view.setUint32(0, i)
			ids.post(other, sha256(c))
		}
		expect([await ids.isDelivered(first), await ids.isDelivered(second)]).toEqual([true, true])
		view.setUint32(0, 100_000)
		ids.post(other, sha256(c))
		expect([await ids.isDelivered(first), await ids.isDelivered(second)]).toEqual([false, true])
		expect([await ids.find(first), await ids.find(second)]).toMatchObject([undefined, { height: 1 }])
		// A full memory reads no block that is older.
		expect(chain.read).toEqual([])
	})

	test('bytes that generation 8 could not have had keep their hash as id', () => {
		const { ids } = chainOf()
		const value = { fromAddress: key.address, toAddress: key.address, amount: [], endTime: 1n, delayed: false }
		const newer = { typeUrl: '/cosmos.vesting.v1beta1.MsgCreateVestingAccount', value }
		for (const bytes of [
			Uint8Array.of(1, 2, 3),
			txOf('signed otherwise', [greeting], 'direct'),
			txOf('a message of today', [newer]),
			txOf('one of today and one of then', [greeting, newer]),
		])
			expect(toHex(ids.idOf(bytes))).toBe(toHex(sha256(bytes)))
		expect(toHex(ids.idOf(a))).not.toBe(toHex(sha256(a)))
	})
})
