import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freePorts } from '../../../../src/node/testnet/createTestnet.ts'
import { type RunningTestnet, startTestnet } from '../../../../src/node/testnet/startTestnet.ts'
import { type Testnet, testnetPaths } from '../../../../src/node/testnet/Testnet.ts'
import { until } from '../../../support/until.ts'

// Programs of a few lines stand for the application and the engine: what is tested is who starts and watches them.
let folder: string
let testnet: Testnet
let lines: string[]
let network: RunningTestnet | undefined
const paths = () => testnetPaths(folder)

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-start-'))
	mkdirSync(join(folder, 'node0'))
	lines = []
	network = undefined
	const [abci = 1, rpc = 1, p2p = 1, rest = 1, grpc = 1] = await freePorts(5)
	const node = { name: 'node0', id: 'aa', ports: { abci, rpc, p2p, rest, grpc } }
	testnet = { format: 2, chainId: 'net-1', blockIntervalMs: 100, snapshotInterval: 0, nodes: [node] }
})
afterEach(async () => {
	await network?.stop()
	rmSync(folder, { recursive: true, force: true })
})

function program(name: string, code: string): string {
	const file = join(folder, name)
	writeFileSync(file, `#!${process.execPath}\n${code}`)
	chmodSync(file, 0o755)
	return file
}

/** Ends with the code that a file names, once it is there. */
const endsBy = (file: string) => `
	const { existsSync, readFileSync, rmSync } = require('node:fs')
	setInterval(() => {
		if (!existsSync('${file}')) return
		const code = Number(readFileSync('${file}'))
		rmSync('${file}')
		process.exit(code)
	}, 5)`

/** An application that runs until it is told to end. */
const appThatRuns = () => program('app.cjs', `console.log('listening {}')${endsBy(join(folder, 'end app'))}`)

/** An engine whose height grows with each question. */
const engineThatRuns = () =>
	program(
		'engine.cjs',
		`let height = 0
		const { rpc } = ${JSON.stringify(testnet.nodes[0]!.ports)}
		console.log('I[1] starts')
		console.log('E[1] a fault')
		require('node:http').createServer((request, reply) => {
			height++
			const result = { sync_info: { latest_block_height: String(height), catching_up: false } }
			reply.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
		}).listen(rpc, '127.0.0.1')${endsBy(join(folder, 'end engine'))}`,
	)

function start(self: string, engine: string, signal = new AbortController().signal): Promise<RunningTestnet> {
	return startTestnet(testnet, {
		folder,
		engine,
		self: [process.execPath, self],
		onLine: (line) => lines.push(line),
		signal,
		backOffMs: { first: 20, longest: 30 },
	})
}

it('a network whose application ends before the first block does not start, and says where its log is', async () => {
	const why = `The app of node0 ended with code 3; see ${paths().log('node0', 'app')}.`
	await expect(start(program('app.cjs', 'process.exit(3)'), engineThatRuns())).rejects.toMatchObject({
		message: 'The network did not start.',
		why,
	})
	expect(lines).toContain(why)
	expect(existsSync(paths().running)).toBe(false)
})

it('a network is not started beside programs of an earlier start, and is once they have ended', async () => {
	const child: ChildProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', paths().app('node0')])
	await once(child, 'spawn')
	// A process whose number went to another program is none of them.
	writeFileSync(paths().running, JSON.stringify({ 'node0 app': child.pid, 'node0 engine': process.pid }))
	const [self, engine] = [appThatRuns(), engineThatRuns()]
	await expect(start(self, engine)).rejects.toMatchObject({
		message: `Programs of an earlier start of ${folder} still run.`,
		why: `They are the app of node0 (process ${child.pid}).`,
		next: `End them, then start again: kill ${child.pid}`,
	})
	expect(lines).toEqual([])
	const ended = once(child, 'exit')
	child.kill('SIGKILL')
	await ended
	network = await start(self, engine)
	const { rpc, rest, grpc } = testnet.nodes[0]!.ports
	expect(network.nodes).toEqual([
		{ name: 'node0', rpc: `http://127.0.0.1:${rpc}`, rest: `http://127.0.0.1:${rest}`, grpc: `127.0.0.1:${grpc}` },
	])
	expect(Object.keys(JSON.parse(readFileSync(paths().running, 'utf8')))).toEqual(['node0 app', 'node0 engine'])
	// Of an engine's lines, those that tell of every step are left out.
	expect(lines).toEqual(['node0 app | listening {}', 'node0 engine | E[1] a fault'])
	await network.stop()
	expect(existsSync(paths().running)).toBe(false)
})

it('a program of a running network that ends is started again, later each time, but an application that ended as asked is not', async () => {
	network = await start(appThatRuns(), engineThatRuns())
	const told = (text: string) => until(() => lines.filter((line) => line.startsWith(text)).at(-1))
	const starts = () => lines.filter((line) => line === 'node0 engine | E[1] a fault').length
	for (const [death, delay] of ['0.02', '0.03', '0.03'].entries()) {
		lines.length = 0
		writeFileSync(join(folder, 'end engine'), String(death))
		await until(() => starts() > 0)
		expect(await told('The engine')).toBe(
			`The engine of node0 ended with code ${death}; see ${paths().log('node0', 'engine')}. It is started again in ${delay} s.`,
		)
	}
	writeFileSync(join(folder, 'end app'), '1')
	expect(await told('The app')).toContain('ended with code 1; see')
	await until(() => lines.filter((line) => line === 'node0 app | listening {}').length > 0)
	lines.length = 0
	writeFileSync(join(folder, 'end app'), '0')
	expect(await told('The app')).toBe('The app of node0 ended as asked, by a halt or a signal. It is not started again.')
	expect(Object.keys(JSON.parse(readFileSync(paths().running, 'utf8')))).toContain('node0 engine')
})

it('a network has started when each node has a block beyond its first two answers; a program that ended just before is started again', async () => {
	const [abci = 1, rpc = 1, p2p = 1, rest = 1, grpc = 1] = await freePorts(5)
	mkdirSync(join(folder, 'node1'))
	testnet = {
		...testnet,
		nodes: [...testnet.nodes, { name: 'node1', id: 'bb', ports: { abci, rpc, p2p, rest, grpc } }],
	}
	const app = program(
		'app.cjs',
		`const own = require('node:path').dirname(process.argv.at(-1))
		console.log('listening {}')
		setInterval(() => {
			const { existsSync, rmSync } = require('node:fs')
			if (!existsSync(own + '/end')) return
			rmSync(own + '/end')
			process.exit(1)
		}, 5)`,
	)
	const [last, goes] = [join(folder, 'last'), join(folder, 'goes')]
	// A chain at its first block may have had it before; the newest block of an old one was there before.
	const engine = program(
		'engine.cjs',
		`const { appendFileSync, existsSync, writeFileSync } = require('node:fs')
		const home = process.argv.at(-1)
		const { name, ports } = ${JSON.stringify(testnet.nodes)}.find(({ name }) => home.includes('/' + name + '/'))
		const heights = { node0: [0, 1, 1, 2], node1: [7, 7, 8] }[name]
		let asked = 0
		require('node:http').createServer((request, reply) => {
			const height = heights[Math.min(asked++, heights.length - 1)]
			appendFileSync(home + '.asked', '.')
			const result = { sync_info: { latest_block_height: String(height), catching_up: false } }
			const answer = () => reply.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
			if (height !== 8 || existsSync('${goes}')) return answer()
			writeFileSync('${last}', '')
			const waiting = setInterval(() => {
				if (!existsSync('${goes}')) return
				clearInterval(waiting)
				answer()
			}, 5)
		}).listen(ports.rpc, '127.0.0.1')`,
	)
	const asked = (name: string) => readFileSync(`${paths().engine(name)}.asked`, 'utf8').length
	const starting = start(app, engine)
	await until(() => existsSync(last) && asked('node0') >= 4)
	writeFileSync(join(folder, 'node0', 'end'), '')
	const ended = `The app of node0 ended with code 1; see ${paths().log('node0', 'app')}.`
	await until(() => lines.includes(ended))
	writeFileSync(goes, '')
	network = await starting
	expect(asked('node1')).toBeGreaterThanOrEqual(3)
	await until(() => lines.filter((line) => line === 'node0 app | listening {}').length === 2)
	expect(lines.filter((line) => line.startsWith('The '))).toEqual([ended])
})

it('a network that is told to stop before its first block ends its programs, also one that does not listen yet', async () => {
	const stop = new AbortController()
	const runs = 'setInterval(() => {}, 1000)'
	const app = program('app.cjs', `console.log('not yet'); ${runs}`)
	const starting = start(app, program('engine.cjs', runs), stop.signal)
	await until(() => lines.includes('node0 app | not yet'))
	const { 'node0 app': pid } = JSON.parse(readFileSync(paths().running, 'utf8'))
	stop.abort()
	await expect(starting).rejects.toThrow('The network was stopped before it had a new block.')
	expect(() => process.kill(pid, 0)).toThrow('ESRCH')
	expect(existsSync(paths().running)).toBe(false)
})

it('a network whose nodes are on hosts of their own is not started on this machine', async () => {
	const [node] = testnet.nodes
	testnet = { ...testnet, nodes: [{ ...node!, host: { role: 'validator', address: '10.9.0.1', listen: {} } }] }
	await expect(start('none', 'none')).rejects.toMatchObject({
		message: `The nodes of ${folder} are on hosts of their own.`,
		next: `Start each on its host, as ${paths().page} says.`,
	})
	expect(existsSync(paths().running)).toBe(false)
})
