import { once } from 'node:events'
import { request } from 'node:http'
import { createPublicClient, webSocket } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { compile } from './compile.ts'
import { account, type EthReply, evmTools, postEth } from './evmTools.ts'

const page = { origin: 'http://localhost:3000' }
const foreign = { origin: 'https://example.com' }
const question = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })

let chain: Chain

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
})

afterAll(async () => {
	await chain.stop()
})

describe('the JSON-RPC over HTTP', () => {
	const post = (body: string, headers?: Readonly<Record<string, string>>) => postEth(chain.ethUrl!, body, headers)

	test('a page of this machine may ask, another may not', async () => {
		const asked = await fetch(chain.ethUrl!, { method: 'OPTIONS', headers: page })
		expect(asked.status).toBe(204)
		expect(asked.headers.get('access-control-allow-origin')).toBe(page.origin)
		expect(asked.headers.get('access-control-allow-methods')).toBe('POST')
		const answered = await post(question, page)
		expect(await answered.json()).toMatchObject({ result: '0x8ae' })
		const refused = await fetch(chain.ethUrl!, { method: 'OPTIONS', headers: foreign })
		expect(refused.headers.get('access-control-allow-methods')).toBeNull()
		const barred = await post(question, foreign)
		expect(barred.status).toBe(403)
		expect(barred.headers.get('access-control-allow-origin')).toBeNull()
	})

	test('only POST of JSON on the root is a call', async () => {
		expect((await fetch(`${chain.ethUrl}/path`, { method: 'POST', body: question })).status).toBe(404)
		expect((await fetch(chain.ethUrl!)).status).toBe(405)
		const text = await post(question, { 'content-type': 'text/plain' })
		expect([text.status, await text.text()]).toEqual([
			415,
			'invalid content type, only application/json is supported\n',
		])
		expect((await post(question, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200)
	})

	test('a body of more than 5 MB is refused, also one that does not tell its length', async () => {
		const large = 'x'.repeat(5 * 1024 * 1024 + 1)
		const told = await post(large)
		expect([told.status, await told.text()]).toEqual([413, `content length too large (${large.length}>5242880)\n`])
		const untold = request(chain.ethUrl!, { method: 'POST', headers: { 'content-type': 'application/json' } })
		const reply = once(untold, 'response')
		untold.on('error', () => undefined)
		untold.write(large.slice(0, 3_000_000))
		untold.write(large.slice(0, 3_000_000))
		const [{ statusCode }] = (await reply) as [{ statusCode: number }]
		expect(statusCode).toBe(413)
		untold.destroy()
	})

	test.each([
		['{', { error: { code: -32700, message: 'parse error' } }],
		['5', { error: { code: -32600, message: 'invalid request' } }],
		['{"id":1}', { id: 1, error: { code: -32600, message: 'invalid request' } }],
		['{"id":{},"method":"eth_chainId"}', { id: null, error: { code: -32600, message: 'invalid request' } }],
		['{"id":1,"method":""}', { id: 1, error: { code: -32600 } }],
		['{"id":"a","method":"eth_chainId","params":{}}', { id: 'a', error: { code: -32602, message: 'non-array args' } }],
		['{"id":1,"method":"no_such"}', { error: { message: 'the method no_such does not exist/is not available' } }],
		['{"id":null,"method":"eth_chainId","params":null}', { id: null, result: '0x8ae' }],
		['[]', { error: { code: -32600, message: 'empty batch' } }],
		[`[${question},5,{"method":"eth_chainId"}]`, [{ result: '0x8ae' }, { error: { message: 'invalid request' } }]],
		[`${question} trailing words`, { id: 1, result: '0x8ae' }],
	])('%s is answered as geth answers it', async (body, expected) => {
		expect(await (await post(body)).json()).toMatchObject(expected)
	})

	test('notifications and replies get no answer', async () => {
		for (const body of ['{"method":"eth_chainId"}', '{"id":1,"result":5}', '', '[{"method":"no_such"}]']) {
			const reply = await post(body)
			expect([reply.status, await reply.text()], body).toEqual([200, ''])
		}
	})
})

describe('the JSON-RPC over WebSocket', () => {
	const url = (): string => chain.ethUrl!.replace('http', 'ws')

	/** A connection that collects what it hears. */
	async function open(
		headers = {},
	): Promise<{ ask(text: string): Promise<EthReply>; heard: EthReply[]; socket: WebSocket }> {
		const socket = new WebSocket(url(), { headers })
		const heard: EthReply[] = []
		socket.on('message', (data) => heard.push(JSON.parse(String(data)) as EthReply))
		await once(socket, 'open')
		const ask = async (text: string): Promise<EthReply> => {
			const before = heard.length
			socket.send(text)
			await expect.poll(() => heard.slice(before).find((reply) => 'id' in reply)).toBeDefined()
			return heard.slice(before).find((reply) => 'id' in reply)!
		}
		return { ask, heard, socket }
	}
	const call = (method: string, ...params: unknown[]): string =>
		JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })

	test('a page of another origin is refused', async () => {
		const socket = new WebSocket(url(), { headers: foreign })
		const [, reply] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
		expect(reply.statusCode).toBe(403)
		const { ask, socket: own } = await open(page)
		expect(await ask(call('eth_chainId'))).toEqual({ jsonrpc: '2.0', id: 7, result: '0x8ae' })
		own.close()
	})

	test('what is no call or no subscription is refused', async () => {
		const { ask, socket } = await open()
		const message = async (text: string) => (await ask(text)).error?.message
		expect(await message('{')).toBe('parse error')
		expect(await message('{"id":1}')).toBe('invalid request')
		expect(await message(call('eth_subscribe'))).toBe('missing value for required argument 0')
		expect(await message(call('eth_subscribe', 'weather'))).toBe('no "weather" subscription in eth namespace')
		expect(await message(call('eth_subscribe', 'logs', { address: 5 }))).toMatch(/invalid addresses in query/)
		expect(await message(call('eth_unsubscribe', '0x12'))).toBe('subscription not found')
		expect(await message(call('eth_unsubscribe'))).toBe('subscription not found')
		socket.close()
	})

	test('a subscription tells until it is ended', async () => {
		const { ask, heard, socket } = await open()
		const { result: id } = await ask(call('eth_subscribe', 'newHeads'))
		const { result: silent } = await ask(call('eth_subscribe', 'syncing'))
		expect(silent).toMatch(/^0x[0-9a-f]{32}$/)
		const height = await chain.mine()
		const head = { params: { subscription: id, result: { number: `0x${height.toString(16)}` } } }
		await expect.poll(() => heard.at(-1)).toMatchObject(head)
		expect((await ask(call('eth_unsubscribe', id))).result).toBe(true)
		await chain.mine()
		// The chain tells subscribers before it answers who asks later.
		await ask(call('eth_blockNumber'))
		expect(heard.filter((told) => 'params' in told)).toHaveLength(1)
		socket.close()
	})

	test('viem hears the events of a contract, and only those it asked for', async () => {
		const token = compile('Token')
		const [alice, bob] = [account(0), account(1)]
		const { reader, writer } = evmTools(chain.ethUrl!)
		const deployed = await writer.deployContract({ ...token, args: [1_000n] })
		const { contractAddress } = await reader.waitForTransactionReceipt({ hash: deployed })
		const contract = { abi: token.abi, address: contractAddress! }
		const socket = createPublicClient({ chain: reader.chain, transport: webSocket(url()) })
		const heard: unknown[] = []
		const stop = socket.watchContractEvent({
			...contract,
			eventName: 'Transfer',
			args: { to: bob.address },
			onLogs: (logs) => heard.push(...logs.map((log) => (log as unknown as { args: unknown }).args)),
		})
		const transfer = (to: `0x${string}`, value: bigint) =>
			writer.writeContract({ ...contract, functionName: 'transfer', args: [to, value] })
		// The subscription begins when its call was answered, which viem does not tell.
		await expect
			.poll(async () => {
				await transfer(bob.address, 1n)
				return heard.length
			})
			.toBeGreaterThan(0)
		heard.length = 0
		await transfer(alice.address, 2n)
		await transfer(bob.address, 3n)
		await expect.poll(() => heard).toContainEqual({ from: alice.address, to: bob.address, value: 3n })
		expect(heard).not.toContainEqual(expect.objectContaining({ to: alice.address }))
		stop()
		await (await socket.transport.getRpcClient()).close()
	})
})
