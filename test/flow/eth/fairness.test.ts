import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { askEth, postEth } from './evmTools.ts'

let chain: Chain

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
})

afterAll(async () => {
	await chain.stop()
})

const call = (method: string, ...params: readonly unknown[]): string =>
	JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

/** A thousand whole blocks in one body. */
const large = `[${Array.from({ length: 1_000 }, () => call('eth_getBlockByNumber', 'latest', true)).join(',')}]`

/** Which of two answers comes first. */
async function firstOf(slow: Promise<unknown>, quick: Promise<unknown>): Promise<string> {
	const first = await Promise.race([slow.then(() => 'the large one'), quick.then(() => 'the small one')])
	await Promise.all([slow, quick])
	return first
}

describe('a small question does not stand behind large ones', () => {
	test('a small question does not stand behind large arrays over HTTP', async () => {
		await askEth(chain.ethUrl!, 'eth_blockNumber')
		const arrays = Promise.race(Array.from({ length: 4 }, async () => (await postEth(chain.ethUrl!, large)).text()))
		expect(await firstOf(arrays, askEth(chain.ethUrl!, 'eth_blockNumber'))).toBe('the small one')
	})

	test('a small question does not stand behind large arrays over a websocket', async () => {
		const socket = new WebSocket(chain.ethUrl!.replace('http', 'ws'))
		await new Promise((resolve) => socket.once('open', resolve))
		const array = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))))
		socket.send(large)
		expect(await firstOf(array, askEth(chain.ethUrl!, 'eth_blockNumber'))).toBe('the small one')
		expect(JSON.parse(await array)).toHaveLength(1_000)
		socket.terminate()
	})

	test('a small question does not stand behind a thousand subscriptions that one block is told to', async () => {
		const socket = new WebSocket(chain.ethUrl!.replace('http', 'ws'))
		await new Promise((resolve) => socket.once('open', resolve))
		const subscriptions = 1_000
		let replies = 0
		const heads: {
			readonly params: { readonly subscription: string; readonly result: { readonly number: string } }
		}[] = []
		const ready = new Promise<void>((resolve) => {
			socket.on('message', (data) => {
				const message = JSON.parse(String(data)) as (typeof heads)[number] & { readonly id?: number }
				if (message.id === undefined) heads.push(message)
				else if (++replies === subscriptions) resolve()
			})
		})
		for (let id = 0; id < subscriptions; id++)
			socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params: ['newHeads'] }))
		await ready
		await chain.mine()
		await expect.poll(() => heads.length).toBe(subscriptions)
		expect(new Set(heads.map(({ params }) => params.subscription)).size).toBe(subscriptions)
		const latest = await askEth(chain.ethUrl!, 'eth_getHeaderByNumber', ['latest'])
		for (const { params } of heads) expect(params.result.number).toBe(latest.result.number)
		socket.terminate()
	})
})
