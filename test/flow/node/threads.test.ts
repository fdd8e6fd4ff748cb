import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createNode, type Node } from '../../../src/node/createNode.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { until } from '../../support/until.ts'

// A thread runs the built program: `npm test` builds it first.
const servingUrl = pathToFileURL(resolve('dist/serving.js'))
const anyPort = '127.0.0.1:0'
const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'

let folder: string
let node: Node | undefined
const log: string[] = []

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-threads-'))
	log.length = 0
})

afterEach(async () => {
	await node?.close()
	node = undefined
	rmSync(folder, { recursive: true, force: true })
})

async function start(
	flags: Parameters<typeof resolveNodeConfig>[0] = {},
	deps: Partial<Parameters<typeof createNode>[1]> = {},
): Promise<Node> {
	const listeners = { rpc: anyPort, rest: anyPort, grpc: anyPort, endpoints: 'off', legacy8: anyPort }
	const settings = {
		home: join(folder, 'home'),
		blockMode: 'instant',
		admin: 'on',
		threads: '2',
		...listeners,
		...flags,
	}
	node = await createNode(resolveNodeConfig(settings, {}), {
		log: (level, source, message) => log.push(`${level} ${source} ${message}`),
		servingUrl,
		...deps,
	})
	return node
}

async function call(base: string | undefined, method: string, params: object = {}): Promise<Record<string, never>> {
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	const reply = await fetch(String(base), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
	const { result, error } = (await reply.json()) as { result: Record<string, never>; error?: object }
	if (error !== undefined) throw new Error(JSON.stringify(error))
	return result
}

describe('a node with serving threads', () => {
	it.each(['2', '4', '7'])('answers everyone as soon as a block is told, with %s threads', async (threads) => {
		const { addresses } = await start({ threads })
		for (let round = 1; round <= 5; round++) {
			await call(addresses.rpc, 'admin_faucet', { address: receiver })
			// The transaction was told to be in a block: every listener, in whichever thread, knows it.
			const reply = await fetch(`${addresses.rest}/cosmos/bank/v1beta1/balances/${receiver}`)
			expect(await reply.json()).toMatchObject({ balances: [{ amount: String(round * 1_000_000_000) }] })
			const old = await fetch(`${addresses.legacy8}/bank/balances/${receiver}`)
			expect(JSON.stringify(await old.json())).toContain(`"${round * 1_000_000_000}"`)
			const { sync_info } = (await call(addresses.rpc, 'status')) as unknown as {
				sync_info: { latest_block_height: string }
			}
			expect(Number(sync_info.latest_block_height)).toBe(node?.engine.height)
		}
	})

	it('counts a transaction for the next nonce of its sender while it goes into a block', async () => {
		const { addresses } = await start({ chainId: 'chain_2222-1', blockMode: 'manual', eth: anyPort })
		const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
		await call(addresses.eth, 'evm_mine', [])
		let isDone = false
		const mining = (async () => {
			while (!isDone) await call(addresses.eth, 'evm_mine', [])
		})()
		try {
			for (let sent = 0; sent < 60; sent++) await call(addresses.eth, 'eth_sendTransaction', [{ from, to: from }])
		} finally {
			isDone = true
			await mining
		}
		expect(await call(addresses.eth, 'eth_getTransactionCount', [from, 'pending'])).toBe('0x3c')
	})

	it('tells subscribers of blocks and transactions', async () => {
		const { addresses } = await start()
		const socket = new WebSocket(`${addresses.rpc?.replace('http', 'ws')}/websocket`)
		const heard: { readonly id: number; readonly result: { readonly data?: { readonly type: string } } }[] = []
		socket.on('message', (text) => heard.push(JSON.parse(String(text))))
		await new Promise((done) => socket.once('open', done))
		for (const [id, query] of ["tm.event='NewBlock'", "tm.event='Tx'"].entries()) {
			socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'subscribe', params: { query } }))
		}
		await until(() => heard.length === 2)
		await call(addresses.rpc, 'admin_faucet', { address: receiver })
		await until(() => heard.length === 4)
		expect(heard.slice(2).map(({ result }) => result.data?.type)).toEqual([
			'tendermint/event/NewBlock',
			'tendermint/event/Tx',
		])
		socket.close()
	})

	it('goes back to a snapshot, resets, and switches listeners', async () => {
		const { addresses } = await start({ threads: '3' })
		const balance = async (): Promise<string> =>
			(await (await fetch(`${addresses.rest}/cosmos/bank/v1beta1/balances/${receiver}`)).text()).replace(/\s/g, '')
		await call(addresses.rpc, 'admin_faucet', { address: receiver })
		await call(addresses.rpc, 'admin_snapshot', { name: 'before' })
		await call(addresses.rpc, 'admin_faucet', { address: receiver })
		expect(await balance()).toContain('2000000000')
		await call(addresses.rpc, 'admin_revert', { id: 'before' })
		expect(await balance()).toContain('"1000000000"')
		await call(addresses.rpc, 'admin_faucet', { address: receiver })
		expect(await balance()).toContain('2000000000')
		await call(addresses.rpc, 'admin_reset')
		expect(await balance()).toContain('"balances":[]')
		const without = await call(addresses.rpc, 'admin_setListener', { name: 'rest', on: false })
		expect(without).not.toHaveProperty('rest')
		expect(node?.addresses).not.toHaveProperty('rest')
		await expect(balance()).rejects.toThrow()
		const again = await call(addresses.rpc, 'admin_setListener', { name: 'rest', on: true })
		expect(again).toHaveProperty('rest')
		expect(node?.addresses).toEqual({ ...node?.addresses, ...again })
	})

	it('refuses what a node of one thread refuses, in the same words', async () => {
		const asked = async (): Promise<readonly string[]> => {
			const { rpc, rest } = (node as Node).addresses
			const bodies = [
				['broadcast_tx_sync', { tx: 'AAEC' }],
				['tx_search', { query: 'tx.height>' }],
				['admin_revert', { id: 'nowhere' }],
				['admin_faucet', { address: 'nobody' }],
				['abci_query', { path: '/app/simulate', data: '00' }],
				['no_such_method', {}],
			].map(([method, params]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
			const replies = [...bodies.map((body) => fetch(String(rpc), { method: 'POST', body })), fetch(`${rest}/nowhere`)]
			return Promise.all(replies.map(async (reply) => (await reply).text()))
		}
		await start()
		const threaded = await asked()
		await node?.close()
		await start({ threads: '1' })
		expect(threaded).toEqual(await asked())
	})

	/** A serving thread that does something when a file of this name appears. */
	function threadThat(does: string, broken: string): URL {
		const code = `
			import { existsSync, rmSync } from 'node:fs'
			setInterval(() => {
				if (!existsSync(${JSON.stringify(broken)})) return
				rmSync(${JSON.stringify(broken)})
				${does}
			}, 5).unref()
			await import(${JSON.stringify(servingUrl.href)})
		`
		const file = join(folder, 'serving.mjs')
		writeFileSync(file, code)
		return pathToFileURL(file)
	}

	it('ends and replaces a thread whose work nothing interrupts, while blocks go on', async () => {
		const spin = join(folder, 'spin')
		const blockMode = { blockMode: 'interval', blockInterval: '500ms' }
		const { addresses } = await start(
			{ ...blockMode, evmChainId: '2222', eth: anyPort },
			{ servingUrl: threadThat('for (;;);', spin) },
		)
		await call(addresses.rpc, 'status')
		const from = { height: node?.engine.height ?? 0, at: performance.now() }
		writeFileSync(spin, '')
		// What it was asked before is told that it will not be answered.
		await until(() => !existsSync(spin))
		await expect(call(addresses.rpc, 'status')).rejects.toThrow('fetch failed')
		const stood = performance.now() - from.at
		await until(() =>
			log.some((line) => /serves .*rpc.* broke: it worked at one thing for \d+ s and was ended/.test(line)),
		)
		expect((node?.engine.height ?? 0) - from.height).toBeGreaterThan(stood / 500 / 2)
		await vi.waitFor(async () => expect(await call(addresses.rpc, 'status')).toBeDefined(), { timeout: 20_000 })
		process.stdout.write(`a thread that nothing interrupts was ended after ${stood.toFixed(0)} ms\n`)
	}, 120_000)

	it('starts a thread again that broke, where it listened, and its chain goes on', async () => {
		const broken = join(folder, 'break')
		const url = threadThat("throw new Error('a fault of this test')", broken)
		const { addresses } = await start({}, { servingUrl: url })
		await call(addresses.rpc, 'status')
		const height = node?.engine.height ?? 0
		writeFileSync(broken, '')
		await until(() => log.some((line) => line.includes('a fault of this test')))
		await until(() => call(addresses.rpc, 'status').then(Boolean, () => false))
		await call(addresses.rpc, 'admin_mine')
		expect(node?.engine.height).toBe(height + 1)
		const reply = await fetch(`${addresses.rest}/blocks/latest`)
		expect(await reply.json()).toMatchObject({ block: { header: { height: String(height + 1) } } })
	})

	it('ends with a reason when its threads break again and again', async () => {
		const file = join(folder, 'serving.mjs')
		writeFileSync(
			file,
			`await import(${JSON.stringify(servingUrl.href)}); setTimeout(() => { throw new Error('always') }, 400)`,
		)
		let failure: unknown
		await start({}, { servingUrl: pathToFileURL(file), onFailure: (cause) => (failure = cause), log: silentLog })
		await until(() => failure !== undefined)
		expect(String(failure)).toContain('can no longer answer')
	})

	it('ends with the reason when a thread that broke cannot be started again', async () => {
		const broken = join(folder, 'break')
		const url = threadThat("throw new Error('a fault of this test')", broken)
		const failures: unknown[] = []
		await start({}, { servingUrl: url, onFailure: (cause) => failures.push(cause) })
		writeFileSync(join(folder, 'serving.mjs'), 'process.exit(7)')
		writeFileSync(broken, '')
		await until(() => failures.length > 0)
		expect(failures.map(String)).toEqual(['BugError: it ended with 7'])
	})
})
