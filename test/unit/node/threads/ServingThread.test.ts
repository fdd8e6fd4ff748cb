import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { ServingThread } from '../../../../src/node/threads/ServingThread.ts'
import { until } from '../../../support/until.ts'

let folder: string
let thread: ServingThread | undefined
let told: string[] = []
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-thread-'))
	told = []
})
afterEach(async () => {
	await thread?.close()
	rmSync(folder, { recursive: true, force: true })
})

/** A thread that runs this code for each order; `report` sends to its owner. */
function threadThat(follows: string): ServingThread {
	const file = join(folder, 'thread.mjs')
	writeFileSync(
		file,
		`import { parentPort, workerData } from 'node:worker_threads'
		const report = (message) => parentPort.postMessage(message)
		const { listeners } = workerData.config
		parentPort.on('message', (order) => {
			if (order.type === 'close') return parentPort.close()
			${follows}
		})`,
	)
	const listeners = { rpc: '127.0.0.1:1', rest: '127.0.0.1:2', grpc: 'off', endpoints: 'off', legacy8: 'off' }
	const config = resolveNodeConfig({ home: folder, ...listeners }, {})
	thread = new ServingThread(pathToFileURL(file), config, ['rpc', 'grpc'])
	return thread
}

function open(opened: ServingThread): Promise<void> {
	const { port1, port2 } = new MessageChannel()
	port1.unref()
	return opened.open(
		{
			type: 'open',
			port: port2,
			memory: new SharedArrayBuffer(8),
			identity: { nodeId: '', moniker: '', rpcAddress: '' } as never,
			blocks: { engineUrl: 'http://127.0.0.1:1', chainId: 'test-1' },
			powers: [],
			others: [],
		},
		{
			log: (level, source, message) => told.push(`${level} ${source} ${message}`),
			onListening: () => told.push('listening'),
			onBreak: (cause) => told.push(`broke: ${cause.message}`),
		},
	)
}

const ready = "report({ type: 'ready', listening: { listeners: { rpc: 'http://[::1]:4' }, moved: {} } })"
const failed = "report({ type: 'failed', fault: { name: 'UserError', message: 'no', why: 'taken', next: 'end it' } })"

it('a serving thread that cannot open its listeners says why, and one that ends first is told as ended', async () => {
	await expect(open(threadThat(failed))).rejects.toMatchObject({
		name: 'UserError',
		message: 'no',
		why: 'taken',
		next: 'end it',
	})
	await thread?.close()
	await expect(open(threadThat('process.exit(3)'))).rejects.toThrow('it ended with 3')
	// It has ended: opening it again says so at once.
	await expect(open(thread!)).rejects.toThrow('it ended with 3')
	expect(told).toEqual([])
})

it('a serving thread that ends while it switches a listener leaves no caller waiting, and its owner is told', async () => {
	const opened = threadThat(`if (order.type === 'open') ${ready}
		else process.exit(5)`)
	await open(opened)
	await expect(opened.set('rpc', false)).rejects.toThrow('it ended with 5')
	expect(told).toEqual(['broke: it ended with 5'])
})

it('a serving thread that cannot switch a listener hands on the reason to the one who asked', async () => {
	const opened = threadThat(`
		if (order.type === 'open') return ${ready}
		const fault = { name: 'UserError', message: order.name + ' cannot listen', why: 'taken', next: '' }
		report({ type: 'switched', id: order.id, ...(order.on ? { fault } : {}) })`)
	await open(opened)
	const [off, on] = [opened.set('grpc', false), opened.set('rpc', true)]
	await expect(on).rejects.toMatchObject({ name: 'UserError', message: 'rpc cannot listen', why: 'taken' })
	await expect(off).resolves.toBeUndefined()
})

it('a fault of a serving thread after its start is logged', async () => {
	const opened = threadThat(`if (order.type === 'open') ${ready}
		else ${failed}`)
	await open(opened)
	opened.order({ type: 'block', height: 1 })
	await until(() => told.length > 0)
	expect(told).toEqual(['error node no'])
})

it('a serving thread has only its own listeners, and after a restart those that listened, at the same addresses', async () => {
	const opened = threadThat(`
		report({ type: 'log', level: 'info', source: 'test', message: JSON.stringify(listeners) })
		if (order.type === 'open') ${ready}
		else process.exit(1)`)
	await open(opened)
	expect(opened.listening.listeners).toEqual({ rpc: 'http://[::1]:4' })
	opened.order({ type: 'block', height: 1 })
	await until(() => told.some((line) => line.startsWith('broke')))
	opened.restart()
	await open(opened)
	const off = { on: false }
	const others = { rest: off, endpoints: off, legacy8: off, eth: off }
	const [first, , , second] = told.map((line) => JSON.parse(line.replace(/^info test |^broke.*/, '') || '0'))
	expect(first).toEqual({
		...others,
		grpc: off,
		rpc: expect.objectContaining({ on: true, host: '127.0.0.1', port: 1 }),
	})
	expect(second).toEqual({ ...others, grpc: off, rpc: { on: true, host: '::1', port: 4, asked: true } })
})

it.each([
	["throw new Error('a fault of this test')", 'a fault of this test'],
	["throw 'a word'", 'a word'],
	['process.exit(3)', 'it ended with 3'],
])('a serving thread that breaks by %s tells its owner so, and is watched no more', async (code, why) => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	try {
		const opened = threadThat(`
			if (order.type === 'open') return ${ready}
			if (order.height === 1) return report({ type: 'listening', listening: { listeners: {}, moved: {} } })
			${code}`)
		await open(opened)
		opened.order({ type: 'block', height: 1 })
		await expect.poll(() => told).toEqual(['listening'])
		expect([opened.listening.listeners, vi.getTimerCount()]).toEqual([{}, 1])
		opened.order({ type: 'block', height: 2 })
		await expect.poll(() => told).toEqual(['listening', `broke: ${why}`])
		expect(vi.getTimerCount()).toBe(0)
	} finally {
		vi.useRealTimers()
	}
})

it('a serving thread whose event loop stands still while it works for twelve seconds is ended with the reason', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	let usedMs = 0
	const used = vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: usedMs * 600, system: usedMs * 400 }))
	try {
		await open(threadThat(`if (order.type === 'open') ${ready}`))
		// From the first look on, twelve seconds in which the process works half of the time.
		for (let look = 1; look <= 25; look++) {
			expect([vi.getTimerCount(), told]).toEqual([1, []])
			usedMs += 250
			vi.advanceTimersByTime(500)
		}
		expect(vi.getTimerCount()).toBe(0)
		await expect.poll(() => told).toEqual(['broke: it worked at one thing for 12 s and was ended'])
	} finally {
		used.mockRestore()
		vi.useRealTimers()
	}
})
