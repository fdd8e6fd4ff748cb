import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { ReplyOf } from '../../../src/wire/NodeSchema.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { until } from '../../support/until.ts'
import { GrpcClient } from '../support/grpcClient.ts'

let node: TestNode
beforeEach(async () => {
	node = await startNode({ on: ['rpc', 'rest', 'grpc', 'legacy8', 'endpoints'], flags: { blockMode: 'manual' } })
})
afterEach(() => node.close())

const status = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status', params: {} })
const json = { 'content-type': 'application/json' }

async function askEveryListener(): Promise<void> {
	const { rpc, rest, legacy8, grpc, endpoints } = node.addresses
	await (await fetch(`${rpc}`, { method: 'POST', body: status })).text()
	const socket = new WebSocket(`${rpc?.replace('http', 'ws')}/websocket`)
	await new Promise((resolve) => socket.once('open', resolve))
	socket.send(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'nosuch' }))
	await new Promise((resolve) => socket.once('message', resolve))
	socket.terminate()
	await (await fetch(`${rest}/cosmos/base/tendermint/v1beta1/syncing?a=b&apikey=open-sesame`)).text()
	await (
		await fetch(`${rest}/txs`, { method: 'POST', body: '{"tx":{},"mode":"sync","password":"open-sesame"}' })
	).text()
	await (await fetch(`${legacy8}/node_info`)).text()
	const client = new GrpcClient(Number(grpc?.split(':')[1]))
	await client.call('/cosmos.base.tendermint.v1beta1.Service/GetSyncing', new Uint8Array(0))
	client.close()
	const headers = { ...json, 'x-api-key': 'open-sesame' }
	await (await fetch(`${endpoints}/v1/${'0'.repeat(32)}`, { method: 'POST', headers, body: '{}' })).text()
	const signUp = JSON.stringify({ email: 'a@example.com', password: 'open-sesame-123' })
	await (await fetch(`${endpoints}/manage/v1/accounts`, { method: 'POST', headers: json, body: signUp })).text()
}

async function noted(count: number, asked = node) {
	let requests: ReplyOf<'requests_list'>['requests'] = []
	return until(async () => {
		const more = await asked.call('requests_list', { after: requests.at(-1)?.id ?? 0, waitMs: 5000 })
		requests = [...requests, ...more.requests]
		return requests.length >= count && requests
	})
}

describe('who wonders what clients ask a node', () => {
	it('sees every request of every listener, with status, time and size', async () => {
		await askEveryListener()
		expect(await node.call('requests_list', {})).toEqual({ on: false, requests: [] })
		await node.call('requests_set', { on: true })
		await askEveryListener()
		const requests = await noted(8)
		expect(
			requests.map(({ listener, method, path, calls, status, code }) => [listener, method, path, calls, status, code]),
		).toEqual([
			['rpc', 'POST', '/', 'status', 200, undefined],
			['rpc', 'WS', '/websocket', 'nosuch', 0, -32601],
			['rest', 'GET', '/cosmos/base/tendermint/v1beta1/syncing?a=b&apikey=***', '', 200, undefined],
			['rest', 'POST', '/txs', '', 200, 18],
			['legacy8', 'GET', '/node_info', '', 200, undefined],
			['grpc', 'gRPC', '/cosmos.base.tendermint.v1beta1.Service/GetSyncing', '', 0, 0],
			['endpoints', 'POST', `/v1/${'0'.repeat(32)}`, '', 404, expect.any(Number)],
			['endpoints', 'POST', '/manage/v1/accounts', '', expect.any(Number), undefined],
		])
		for (const { from, ms, time } of requests) {
			expect(from).toMatch(/127\.0\.0\.1/)
			expect(ms).toBeGreaterThan(0)
			expect(Date.parse(time)).toBeGreaterThan(0)
		}
		expect(requests[0]).toMatchObject({ requestBytes: status.length, replyBytes: expect.any(Number) })
	})

	it('finds no secret in what it keeps', async () => {
		await node.call('requests_set', { on: true })
		await askEveryListener()
		for (const { id } of await noted(8)) {
			const detail = await node.call('requests_get', { id })
			expect(JSON.stringify(detail)).not.toContain('open-sesame')
			if (detail.path.startsWith('/manage'))
				expect([detail.body, detail.reply]).toEqual(Array(2).fill(expect.stringMatching(/^(not kept.*)?$/)))
		}
	})

	it('sends one again, and copies it as a shell line', async () => {
		await node.call('requests_set', { on: true })
		await askEveryListener()
		const [overHttp, overSocket, , , , overGrpc, endpoint] = await noted(8)
		expect(await node.call('requests_get', { id: overHttp!.id })).toMatchObject({
			body: status,
			reply: expect.stringContaining('"sync_info"'),
			curl: expect.stringMatching(/^curl -X POST 'http:.*' .*--data-binary '\{"jsonrpc"/),
		})
		expect((await node.call('requests_get', { id: endpoint!.id })).curl).toContain('-H "x-api-key: $API_KEY"')
		expect((await node.call('requests_get', { id: overGrpc!.id })).curl).toMatch(
			/^grpcurl -plaintext 127\.0\.0\.1:\d+ cosmos\.base\.tendermint/,
		)
		expect(await node.call('requests_replay', { id: overHttp!.id })).toMatchObject({
			status: 200,
			body: expect.stringContaining('sync_info'),
		})
		expect(await node.call('requests_replay', { id: overSocket!.id })).toMatchObject({
			status: 200,
			body: expect.stringContaining('-32601'),
		})
		expect(await node.call('requests_replay', { id: overGrpc!.id })).toMatchObject({ status: 0 })
		const again = await noted(11)
		expect(again.at(-3)).toMatchObject({ listener: 'rpc', calls: 'status', status: 200 })
		await expect(node.call('requests_get', { id: 9999 })).rejects.toThrow('There is no request 9999.')
		await node.call('requests_set', { on: false })
		expect(await node.call('requests_list', {})).toEqual({ on: false, requests: [] })
	})

	it('requests that are cleared are gone from the list, and the next ones are noted', async () => {
		await node.call('requests_set', { on: true })
		await (await fetch(`${node.addresses.rpc}/health`)).text()
		await noted(1)
		expect(await node.call('requests_clear', {})).toEqual({ on: true })
		expect(await node.call('requests_list', {})).toEqual({ on: true, requests: [] })
		await (await fetch(`${node.addresses.rpc}/health`)).text()
		expect(await noted(1)).toHaveLength(1)
	})

	it('a call over gRPC that failed fails again with the same status and text when it is sent again', async () => {
		await node.call('requests_set', { on: true })
		const client = new GrpcClient(Number(node.addresses.grpc?.split(':')[1]))
		// An account without an address.
		const failed = await client.call('/cosmos.auth.v1beta1.Query/Account', new Uint8Array(0))
		client.close()
		expect(failed.code).not.toBe(0)
		expect(failed.details).not.toBe('')
		const [first] = await noted(1)
		expect(await node.call('requests_replay', { id: first!.id })).toMatchObject({
			status: failed.code,
			body: failed.details,
		})
	})

	it('keeps the newest 500, and a part of what is large', async () => {
		await node.call('requests_set', { on: true })
		const large = JSON.stringify({
			jsonrpc: '2.0',
			id: 1,
			method: 'broadcast_tx_sync',
			params: { tx: 'A'.repeat(400_000) },
		})
		await (await fetch(`${node.addresses.rpc}`, { method: 'POST', body: large })).text()
		const [first] = await noted(1)
		const detail = await node.call('requests_get', { id: first!.id })
		expect([detail.body.length, detail.requestBytes, detail.cut]).toEqual([16_384, large.length, true])
		await expect(node.call('requests_replay', { id: first!.id })).rejects.toThrow('Its body was cut.')
		for (let i = 0; i < 510; i++) await (await fetch(`${node.addresses.rpc}/health`)).text()
		while ((await node.call('requests_list', {})).requests.at(-1)?.id !== first!.id + 510)
			await node.call('requests_list', { after: first!.id + 509, waitMs: 1000 })
		expect((await node.call('requests_list', {})).requests).toHaveLength(200)
		await expect(node.call('requests_get', { id: first!.id })).rejects.toThrow('Only the newest 500 are kept.')
	})
})

it('a client that asks before it sends its body is told to go on by every listener', async () => {
	const { rpc, rest } = node.addresses
	for (const on of [false, true]) {
		await node.call('requests_set', { on })
		for (const url of [`${rpc}`, `${rest}/txs`]) {
			const reply = new Promise<number>((resolve, reject) => {
				const sent = request(url, { method: 'POST', headers: { expect: '100-continue' } }, (response) => {
					response.resume()
					resolve(response.statusCode ?? 0)
				})
				sent.on('continue', () => sent.end(status))
				sent.on('error', reject)
				sent.flushHeaders()
			})
			expect(await reply).toBeGreaterThan(0)
		}
	}
})

describe('the Ethereum listener', () => {
	let evm: TestNode
	beforeEach(async () => {
		evm = await startNode({ on: ['rpc', 'eth'], flags: { chainId: 'chain_2222-1', blockMode: 'manual', admin: 'on' } })
	})
	afterEach(() => evm.close())

	const ask = (method: string, params: readonly unknown[] = []): string =>
		JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

	it('tells its calls over HTTP and websocket; passphrases given by place never show', async () => {
		const { eth } = evm.addresses
		const post = async (body: string): Promise<string> =>
			(await fetch(`${eth}`, { method: 'POST', headers: json, body })).text()
		await evm.call('requests_set', { on: true })
		await post(ask('eth_chainId'))
		const socket = new WebSocket(`${eth?.replace('http', 'ws')}`)
		await new Promise((resolve) => socket.once('open', resolve))
		socket.send(ask('eth_blockNumber'))
		await new Promise((resolve) => socket.once('message', resolve))
		socket.terminate()
		await post(ask('personal_unlockAccount', [`0x${'11'.repeat(20)}`, 'open-sesame', 30]))
		const requests = await noted(3, evm)
		expect(requests.map(({ listener, method, calls, agent }) => [listener, method, calls, agent])).toEqual([
			['eth', 'POST', 'eth_chainId', 'node'],
			['eth', 'WS', 'eth_blockNumber', ''],
			['eth', 'POST', 'personal_unlockAccount', 'node'],
		])
		const [overHttp, , unlock] = await Promise.all(requests.map(({ id }) => evm.call('requests_get', { id })))
		expect(overHttp?.reply).toContain('0x8ae')
		expect(JSON.stringify(unlock)).not.toContain('open-sesame')
		expect(await evm.call('requests_replay', { id: overHttp?.id ?? 0 })).toMatchObject({ status: 200 })
	})

	it('does not note who reads the journal over a listener: it would answer itself for ever', async () => {
		const { rpc } = evm.addresses
		const post = async (body: string): Promise<string> =>
			(await fetch(`${rpc}`, { method: 'POST', headers: json, body })).text()
		await evm.call('requests_set', { on: true })
		await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requests_list', params: {} }))
		await (await fetch(`${rpc}/requests_list?after=0`)).text()
		await (await fetch(`${rpc}/health`)).text()
		const { requests } = await evm.call('requests_list', { waitMs: 5000 })
		expect(requests.map(({ path }) => path)).toEqual(['/health'])
	})
})
