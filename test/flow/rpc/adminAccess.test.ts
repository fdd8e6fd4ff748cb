import { request } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { SettingValues } from '../../../src/node/settings.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'

let node: TestNode | undefined
afterEach(async () => {
	await node?.close()
	node = undefined
})

function startOpen(flags: SettingValues): Promise<TestNode> {
	return startNode({ on: ['rpc'], flags: { blockMode: 'manual', admin: 'on', ...flags } })
}

const order = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} })

/** Posts with headers of one's own, as any program can. */
function post(port: number, method: string, headers: Record<string, string>): Promise<string> {
	return new Promise((resolve, reject) => {
		const sent = request({ host: '127.0.0.1', port, method: 'POST', headers }, (reply) => {
			let text = ''
			reply.on('data', (chunk) => {
				text += chunk
			})
			reply.on('end', () => resolve(text))
		})
		sent.on('error', reject)
		sent.end(order(method))
	})
}

function overWebsocket(port: number, method: string, headers: Record<string, string>): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket`, { headers })
		socket.on('open', () => socket.send(order(method)))
		socket.on('message', (data) => {
			resolve(String(data))
			socket.terminate()
		})
		socket.on('error', reject)
	})
}

const powers = ['admin_reset', 'admin_faucet', 'admin_mine', 'admin_setTime', 'admin_setListener', 'rest_request']

describe('a chain is not erased, nor its faucet emptied, by a stranger', () => {
	it.each(['0.0.0.0:0', '192.0.2.1:26657', '[::]:0', 'some-name:26657'])(
		'--admin with --rpc %s is refused at start',
		async (rpc) => {
			const fault = await startOpen({ rpc }).catch((error: unknown) => error)
			expect(fault).toMatchObject({
				message: `--admin cannot be used with --rpc ${rpc}.`,
				why: expect.stringContaining('erase the chain'),
				next: expect.stringContaining('--rpc 127.0.0.1:26657'),
			})
		},
	)

	it('an address of other machines without --admin, and --admin on any loopback address, start', async () => {
		for (const flags of [{ rpc: 'localhost:0' }, { rpc: '127.0.0.2:0' }]) {
			node = await startOpen(flags)
			expect(node.addresses.rpc).toMatch(/^http:\/\/.*:\d+$/)
			await node.close()
			node = undefined
		}
	})

	it('no power answers a page, a rebound name or a proxy, over HTTP and websocket', async () => {
		node = await startOpen({})
		const { port, host } = new URL(String(node.addresses.rpc))
		const before = node.engine.height
		for (const headers of [
			{ host: 'evil.example' },
			{ host: `evil.example:${port}` },
			{ host, origin: 'http://evil.example' },
			{ host, origin: 'null' },
			{ host, origin: `http://${host}` },
			{ host, 'x-forwarded-for': '203.0.113.9' },
		]) {
			for (const method of powers) {
				expect(JSON.parse(await post(Number(port), method, headers))).toMatchObject({ error: { code: -32601 } })
			}
		}
		for (const headers of [
			{ host: 'evil.example' },
			{ host, origin: `http://${host}` },
			{ host, forwarded: 'for=8.8.8.8' },
		]) {
			for (const method of powers) {
				const reply = JSON.parse(await overWebsocket(Number(port), method, headers))
				expect(reply).toMatchObject({ error: { code: -32601, data: expect.stringContaining('no web page') } })
			}
		}
		expect(node.engine.height).toBe(before)
		expect(JSON.parse(await post(Number(port), 'admin_mine', { host }))).toMatchObject({
			result: { height: before + 1 },
		})
		expect(JSON.parse(await overWebsocket(Number(port), 'admin_mine', {}))).toMatchObject({
			result: { height: before + 2 },
		})
	})
})
