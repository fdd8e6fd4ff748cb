import { type Hex, hexToBytes, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EthBlock } from '../../../../../src/api/eth/blocks/EthBlock.ts'
import type { NewsListener } from '../../../../../src/api/eth/filters/ChainNews.ts'
import { sendRawTxSync } from '../../../../../src/api/eth/send/sendRawTxSync.ts'
import { Caller } from '../../../../../src/util/schedule/Caller.ts'

const signed = privateKeyToAccount(`0x${'11'.repeat(32)}`).signTransaction({
	type: 'legacy',
	chainId: 2222,
	gas: 21_000n,
	gasPrice: 1n,
	to: `0x${'22'.repeat(20)}`,
})

/** A chain that takes each transaction and makes the blocks that a test tells of. */
function chainOf() {
	const listeners = new Set<NewsListener>()
	const context = {
		denom: 'uchain',
		dialect: { hasPool: false, checkTx: async () => undefined },
		source: { pool: { broadcastTxSettled: async () => ({ code: 0 }) } },
		news: {
			announcePending: () => undefined,
			listen: async (listener: NewsListener) => {
				listeners.add(listener)
				return () => listeners.delete(listener)
			},
		},
	}
	const tell = (...hashes: readonly Hex[]): EthBlock => {
		const block = { txs: hashes.map((hash) => ({ hash: hexToBytes(hash) })) } as unknown as EthBlock
		for (const listener of listeners) listener.onBlock?.(block)
		return block
	}
	const send = async (timeoutMs?: bigint, caller?: Caller) => {
		const raw = await signed
		const sent = sendRawTxSync(hexToBytes(raw), context as never, { timeoutMs, caller })
		const settled = sent.catch((fault) => fault)
		await vi.advanceTimersByTimeAsync(0)
		return { hash: keccak256(raw), settled }
	}
	return { listeners, tell, send }
}

/** Whether the first timer of so many milliseconds was cleared: what earlier files of this process left has timers too. */
function ownTimer(ms: number): () => boolean {
	const [begun, ended] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
	return () => {
		const own = begun.mock.calls.findIndex(([, wanted]) => wanted === ms)
		return own >= 0 && ended.mock.calls.some(([timer]) => timer === begun.mock.results[own]!.value)
	}
}

beforeEach(() => {
	vi.useFakeTimers()
})

afterEach(() => {
	vi.restoreAllMocks()
	vi.useRealTimers()
})

describe('a transaction whose block is waited for', () => {
	test('a transaction whose block is waited for is told with the block that has it, whatever blocks come before', async () => {
		const { listeners, tell, send } = chainOf()
		const isOver = ownTimer(20_000)
		const { hash, settled } = await send()
		tell()
		await vi.advanceTimersByTimeAsync(100)
		tell(`0x${'00'.repeat(32)}`)
		const block = tell(`0x${'00'.repeat(32)}`, hash)
		expect(await settled).toEqual({ block, tx: block.txs[1] })
		expect([listeners.size, isOver()]).toEqual([0, true])
	})

	// go-ethereum v1.17 internal/ethapi/errors.go; Go's time.Duration as text.
	test.each([
		[undefined, 20_000, '20s'],
		[0n, 20_000, '20s'],
		[1n, 1, '1ms'],
		[999n, 999, '999ms'],
		[1_000n, 1_000, '1s'],
		[1_500n, 1_500, '1.5s'],
		[59_999n, 59_999, '59.999s'],
		[60_000n, 60_000, '1m0s'],
		[2n ** 64n - 1n, 60_000, '1m0s'],
	])('a wait of %s milliseconds ends after %d', async (timeoutMs, ms, text) => {
		const { listeners, send } = chainOf()
		const { hash, settled } = await send(timeoutMs)
		await vi.advanceTimersByTimeAsync(ms - 1)
		expect(listeners.size).toBe(1)
		await vi.advanceTimersByTimeAsync(1)
		expect(await settled).toMatchObject({
			message: `The transaction was added to the transaction pool but wasn't processed in ${text}`,
			code: 4,
			data: hash,
		})
		expect(listeners.size).toBe(0)
	})

	test('a transaction is waited for no longer when the caller has left', async () => {
		const { listeners, send } = chainOf()
		const caller = new Caller()
		const isOver = ownTimer(20_000)
		const { settled } = await send(undefined, caller)
		caller.leave()
		expect(await settled).toMatchObject({ message: 'context canceled' })
		expect([listeners.size, isOver()]).toEqual([0, true])
	})
})
