import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { askEth, type EthReply, postEth } from './evmTools.ts'

/** JUMPDEST PUSH1 0 JUMP, as init code. */
const endless = '0x5b600056'

let chain: Chain

const send = (body: string): Promise<Response> => postEth(chain.ethUrl!, body)
const ask = (method: string, params?: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
})

afterAll(async () => {
	await chain.stop()
})

describe('what strangers ask of the EVM is bounded', () => {
	test('a thousand filters are kept, and the one not polled for longest makes place for the next', async () => {
		const make = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_newFilter', params: [{}] })
		const batch = (await (await send(`[${Array.from({ length: 1_000 }, () => make).join(',')}]`)).json()) as EthReply[]
		const ids = batch.map(({ result }) => String(result))
		expect(new Set(ids).size).toBe(1_000)
		expect((await ask('eth_getFilterChanges', [ids[0]])).result).toEqual([])
		const { result } = await ask('eth_newBlockFilter')
		await chain.mine()
		await expect.poll(async () => (await ask('eth_getFilterChanges', [result])).result).toHaveLength(1)
		const gone = await Promise.all(ids.slice(0, 3).map((id) => ask('eth_getFilterChanges', [id])))
		expect(gone.filter(({ error }) => error?.message === 'filter not found')).toHaveLength(1)
	})

	test('a connection has a thousand subscriptions and not one more', async () => {
		const socket = new WebSocket(chain.ethUrl!.replace('http', 'ws'))
		await new Promise((resolve) => socket.once('open', resolve))
		const replies: (EthReply & { method?: string })[] = []
		const full = new Promise<void>((resolve) => {
			socket.on('message', (data) => {
				replies.push(JSON.parse(String(data)) as EthReply)
				if (replies.length === 1_001) resolve()
			})
		})
		for (let id = 0; id <= 1_000; id++) {
			socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params: ['newHeads'] }))
		}
		await full
		expect(replies.filter(({ result }) => result !== undefined)).toHaveLength(1_000)
		expect(replies.find(({ error }) => error)?.error).toMatchObject({ code: -32005 })
		const told = new Promise<void>((resolve) => {
			socket.on('message', () => {
				if (replies.length >= 2_001) resolve()
			})
		})
		await chain.mine()
		await told
		socket.terminate()
	})

	test('a flood of endless calls ends, and keeps away neither blocks nor the calls of others', async () => {
		const flood = Promise.all(Array.from({ length: 40 }, () => ask('eth_call', [{ data: endless, gas: '0x2faf080' }])))
		const from = performance.now()
		for (let round = 0; round < 5; round++) {
			await chain.mine()
			// MSTORE 1, RETURN 32 bytes.
			expect(await ask('eth_call', [{ data: '0x600160005260206000f3' }])).toMatchObject({
				result: expect.stringMatching(/01$/),
			})
		}
		const honestMs = performance.now() - from
		for (const { error } of await flood) expect(error?.message).toMatch(/out of gas|aborted|at once/)
		expect(honestMs).toBeLessThan(10_000)
	})

	test('the calls of those who leave end, so that one that stays has the time for its own', async () => {
		const { hostname, port } = new URL(chain.ethUrl!)
		// Of 50 million gas it takes more time than a call may have while others wait.
		const call = { data: endless, gas: '0x2faf080' }
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call] })
		const leaving = Array.from({ length: 40 }, () => connect(Number(port), hostname))
		await Promise.all(
			leaving.map(
				(socket) =>
					new Promise((resolve) => {
						const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
						socket.write(`${head}\r\n\r\n${body}`, resolve)
					}),
			),
		)
		// Its answer comes behind the questions of all.
		await ask('eth_blockNumber')
		for (const socket of leaving) socket.destroy()
		expect((await ask('eth_call', [call])).error?.message).toBe('out of gas')
	})

	test('memory is paid for before it is taken', async () => {
		for (const data of [
			'0x600067ffffffffffffffdf52',
			'0x600064010000000052',
			'0x63ffffffff600060003963ffffffff6000f0',
		]) {
			expect((await ask('eth_call', [{ data }])).error?.message).toMatch(/gas/)
		}
	})

	test('bytes that are not a transaction are refused, however deep or long they claim to be', async () => {
		const deep = Buffer.alloc(200_000, 0xc1)
		const hostile = [
			deep.toString('hex'),
			`f8${'ff'.repeat(10)}`,
			`ff${'ff'.repeat(8)}`,
			`b7${'00'.repeat(4)}`,
			`02${deep.toString('hex')}`,
			`01ff${'7f'.repeat(8)}`,
			`02c0`,
			`f9ffff${'80'.repeat(100)}`,
		]
		for (const bytes of hostile) {
			const { error } = await ask('eth_sendRawTransaction', [`0x${bytes}`])
			expect(error?.message, bytes.slice(0, 40)).toBeTypeOf('string')
			expect(error?.message, bytes.slice(0, 40)).not.toMatch(/call stack/i)
		}
	})

	test('bodies and batches have their bounds', async () => {
		const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
		const many = await (await send(`[${Array.from({ length: 1_001 }, () => call).join(',')}]`)).json()
		expect(many).toMatchObject([{ error: { message: 'batch too large' } }])
		expect((await send(`"${'x'.repeat(5 * 1024 * 1024)}"`)).status).toBe(413)
		const data = `0x${'00'.repeat(2_400_000)}`
		expect((await ask('eth_call', [{ to: `0x${'12'.repeat(20)}`, data }])).error ?? {}).toEqual({})
	})

	test('an array whose replies have become too large is answered so far, and its further calls are refused', async () => {
		// Returns two megabytes of zeros: PUSH3 PUSH0 RETURN.
		const large = '0x621e84805ff3'
		const to = `0x${'13'.repeat(20)}`
		const call = (id: number | undefined) => ({
			jsonrpc: '2.0',
			id,
			method: 'eth_call',
			params: [{ to, gas: '0x1c9c380' }, 'latest', { [to]: { code: large } }],
		})
		const ids = [0, 1, 2, 3, 4, 5, 6, undefined, 8, 9]
		const replies = (await (await send(JSON.stringify(ids.map(call)))).json()) as EthReply[]
		expect(
			replies.map(({ id, result, error }) => [id, (result as string | undefined)?.length, error?.message]),
		).toEqual([
			...[0, 1, 2, 3, 4, 5, 6].map((id) => [id, 4_000_002, undefined]),
			...[8, 9].map((id) => [id, undefined, 'response too large']),
		])
	})
})
