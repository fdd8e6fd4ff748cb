import { EthPool, type PooledTx } from '../../../../../src/api/eth/pool/EthPool.ts'
import { MempoolError } from '../../../../../src/chain/faults.ts'
import { sha256 } from '../../../../../src/crypto/hash.ts'
import type { EthTx } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { toHex, utf8 } from '../../../../../src/util/bytes.ts'

export const alice = new Uint8Array(20).fill(1)
export const bob = new Uint8Array(20).fill(2)

/** A transaction of a sender; its name makes it another one. */
export function txOf(nonce: number, { price = 10, name = '', from = alice, size = 0 } = {}): PooledTx {
	const text = `${from[0]} ${nonce} ${price} ${name}`
	const gasPrice = BigInt(price)
	const tx = { nonce: BigInt(nonce), gasPrice, gasFeeCap: gasPrice, gasTipCap: gasPrice } as EthTx
	return { tx, hash: sha256(utf8(text)), from, bytes: utf8(text.padEnd(size, '.')) }
}

/** A pool before a chain that this test makes blocks of. The mempool takes the nonces of a sender in order. */
export function poolOf({ takesBack = true } = {}) {
	const known = new Map<string, PooledTx>()
	const chain = {
		height: 7,
		now: 0,
		baseFee: 0n,
		isFull: false,
		isDown: false,
		refuses: '',
		/** What happens after the mempool has answered. */
		meanwhile: (): unknown => undefined,
		/** The nonce that the mempool expects of a sender, where it is another than the next one. */
		expects: (_who: string): bigint | undefined => undefined,
		/** Bytes of the largest transaction that it takes. */
		largest: 200_000,
		listeners: new Set<(event: unknown) => void>(),
	}
	/** Next nonces after the newest block. */
	const nonces = new Map([alice, bob].map((who) => [toHex(who), 0n]))
	let mempool: Uint8Array[] = []
	const itemOf = (bytes: Uint8Array): PooledTx => known.get(toHex(bytes))!
	const nextOf = (who: Uint8Array): bigint =>
		nonces.get(toHex(who))! + BigInt(mempool.filter((bytes) => toHex(itemOf(bytes).from) === toHex(who)).length)
	const broadcastTxSettled = async (bytes: Uint8Array) => {
		if (chain.isDown) throw new Error('the engine does not answer')
		const result = answer(bytes)
		chain.meanwhile()
		return result
	}
	const answer = (bytes: Uint8Array) => {
		const { tx, from } = itemOf(bytes)
		if (bytes.length > chain.largest) throw new MempoolError(21, 'Tx too large')
		if (chain.isFull) throw new MempoolError(20, 'mempool is full')
		const refused = (log: string) => ({ code: 5, codespace: 'sdk', log })
		if (chain.refuses === toHex(bytes)) return refused('insufficient funds')
		const next = chain.expects(toHex(from)) ?? nextOf(from)
		if (tx.nonce !== next) return refused(`invalid nonce; got ${tx.nonce}, expected ${next}`)
		if (tx.gasFeeCap! < chain.baseFee) return refused('the tx gasfeecap is lower than the tx baseFee: 1')
		mempool.push(bytes)
		return { code: 0, codespace: '', log: '' }
	}
	const takeBack = async (keys: readonly string[]): Promise<number> => {
		const before = mempool.length
		mempool = mempool.filter((bytes) => !keys.includes(toHex(sha256(bytes))))
		return before - mempool.length
	}
	const parts = {
		pool: { broadcastTxSettled, mempoolTxs: async () => mempool, ...(takesBack ? { takeBack } : {}) },
		chain: {
			status: async () => ({ height: chain.height }),
			subscribe: async (_: string, listener: (event: unknown) => void) => {
				if (chain.isDown) throw new Error('the engine does not answer')
				chain.listeners.add(listener)
				return () => chain.listeners.delete(listener)
			},
		},
		nonceOf: async (who: Uint8Array) => nonces.get(toHex(who))!,
		now: () => chain.now,
	}
	const pool = new EthPool(parts as never)
	const add = async (item: PooledTx, waitsForFee = false) => {
		known.set(toHex(item.bytes), item)
		return (await pool.add(item, waitsForFee))?.code
	}
	/** Makes a block of the first that wait in the mempool, or of what came from elsewhere; what the pool does of it is done then. */
	const block = async ({ first = mempool.length, height = chain.height + 1, others = [] as PooledTx[] } = {}) => {
		chain.height = height
		const txs = [...mempool.splice(0, first), ...others.map(({ bytes }) => bytes)]
		for (const { tx, from } of others) nonces.set(toHex(from), tx.nonce + 1n)
		for (const bytes of txs) {
			const item = known.get(toHex(bytes))
			if (item !== undefined) nonces.set(toHex(item.from), item.tx.nonce + 1n)
		}
		for (const listener of [...chain.listeners]) listener({ type: 'NewBlock', block: { header: { height }, txs } })
		// Nothing of it waits for more than a promise.
		await new Promise((resolve) => setImmediate(resolve))
	}
	const names = (list: readonly Uint8Array[]) => list.map((bytes) => new TextDecoder().decode(bytes).trim())
	return {
		pool,
		chain,
		nonces,
		add,
		block,
		lose: () => {
			mempool = []
		},
		inMempool: () => names(mempool),
		queued: () => names(pool.queued.map(({ bytes }) => bytes)),
	}
}
