import { beforeEach, describe, expect, test } from 'vitest'
import type { TxSummary } from '../../../../src/client/ChainClient.ts'
import { TxReader } from '../../../../src/client/queries/TxReader.ts'
import type { RpcConnection } from '../../../../src/client/rpc/RpcConnection.ts'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { txHash } from '../../../../src/client/tx/broadcast.ts'
import { TxTracker } from '../../../../src/client/tx/TxTracker.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { toBase64, utf8 } from '../../../../src/util/bytes.ts'

const bytes = utf8('a transaction')
const hash = txHash(bytes)

/** What the node has: its index, its mempool, and how many it says are in the mempool. */
const node = {
	indexed: false,
	mempool: [] as Uint8Array[],
	total: undefined as number | undefined,
	isUp: true,
	asked: 0,
}
let held = 0
let tracker: TxTracker

beforeEach(() => {
	Object.assign(node, { indexed: false, mempool: [], total: undefined, isUp: true, asked: 0 })
	held = 0
	const call = async (method: string): Promise<unknown> => {
		if (method === 'tx') node.asked++
		if (!node.isUp) throw new UserError('The node does not answer.')
		if (method === 'unconfirmed_txs') {
			const txs = node.mempool.length === 0 ? null : node.mempool.map(toBase64)
			return { total: String(node.total ?? node.mempool.length), txs }
		}
		if (method === 'blockchain') return { block_metas: [] }
		if (node.indexed) return { hash, height: '9', index: 0, tx: toBase64(bytes), tx_result: {} }
		throw new RpcError(-32603, 'Internal error', `tx (${hash}) not found`)
	}
	const connection = {
		kind: 'remote',
		name: 'test',
		call,
		subscribe: () => () => {},
		close() {},
	} as unknown as RpcConnection
	tracker = new TxTracker(connection, new TxReader(connection, createRegistry()), () => {
		held++
		return () => void held--
	})
})

/** How a wait stands after all that was asked has been answered. */
async function stands(wait: Promise<TxSummary | undefined>): Promise<TxSummary | string | undefined> {
	await new Promise((resolve) => setImmediate(resolve))
	return Promise.race([wait, Promise.resolve('waits')])
}

async function blocks(count: number, ...txs: readonly TxSummary[]): Promise<void> {
	for (let block = 0; block < count; block++) await tracker.onBlock(txs)
}

describe('a transaction that is waited for', () => {
	test('ends the wait with its block, for all who wait, and the blocks are followed no longer', async () => {
		const waits = [tracker.wait(hash), tracker.wait(hash)]
		expect(held).toBe(1)
		await blocks(1, { hash: 'ANOTHER' } as TxSummary)
		expect(await stands(waits[0]!)).toBe('waits')
		await blocks(1, { hash, height: 3 } as TxSummary)
		for (const wait of waits) expect(await wait).toMatchObject({ hash, height: 3 })
		expect(held).toBe(0)
	})

	test('a transaction that is waited for is found in the index where its block was missed', async () => {
		const wait = tracker.wait(hash)
		await tracker.lookUpAll()
		expect(await stands(wait)).toBe('waits')
		node.indexed = true
		await tracker.lookUpAll()
		expect(await wait).toMatchObject({ hash, height: 9 })
	})

	test('a transaction is waited for as long as it is in the mempool', async () => {
		node.mempool = [utf8('another'), bytes]
		const wait = tracker.wait(hash)
		await blocks(30)
		expect(await stands(wait)).toBe('waits')
		node.mempool = []
		node.indexed = true
		await blocks(5)
		expect(await wait).toMatchObject({ height: 9 })
	})

	test('a transaction that is waited for is given up when it was missed twice in a row: the node dropped it', async () => {
		const wait = tracker.wait(hash)
		await blocks(5)
		node.mempool = [bytes]
		await blocks(5)
		node.mempool = []
		await blocks(5)
		expect(await stands(wait)).toBe('waits')
		await blocks(5)
		expect(await wait).toBeUndefined()
		expect(held).toBe(0)
	})

	test('a transaction that is waited for is asked for at each fifth block, and at every look at all', async () => {
		const wait = tracker.wait(hash)
		const asked: number[] = []
		for (let block = 1; block <= 6; block++) {
			await blocks(1)
			asked.push(node.asked)
		}
		expect(asked).toEqual([0, 0, 0, 0, 1, 1])
		// Only at blocks it counts that the node has it no more.
		for (let look = 0; look < 3; look++) await tracker.lookUpAll()
		expect([node.asked, await stands(wait)]).toEqual([4, 'waits'])
	})

	test('may be in a mempool that is too large to be listed', async () => {
		node.mempool = [utf8('another')]
		node.total = 500
		const wait = tracker.wait(hash)
		await blocks(20)
		expect(await stands(wait)).toBe('waits')
	})

	test('a transaction that is waited for is not given up while the node does not answer', async () => {
		node.isUp = false
		const wait = tracker.wait(hash)
		await blocks(20)
		expect(await stands(wait)).toBe('waits')
		Object.assign(node, { isUp: true, indexed: true })
		await blocks(5)
		expect(await wait).toMatchObject({ hash })
	})

	test('a transaction that is waited for is forgotten when it was not sent, and another one is not', async () => {
		const wait = tracker.wait(hash)
		const other = tracker.wait('OTHER')
		tracker.forget(hash)
		tracker.forget('NOBODY WAITS FOR IT')
		expect(await wait).toBeUndefined()
		expect(held).toBe(1)
		tracker.close()
		await expect(other).rejects.toThrow('The connection to the node was closed.')
		expect(held).toBe(0)
	})

	test('a transaction that was sent before is told from its block, or once it is in one', async () => {
		node.indexed = true
		expect(await tracker.sent(hash)).toMatchObject({ hash, height: 9 })
		Object.assign(node, { indexed: false, mempool: [bytes] })
		const waits = tracker.sent(hash)
		expect(await stands(waits)).toBe('waits')
		await blocks(1, { hash, height: 10 } as TxSummary)
		expect(await waits).toEqual({ hash, height: 10 })
		expect(held).toBe(0)
	})

	test('a transaction that was sent before is told from its block while the mempool still lists it', async () => {
		Object.assign(node, { indexed: true, mempool: [bytes] })
		expect(await stands(tracker.sent(hash))).toMatchObject({ hash, height: 9 })
	})

	test('a transaction that was sent before is told too when its block is made between the questions', async () => {
		const told = tracker.sent(hash)
		node.indexed = true
		expect(await told).toMatchObject({ hash, height: 9 })
	})

	test('a transaction that the node has neither in a block nor in its mempool is none, and is waited for no more', async () => {
		expect(await tracker.sent(hash)).toBeUndefined()
		expect([node.asked, held]).toEqual([2, 0])
		node.isUp = false
		await expect(tracker.sent(hash)).rejects.toThrow('The node does not answer.')
		expect(held).toBe(0)
	})

	test('rejects all who wait when the client is closed', async () => {
		const waits = [tracker.wait(hash), tracker.wait(hash)]
		tracker.close()
		for (const wait of waits) await expect(wait).rejects.toThrow(UserError)
	})
})
