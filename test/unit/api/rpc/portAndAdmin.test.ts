import { MessageChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { createRpcHandler, type RpcHandler } from '../../../../src/api/rpc/RpcHandler.ts'
import { type PortReply, serveRpcOverPort } from '../../../../src/api/rpc/serveRpcOverPort.ts'
import { parseJson } from '../../../../src/codec/goJson/parseJson.ts'
import type { Engine } from '../../../../src/engine/Engine.ts'
import { sourceOf } from '../../../../src/engine/sourceOf.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { toBase64, utf8 } from '../../../../src/util/bytes.ts'
import { identity, rpcServer } from '../../../flow/rpc/rpcServer.ts'
import { handClock, testEngine } from '../../engine/testEngine.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

async function call(handler: RpcHandler, method: string, params: unknown = {}): Promise<unknown> {
	const outcome = await handler.call(method, parseJson(JSON.stringify(params)))
	return JSON.parse(JSON.stringify('result' in outcome ? outcome.result : outcome.error))
}

async function adminHandler(): Promise<{ engine: Engine; handler: RpcHandler }> {
	const engine = await testEngine({ clock: handClock(Date.parse('2026-05-01T12:00:00Z')) })
	const handler = createRpcHandler(sourceOf(engine), {
		identity,
		admin: {
			control: engine,
			faucet: async (address, amount) => `${address}:${amount?.amount ?? 'default'}`,
			exportGenesis: async () => '{"chain_id":"kv-chain"}',
		},
		extra: {
			greet: async ({ name }) => {
				if (name === undefined) throw new UserError('No name.', { next: 'Give one.' })
				return { hello: name }
			},
		},
	})
	return { engine, handler }
}

describe('the admin namespace', () => {
	it('makes blocks, changes mode and time, goes back and begins again', async () => {
		const { engine, handler } = await adminHandler()
		expect(await call(handler, 'admin_mine', { blocks: 3 })).toEqual({ height: 3 })
		expect(await call(handler, 'admin_snapshot')).toEqual({ id: '1' })
		expect(await call(handler, 'admin_setTime', { time: '2030-01-01T00:00:00Z', freeze: true })).toMatchObject({
			time: '2030-01-01T00:00:00Z',
			frozen: true,
		})
		expect(await call(handler, 'admin_advanceTime', { seconds: 90 })).toMatchObject({ time: '2030-01-01T00:01:30Z' })
		await call(handler, 'admin_mine')
		expect((await engine.header(4))!.time.seconds).toBe(BigInt(Date.parse('2030-01-01T00:01:30Z') / 1000))
		expect(await call(handler, 'admin_revert', { id: '1' })).toEqual({ height: 3 })
		expect(await call(handler, 'admin_setBlockMode', { mode: 'instant', intervalMs: 50 })).toMatchObject({
			mode: 'instant',
			intervalMs: 50,
		})
		expect(await call(handler, 'admin_pause')).toMatchObject({ paused: true })
		expect(await call(handler, 'admin_resume')).toMatchObject({ paused: false })
		expect(await call(handler, 'admin_reset')).toEqual({ height: 0 })
		expect(await call(handler, 'admin_faucet', { address: 'me', amount: { denom: 'a', amount: '5' } })).toEqual({
			hash: 'me:5',
		})
		expect(await call(handler, 'admin_exportGenesis')).toEqual({ genesis: '{"chain_id":"kv-chain"}' })
	})

	it('refuses what makes no sense with a text to go on from', async () => {
		const { handler } = await adminHandler()
		for (const [method, params, text] of [
			['admin_setBlockMode', { mode: 'never' }, 'interval, instant or manual'],
			['admin_setBlockMode', { mode: 'interval', intervalMs: 1 }, 'too short'],
			['admin_mine', { blocks: 0 }, 'Between 1 and 10000'],
			['admin_setTime', { time: 'noon' }, 'is no time'],
			['admin_setTime', { time: '2030-01-01T00:00:00.0001Z' }, 'finer than the clock'],
			['admin_advanceTime', { seconds: -1 }, 'forward'],
			['admin_advanceTime', { seconds: 9e15 }, 'ends with the year 9999'],
			['admin_advanceTime', { seconds: '9007199254740993' }, 'ends with the year 9999'],
			['admin_advanceTime', { seconds: '0x10' }, 'forward'],
			['admin_advanceTime', { seconds: '1.00005' }, 'forward'],
			['admin_setBlockMode', { mode: 'interval', intervalMs: '9007199254740993' }, 'whole number'],
			['admin_mine', { blocks: '9007199254740993' }, 'whole number'],
			['admin_revert', { id: '9' }, 'no snapshot 9'],
			['admin_reset', { genesis: '{}' }, 'chain_id'],
		] as const) {
			expect(await call(handler, method, params)).toMatchObject({ code: -32603, data: expect.stringContaining(text) })
		}
	})

	it('the admin namespace is unknown when it is off, and to web pages', async () => {
		const { engine, handler } = await adminHandler()
		const plain = createRpcHandler(sourceOf(engine), { identity })
		expect(await call(plain, 'admin_mine')).toMatchObject({ code: -32601 })
		expect([...plain.methods.keys()].some((name) => name.startsWith('admin'))).toBe(false)
		const server = await rpcServer(engine, { admin: { control: engine } })
		closing.push(() => server.close())
		const post = async (headers: Record<string, string>) => {
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'admin_mine', params: {} })
			return (await (await fetch(server.url, { method: 'POST', body, headers })).json()) as Record<string, unknown>
		}
		expect(await post({ origin: 'http://evil.example' })).toMatchObject({ error: { code: -32601 } })
		expect(await post({})).toMatchObject({ result: { height: 1 } })
		expect((await fetch(`${server.url}/admin_mine`)).status).toBe(404)
		expect(handler.isPrivileged('admin_mine')).toBe(true)
	})
})

describe('a message port', () => {
	it('carries requests, faults, further methods and subscriptions, also beside a waiting one', async () => {
		const { engine, handler } = await adminHandler()
		const { port1, port2 } = new MessageChannel()
		const stop = serveRpcOverPort(port1, handler)
		closing.push(() => {
			stop()
			port1.close()
		})
		const replies: PortReply[] = []
		const waiting: ((reply: PortReply) => boolean)[] = []
		port2.on('message', (text: string) => {
			const reply = JSON.parse(text) as PortReply
			replies.push(reply)
			for (const done of [...waiting]) if (done(reply)) waiting.splice(waiting.indexOf(done), 1)
		})
		const next = (test: (reply: PortReply) => boolean) =>
			new Promise<PortReply>((resolve) => {
				waiting.push((reply) => {
					if (test(reply)) resolve(reply)
					return test(reply)
				})
			})
		const ask = (id: number, method: string, params?: unknown) => {
			const reply = next((message) => message.id === id)
			port2.postMessage({ jsonrpc: '2.0', id, method, params })
			return reply
		}
		expect(await ask(1, 'subscribe', { query: "tm.event='Tx'" })).toMatchObject({ result: {} })
		expect(await ask(2, 'subscribe', { query: 'foo' })).toMatchObject({ error: { code: -32603 } })
		const commit = ask(3, 'broadcast_tx_commit', { tx: toBase64(utf8('a=1')) })
		const event = next((message) => message.id === 1)
		// The commit waits for this block, which is asked for after it.
		expect(await ask(4, 'admin_mine')).toMatchObject({ result: { height: 1 } })
		expect(await commit).toMatchObject({ result: { height: '1', deliver_tx: { code: 0 } } })
		expect(await event).toMatchObject({ result: { data: { type: 'tendermint/event/Tx' } } })
		expect(await ask(5, 'greet', { name: 'you' })).toMatchObject({ result: { hello: 'you' } })
		expect(await ask(6, 'greet')).toMatchObject({ error: { data: 'No name.\nGive one.' } })
		expect(await ask(7, 'genesis')).toMatchObject({ result: { genesis: { app_state: {} } } })
		expect(await ask(8, 'block')).toMatchObject({ result: { block: { header: { height: '1' } } } })
		expect(engine.height).toBe(1)
	})
})
