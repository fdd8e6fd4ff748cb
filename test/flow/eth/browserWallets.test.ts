import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { ethMethods } from '../../../src/api/eth/methods/index.ts'
import type { SettingValues } from '../../../src/node/settings.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { account, type EthReply, evmTools, postEth } from './evmTools.ts'

const extensions = [
	'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn',
	'moz-extension://5f3a1f7e-9d3c-4c55-8f0a-2f1d7c0e8b11',
	'safari-web-extension://5F3A1F7E-9D3C-4C55-8F0A-2F1D7C0E8B11',
]
const strangers = [
	'null',
	'https://example.com',
	'chrome-extension://short',
	'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn.example.com',
	'https://chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn',
	'moz-extension://example.com',
]
const [origin] = extensions as [string]

let node: TestNode
let url: string
const call = (method: string, ...params: readonly unknown[]): string =>
	JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const ask = async (method: string, ...params: readonly unknown[]): Promise<EthReply> =>
	(await (await postEth(url, call(method, ...params), { origin })).json()) as EthReply

beforeAll(async () => {
	node = await startNode({ on: ['eth'], flags: { chainId: 'chain_2222-1' } })
	url = node.addresses.eth!
})

afterAll(async () => {
	await node.close()
})

describe('a wallet in a browser', () => {
	test.each(extensions)('%s is allowed on a plain node, with its preflight', async (origin) => {
		const preflight = await fetch(url, {
			method: 'OPTIONS',
			headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
		})
		expect(preflight.status).toBe(204)
		expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
		expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
		const reply = await postEth(url, call('eth_chainId'), { origin })
		expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
		expect(await reply.json()).toMatchObject({ result: '0x8ae' })
	})

	test.each(strangers)('%s is refused', async (origin) => {
		const reply = await postEth(url, call('eth_chainId'), { origin })
		expect(reply.status).toBe(403)
		expect(reply.headers.get('access-control-allow-origin')).toBeNull()
		const socket = new WebSocket(url.replace('http', 'ws'), { headers: { origin } })
		const [, refused] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
		expect(refused.statusCode).toBe(403)
	})

	test('sends what it signs and follows it to its receipt, with what MetaMask asks for on the way', async () => {
		const { writer, reader } = evmTools(url, { headers: { origin } })
		const { address } = account(0)
		expect((await ask('net_version')).result).toBe('2222')
		expect((await ask('web3_clientVersion')).result).toMatch(/^chain-tui\//)
		for (const [method, ...params] of [
			['eth_blockNumber'],
			['eth_getBlockByNumber', 'latest', false],
			['eth_getBalance', address, 'latest'],
			['eth_getCode', address, 'latest'],
			['eth_getTransactionCount', address, 'pending'],
			['eth_gasPrice'],
			['eth_feeHistory', '0x5', 'latest', [10, 20, 30]],
			['eth_call', { to: address }, 'latest'],
			['eth_estimateGas', { from: address, to: address, value: '0x1' }],
			['eth_syncing'],
		] as const) {
			expect((await ask(method, ...params)).error, method).toBeUndefined()
		}
		const hash = await writer.sendTransaction({ to: account(1).address, value: 1n })
		expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
	})

	test('every method says whether it is for wallets, which are those of their namespaces', () => {
		const forWallets = ethMethods.filter(({ access, wallets }) => access !== 'powers' && wallets !== false)
		expect(forWallets.length).toBeGreaterThan(50)
		const names = forWallets.flatMap(({ name, aliases = [] }) => [name, ...aliases])
		expect([...new Set(names.map((name) => name.split('_')[0]))].sort()).toEqual(['eth', 'net', 'wallet', 'web3'])
	})

	test('gets no other namespaces, in a batch and over a socket neither', async () => {
		const refused = /does not answer wallets in browsers/
		for (const method of ['debug_traceBlockByNumber', 'txpool_content', 'personal_listAccounts', 'miner_start']) {
			expect((await ask(method)).error?.message, method).toMatch(refused)
		}
		const batch = await postEth(url, `[${call('eth_chainId')},${call('txpool_status')}]`, { origin })
		expect(await batch.json()).toMatchObject([{ result: '0x8ae' }, { error: { code: -32601 } }])
		const socket = new WebSocket(url.replace('http', 'ws'), { headers: { origin } })
		await once(socket, 'open')
		const heard: EthReply[] = []
		socket.on('message', (data) => heard.push(JSON.parse(String(data)) as EthReply))
		socket.send(call('txpool_status'))
		await expect.poll(() => heard[0]?.error?.message).toMatch(refused)
		socket.send(call('eth_subscribe', 'newHeads'))
		await expect.poll(() => heard[1]?.result).toMatch(/^0x/)
		socket.close()
	})

	test.each([
		{ title: '--admin, whose node signs with keys of its own', flags: { admin: 'true' } as SettingValues },
		{ title: 'origins that a person chose', flags: { allowedOrigins: 'https://wallet.example' } as SettingValues },
	])('a wallet in a browser is refused by a node with $title', async ({ flags }) => {
		const other = await startNode({ on: ['eth'], flags: { chainId: 'chain_2222-1', ...flags } })
		try {
			const reply = await postEth(other.addresses.eth!, call('eth_chainId'), { origin })
			expect(reply.status).toBe(403)
		} finally {
			await other.close()
		}
	})
})
