import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portConnection } from '../../../src/client/rpc/portConnection.ts'
import { createNode, type Node } from '../../../src/node/createNode.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import type { SettingValues } from '../../../src/node/settings.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { until } from '../client/testChain.ts'

// The threads run the built program: `npm test` builds it first.
const servingUrl = pathToFileURL(resolve('dist/serving.js'))
const anyPort = '127.0.0.1:0'

let folder: string
let node: Node | undefined
let failure: unknown
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-threads-'))
	failure = undefined
})
afterEach(async () => {
	await node?.close()
	node = undefined
	rmSync(folder, { recursive: true, force: true })
})

async function start(flags: SettingValues, url = servingUrl): Promise<Node> {
	const off = { rest: 'off', grpc: 'off', endpoints: 'off', legacy8: 'off', eth: 'off' }
	const settings = { home: join(folder, 'home'), rpc: anyPort, ...off, blockMode: 'instant', threads: '2', ...flags }
	const onFailure = (cause: unknown) => {
		failure = cause
	}
	node = await createNode(resolveNodeConfig(settings, {}), { log: silentLog, onFailure, servingUrl: url })
	return node
}

test('the app is served by a thread, and a node whose app loses its thread ends with the reason', async () => {
	const broken = join(folder, 'break')
	const file = join(folder, 'serving.mjs')
	writeFileSync(
		file,
		`import { existsSync } from 'node:fs'
		setInterval(() => { if (existsSync(${JSON.stringify(broken)})) throw new Error('a fault of this test') }, 5).unref()
		await import(${JSON.stringify(servingUrl.href)})`,
	)
	const running = await start({}, pathToFileURL(file))
	expect(() => running.rpc).toThrow('served by other threads')
	const { port1, port2 } = new MessageChannel()
	running.serveApp(port2)
	const app = portConnection(port1)
	await app.call('admin_mine', { blocks: 2 })
	expect(Number((await app.call('status')).sync_info.latest_block_height)).toBe(running.engine.height)
	writeFileSync(broken, '')
	await until(() => failure !== undefined)
	expect(failure).toMatchObject({
		name: 'UserError',
		message: 'The node can no longer answer.',
		why: expect.stringContaining('a fault of this test'),
	})
	await expect(app.call('status')).rejects.toThrow('has stopped')
	expect(existsSync(homePaths(join(folder, 'home')).data)).toBe(true)
})

test("a developer's EVM is served where its state can be changed, and switched from every thread", async () => {
	const flags = { chainId: 'chain_2222-1', eth: anyPort, admin: 'on', rest: anyPort, threads: '3' }
	const { addresses } = await start(flags)
	const ask = async (url: string | undefined, method: string, params: unknown) => {
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
		const reply = await fetch(String(url), { method: 'POST', body, headers: { 'content-type': 'application/json' } })
		return (await reply.json()) as { readonly result?: never; readonly error?: { readonly message: string } }
	}
	const account = '0x00000000000000000000000000000000000000ff'
	expect((await ask(addresses.eth, 'anvil_setBalance', [account, '0xde0b6b3a7640000'])).error).toBeUndefined()
	expect((await ask(addresses.eth, 'eth_getBalance', [account, 'latest'])).result).toBe('0xde0b6b3a7640000')
	// A serving thread hands it on.
	const { result: without } = await ask(addresses.rpc, 'admin_setListener', { name: 'eth', on: false })
	expect(without).not.toHaveProperty('eth')
	await expect(ask(addresses.eth, 'eth_chainId', [])).rejects.toThrow()
	const { result: again } = await ask(addresses.rpc, 'admin_setListener', { name: 'eth', on: true })
	expect((await ask((again as unknown as { readonly eth: string }).eth, 'eth_chainId', [])).result).toBe('0x8ae')
	expect(node?.addresses.eth).toBe((again as unknown as { readonly eth: string }).eth)
	const { error } = await ask(addresses.rpc, 'admin_setListener', { name: 'grpc', on: 'yes' })
	expect(error).toBeUndefined()
})

test('a node whose listener cannot listen does not start, and leaves its home free', async () => {
	const first = await start({})
	const taken = new URL(String(first.addresses.rpc)).host
	await first.close()
	const blocker = await start({ home: join(folder, 'other'), rpc: taken })
	node = undefined
	try {
		await expect(start({ rpc: taken })).rejects.toThrow(/rpc cannot listen/)
		await start({})
	} finally {
		await blocker.close()
	}
})
