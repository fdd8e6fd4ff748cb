import { afterEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../support/testApp.ts'

describe('the Requests screen', () => {
	let t: TestApp
	afterEach(() => t.stop())

	async function start(options: Parameters<typeof testApp>[0] = {}): Promise<void> {
		t = await testApp({ keys: ['alice'], ...options })
		t.press('g', 'r')
		await t.until('switch on')
	}

	async function switchOn(): Promise<void> {
		t.press('o')
		await t.until('No client has sent a request yet.')
	}

	it('costs nothing until it is switched on, and says what it would do', async () => {
		await start()
		expect(t.screen()).toContain('⏎ record requests')
		expect(t.chain.calls.filter((call) => call.startsWith('requests'))).toEqual([])
		await switchOn()
		expect(t.screen()).toContain('curl http://127.0.0.1:1317/node_info')
		t.press('o')
		await t.until('⏎ record requests')
	})

	it('tells what was asked by every listener, and how it ended', async () => {
		await start({ columns: 120 })
		await switchOn()
		const { journal } = t.chain
		journal.asked({ listener: 'rpc', method: 'POST', path: '/', calls: 'status, health' })
		journal.asked({ listener: 'rpc', method: 'WS', path: '/websocket', calls: 'nosuch', status: 0, code: -32601 })
		journal.asked({ method: 'POST', path: '/txs', code: 4, ms: 123.4 })
		journal.asked({ listener: 'legacy8', status: 404 })
		journal.asked({ listener: 'grpc', method: 'gRPC', path: '/cosmos.bank.v1beta1.Query/Balance', status: 0, code: 5 })
		journal.asked({ listener: 'endpoints', method: 'POST', path: '/v1/4f0c', calls: 'eth_getBalance' })
		journal.asked({ listener: 'eth', method: 'POST', path: '/', calls: 'eth_call', status: 0 })
		await t.until('7 requests')
		const rows = t.screen().match(/│ [▸ ] 0.*?│/g) ?? []
		expect(rows.map((row) => row.replaceAll(/ {2,}/g, ' | ').slice(2, -2).trim())).toEqual([
			'▸ 02:45:10 | Ethereum | eth_call | gone | 0.4 | 33',
			'| 02:45:10 | endpoint | eth_getBalance | /v1/4f0c | 200 | 0.4 | 33',
			'| 02:45:10 | gRPC | Query/Balance | cosmos.bank.v1beta1 | not found | 0.4 | 33',
			'| 02:45:10 | REST 8 | GET /node_info | 404 | 0.4 | 33',
			'| 02:45:10 | REST | POST /txs | code 4 | 123 | 33',
			'| 02:45:10 | RPC | nosuch | err -32601 | 0.4 | 33',
			'| 02:45:10 | RPC | status, health | 200 | 0.4 | 33',
		])
		expect(t.screen()).toContain('5 failed · live')
	})

	it('shows reply, body and headers of an opened one, coloured JSON or text, and what came of sending it again', async () => {
		await start()
		await switchOn()
		t.chain.journal.asked({
			method: 'POST',
			path: '/txs',
			body: '{"mode":"sync"}',
			reply: '{"code":4}',
			replyBytes: 10,
		})
		await t.until('POST /txs')
		t.press('enter')
		await t.until('"code": 4')
		expect(t.screen()).toContain('[reply] request headers')
		expect(t.screen()).toContain('127.0.0.1 · curl/8.5.0')
		t.press('v')
		await t.until('"mode": "sync"')
		t.press('v')
		await t.until('"X-Api-Key": "***"')
		t.press('r')
		await t.until('[sent again]')
		expect(t.screen()).toContain('status 200, 1.5 ms, the same reply')
		t.press('esc')
		await t.until('1 request')
	})

	it('shows a long number, a cut body and a page of text as they are', async () => {
		await start()
		await switchOn()
		t.chain.journal.asked({ reply: '{"amount": 123456789012345678901}', path: '/long' })
		await t.until('/long')
		t.press('enter')
		await t.until('123456789012345678901')
		t.press('esc')
		t.chain.journal.asked({ reply: '{"a": "bcd', path: '/cut', cut: true, replyBytes: 54_321 })
		await t.until('/cut')
		t.press('enter')
		await t.until('54,321 bytes, the first 16,384 bytes')
		expect(t.screen()).toContain('{"a": "bcd')
	})

	it('keeps the selected one while others come, and follows the newest else', async () => {
		await start()
		await switchOn()
		for (const path of ['/a', '/b', '/c']) t.chain.journal.asked({ path })
		await t.until('3 requests')
		t.press('j')
		t.chain.journal.asked({ path: '/d' })
		await t.until('GET /d')
		expect(t.screen()).toMatch(/▸ .*GET \/b/)
		t.press('home')
		t.chain.journal.asked({ path: '/e' })
		await t.until(() => /▸ .*GET \/e/.test(t.screen()))
	})

	it('stands beside the list where there is room', async () => {
		await start({ columns: 200, rows: 60 })
		await switchOn()
		t.chain.journal.asked({ method: 'POST', path: '/txs', body: '{"mode":"sync"}' })
		await t.until('"moniker"')
		expect(t.screen()).toContain('"mode": "sync"')
		expect(t.screen()).toContain('╭─ 1 request ')
	})

	it('says why there is none of another program’s node', async () => {
		t = await testApp({ keys: ['alice'], remote: true })
		t.press('g', 'r')
		await t.until('This node does not show what clients ask it')
		t.press('o')
		await t.until('switch on: this node does not show what clients ask it')
	})

	it('keeps hostile texts harmless', async () => {
		await start()
		await switchOn()
		t.chain.journal.asked({ path: '/\u001b]0;own\u0007', agent: 'a\u001b[2J', reply: '\u001b[31mred' })
		await t.until('1 request')
		t.press('enter')
		await t.until('[reply]')
		expect(t.screen()).not.toMatch(/[\u001b\u0007]/)
	})
})
