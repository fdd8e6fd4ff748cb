import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { until } from '../client/testChain.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-testnet-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Description {
	readonly chainId: string
	readonly nodes: readonly { readonly name: string; readonly ports: Readonly<Record<string, number>> }[]
}
const described = (name: string) => JSON.parse(readFileSync(join(folder, name, 'testnet.json'), 'utf8')) as Description

describe('testnet init', () => {
	test('makes the homes of each node and prints their ports', async () => {
		const { exit, stdout, stderr } = await cli([
			'testnet',
			'init',
			'--validators',
			'2',
			'--output',
			join(folder, 'two'),
		])
		expect([exit, stderr]).toEqual([0, ''])
		const { chainId, nodes } = described('two')
		const { abci, rpc } = nodes[1]!.ports
		expect(stdout).toContain(`chain_id: ${chainId}\nnodes:\n- abci: ${nodes[0]!.ports.abci}\n`)
		expect(stdout).toContain(`name: node1\n`)
		expect(stdout).toContain(`rpc: ${rpc}\n`)
		expect(readFileSync(join(folder, 'two', 'node1', 'engine', 'config', 'config.toml'), 'utf8')).toContain(`:${abci}"`)
		const genesis = JSON.parse(readFileSync(join(folder, 'two', 'node0', 'engine', 'config', 'genesis.json'), 'utf8'))
		expect(genesis.validators.map(({ name }: { name: string }) => name)).toEqual(['node0', 'node1'])
	})

	test('testnet init keeps gas price and pruning in the home of each application, which knows its engine', async () => {
		const output = join(folder, 'settings')
		const flags = ['--minimum-gas-prices', '7uchain', '--pruning', 'nothing', '--block-interval', '3s']
		expect((await cli(['testnet', 'init', '--validators', '2', '--output', output, ...flags])).exit).toBe(0)
		expect(described('settings').nodes).toHaveLength(2)
		for (const { name, ports } of described('settings').nodes) {
			const app = join(output, name, 'app')
			const kept = JSON.parse(readFileSync(join(app, 'config.json'), 'utf8'))
			expect(kept).toMatchObject({ minimumGasPrices: '7uchain', pruning: 'nothing' })
			const network = JSON.parse(readFileSync(join(app, 'network.json'), 'utf8'))
			expect(network).toEqual({
				address: `tcp://127.0.0.1:${ports.abci}`,
				engineUrl: `http://127.0.0.1:${ports.rpc}`,
				engineHome: '../engine',
			})
			const config = readFileSync(join(output, name, 'engine', 'config', 'config.toml'), 'utf8')
			expect(config).toContain('timeout_commit = "3000ms"')
		}
	})

	test('testnet init gives the JSON-RPC of a chain with an EVM a port', async () => {
		await cli(['testnet', 'init', '--validators', '1', '--chain-id', 'chain_2222-1', '--output', join(folder, 'evm')])
		expect(described('evm')).toMatchObject({ chainId: 'chain_2222-1', nodes: [{ ports: { eth: expect.any(Number) } }] })
	})

	test.each([
		[[], 'required flag(s) "output-dir" not set'],
		[['--output', join(folder, 'none'), '--validators', '0'], 'A network cannot have 0 validators.'],
		[['--output', join(folder, 'none'), '--validators', '65'], 'A network cannot have 65 validators.'],
		[['--output', join(folder, 'none'), '--validators', 'many'], 'invalid argument "many" for "--validators" flag'],
		[
			['--output', join(folder, 'none'), '--snapshot-interval', 'often'],
			'invalid argument "often" for "--snapshot-interval" flag',
		],
		[['--output', folder], `${folder} is not empty.`],
	])('refuses %j and makes nothing', async (flags, message) => {
		writeFileSync(join(folder, 'something'), '')
		const { exit, stdout, stderr } = await cli(['testnet', 'init', ...flags])
		expect([exit, stdout, stderr.split('\n')[0]]).toEqual([1, '', `Error: ${message}`])
		expect(existsSync(join(folder, 'none'))).toBe(false)
	})
})

describe('testnet start', () => {
	const program = process.argv[1] ?? ''
	const running = join(folder, 'one', 'running.json')
	let engine: string
	let rpc: TestNode | undefined

	beforeAll(async () => {
		// Every application of the network is this program.
		process.argv[1] = new URL('../../../bin/chain-tui.js', import.meta.url).pathname
		engine = join(folder, 'engine.sh')
		// Stands for an engine: runs until it is ended. Its RPC is that of a light node.
		writeFileSync(engine, '#!/bin/sh\nexec sleep 600\n')
		chmodSync(engine, 0o755)
		await cli(['testnet', 'init', '--validators', '1', '--output', join(folder, 'one')])
	})
	afterEach(async () => {
		await rpc?.close()
		rpc = undefined
	})
	afterAll(() => {
		process.argv[1] = program
	})

	/** The light node that answers where the engine would. */
	async function answering(): Promise<void> {
		const { ports } = described('one').nodes[0]!
		rpc = await startNode({ flags: { rpc: `127.0.0.1:${ports.rpc}` } })
		await rpc.engine.mine(2)
	}

	test('testnet start says where the nodes are once each has a new block, and ends them when told to', async () => {
		await answering()
		const stop = new AbortController()
		let said = ''
		const ended = cli(['testnet', 'start', join(folder, 'one'), '--engine', engine], {
			stopped: stop.signal,
			onStdout: (text) => {
				said += text
			},
		})
		await until(async () => {
			// The two blocks that were there before are none that it waits for.
			if (said === '' && existsSync(running)) await rpc?.engine.mine(1)
			// Both programs have the processor between two blocks.
			await pause(100)
			return said.endsWith('\n')
		})
		expect(rpc?.engine.height).toBeGreaterThan(2)
		const { ports } = described('one').nodes[0]!
		expect(JSON.parse(said.replace('ready ', ''))).toEqual({
			nodes: [
				{
					name: 'node0',
					rpc: `http://127.0.0.1:${ports.rpc}`,
					rest: `http://127.0.0.1:${ports.rest}`,
					grpc: `127.0.0.1:${ports.grpc}`,
				},
			],
		})
		stop.abort()
		expect((await ended).exit).toBe(0)
		expect(existsSync(running)).toBe(false)
	})

	test('testnet start starts a program again that died, and says so', async () => {
		await answering()
		const stop = new AbortController()
		let [said, told] = ['', '']
		const ended = cli(['testnet', 'start', join(folder, 'one'), '--engine', engine], {
			stopped: stop.signal,
			onStdout: (text) => {
				said += text
			},
			onStderr: (text) => {
				told += text
			},
		})
		await until(async () => {
			if (said === '') await rpc?.engine.mine(1)
			await pause(100)
			return said.endsWith('\n')
		})
		const pids = () => JSON.parse(readFileSync(running, 'utf8')) as Readonly<Record<string, number>>
		const first = pids()['node0 engine']!
		process.kill(first, 'SIGKILL')
		await until(() => ![undefined, first].includes(pids()['node0 engine']))
		expect(told).toMatch(
			/The engine of node0 ended with signal SIGKILL; see .*engine\.log\. It is started again in 1 s\./,
		)
		// As after --halt-height: an application that ends as asked stays ended.
		process.kill(pids()['node0 app']!, 'SIGTERM')
		await until(() => told.includes('The app of node0 ended as asked, by a halt or a signal. It is not started again.'))
		stop.abort()
		expect((await ended).exit).toBe(0)
	})

	test('testnet start names programs that a killed start left behind, and starts none', async () => {
		const app = join(folder, 'one', 'node0', 'app')
		const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', app], { stdio: 'ignore' })
		writeFileSync(running, JSON.stringify({ 'node0 app': orphan.pid, 'node0 engine': process.pid }))
		try {
			const { exit, stderr } = await cli(['testnet', 'start', join(folder, 'one'), '--engine', engine])
			expect([exit, stderr]).toEqual([
				1,
				`Error: Programs of an earlier start of ${join(folder, 'one')} still run.\nThey are the app of node0 (process ${orphan.pid}).\nEnd them, then start again: kill ${orphan.pid}\n`,
			])
		} finally {
			orphan.kill()
			rmSync(running)
		}
	})

	test('tells which program ended by itself before there was a block', async () => {
		const { exit, stderr, stdout } = await cli(['testnet', 'start', join(folder, 'one'), '--engine', '/bin/false'])
		expect([exit, stdout]).toEqual([1, ''])
		expect(stderr).toMatch(/The engine of node0 ended with .*; see .*engine\.log\./)
		expect(stderr).toContain('Error: The network did not start.')
	})

	test.each([
		[[join(folder, 'two'), '--engine', '/nonexistent'], {}, '/nonexistent is no program that can be run.'],
		[[join(folder, 'two')], { CHAIN_TUI_ENGINE: '/nonexistent' }, '/nonexistent is no program that can be run.'],
		[[join(folder, 'two')], { PATH: '/nonexistent' }, 'No engine was found.'],
		[[join(folder, 'nothing'), '--engine', '/bin/false'], {}, `There is no network in ${join(folder, 'nothing')}.`],
		[[], {}, 'accepts 1 arg(s), received 0'],
	])('refuses %j', async (args, env, message) => {
		const { exit, stderr } = await cli(['testnet', 'start', ...args], { env: env as Record<string, string> })
		expect([exit, stderr.split('\n')[0]]).toEqual([1, `Error: ${message}`])
	})
})
