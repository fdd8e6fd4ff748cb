import { afterEach, expect, test, vi } from 'vitest'
import { createRpcHandler } from '../../../../src/api/rpc/RpcHandler.ts'
import { sourceOf } from '../../../../src/engine/sourceOf.ts'
import { identity } from '../../../flow/rpc/rpcServer.ts'
import { testEngine } from '../../engine/testEngine.ts'

afterEach(() => {
	vi.useRealTimers()
})

// The texts are those of tendermint v0.34.15 (rpc/core/mempool.go BroadcastTxCommit).
test('a broadcast that waits for a block tells why the mempool refuses, and that no block came in ten seconds', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	const engine = await testEngine()
	const handler = createRpcHandler(sourceOf(engine), { identity })
	const broadcast = (text: string) =>
		handler.callUrl('broadcast_tx_commit', new Map([['tx', `0x${Buffer.from(text).toString('hex')}`]]))
	const told = (data: string) => ({ error: { code: -32603, message: 'Internal error', data }, panic: false })
	const late = broadcast('a=1')
	await expect.poll(async () => (await engine.mempoolSize()).count).toBe(1)
	expect(await broadcast('a=1')).toEqual(told('error on broadcastTxCommit: tx already exists in cache'))
	await vi.advanceTimersByTimeAsync(9_000)
	let isOver = false
	void late.then(() => {
		isOver = true
	})
	await Promise.resolve()
	expect(isOver).toBe(false)
	await vi.advanceTimersByTimeAsync(1_000)
	expect(await late).toEqual(told('timed out waiting for tx to be included in a block'))
	expect(await broadcast('bad')).toMatchObject({
		result: { check_tx: { code: 7 }, deliver_tx: { code: 0 }, height: '0' },
	})
})
