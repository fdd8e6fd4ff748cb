import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ManagedProcess } from '../../src/node/testnet/ManagedProcess.ts'
import { cli } from '../flow/cli/testCli.ts'
import { engineProgram } from './support/engineProgram.ts'
import { whyNoNamespaces } from './support/Namespaces.ts'
import { TestNetwork } from './support/TestNetwork.ts'

const { path: engine, missing } = engineProgram()
const reason = missing === '' ? whyNoNamespaces() : missing
if (reason !== '') process.stderr.write(`Networks on several hosts are not tested: ${reason}.\n`)

/** Three validators, one behind a sentry, and the sentry; RPC and REST open to this process. */
const hosts = ['alpha', 'beta', 'gamma', 'guard'].map((name, index) => {
	const address = `NET.${index + 1}`
	const role = name === 'guard' ? 'sentry guards=gamma' : 'validator'
	const [kind, ...more] = role.split(' ')
	return [name, address, kind, ...more, `rpc=${address}:26657`, `rest=${address}:1317`].join(' ')
})

describe.runIf(reason === '')('a network on four hosts', { timeout: 300_000 }, () => {
	let network: TestNetwork

	beforeAll(async () => {
		network = await TestNetwork.create({ engine, validators: 4, blockInterval: '500ms', snapshotInterval: 5, hosts })
		for (const node of [0, 1, 2, 3]) network.startNode(node)
		await Promise.all([0, 1, 2, 3].map((node) => network.until(node, 3, 120_000)))
	}, 180_000)
	afterAll(() => network?.close(), 60_000)

	it('a network on four hosts is started by the command lines of the generated units and agrees on each block', async () => {
		await Promise.all([0, 1, 3].map((node) => network.greet(node, 20)))
		const height = (await network.height(0)) + 2
		await Promise.all([0, 1, 2, 3].map((node) => network.until(node, height)))
		const hashes = await Promise.all([0, 1, 2, 3].map((node) => network.appHash(node, height)))
		expect(new Set(hashes).size).toBe(1)
		for (const node of [0, 1, 2, 3]) await expect.poll(() => network.greetings(node)).toBe(60)
	})

	it('an application of a network on four hosts tells Prometheus height, readiness and the time of ABCI methods', async () => {
		const [command = '', ...args] = [...network.spaces!.enter('alpha'), 'curl', '-s', 'http://127.0.0.1:26661/metrics']
		const { stdout } = spawnSync(command, args, { encoding: 'utf8' })
		expect(stdout).toMatch(/^tendermint_consensus_height [1-9]/m)
		expect(stdout).toMatch(/^tendermint_consensus_validators 3$/m)
		expect(stdout).toMatch(/^chain_tui_ready 1$/m)
		for (const method of ['begin_block', 'deliver_tx', 'commit', 'check_tx']) {
			expect(stdout).toMatch(
				new RegExp(`^tendermint_abci_connection_method_timing_count{method="${method}"} [1-9]`, 'm'),
			)
		}
		expect(stdout).not.toContain('Nan')
	})

	it('a validator of a network on four hosts behind a sentry has that one as its only peer', async () => {
		const { peers } = await network.client(2).call('net_info')
		expect(peers?.map(({ node_info }) => node_info.moniker)).toEqual(['guard'])
	})

	describe('a fifth host of a network on four', () => {
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-fifth-'))
		const home = '/var/lib/chain-tui/fifth'
		const rpc = () => [0, 1].map((node) => network.client(node).url).join(',')
		let programs: ManagedProcess[] = []

		async function stop(): Promise<void> {
			for (const program of programs.reverse()) await program.stop()
			programs = []
		}
		afterAll(async () => {
			await stop()
			rmSync(folder, { recursive: true, force: true })
		})

		/** Runs a command of this program on the host. */
		function there(output: string, ...line: readonly string[]): string {
			const [command = '', ...args] = [...network.spaces!.enter('fifth', output), 'chain-tui', ...line]
			const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8' })
			expect(status, stderr).toBe(0)
			return stdout
		}
		const status = (output: string) => JSON.parse(there(output, 'node', 'status', '--home', home, '-o', 'json'))

		/** Height of the last block that an engine's log says it has committed; 0 for none. */
		function lastBlock(log: string): number {
			return Number(
				log
					.match(/committed state .*height=(\d+)/g)
					?.at(-1)
					?.match(/height=(\d+)/)?.[1] ?? 0,
			)
		}

		/** Joins the network into a folder, starts both programs by the units' lines and waits until it has caught up. */
		async function joined(output: string, ...flags: readonly string[]): Promise<string> {
			const made = await cli(['node', 'join', '--rpc', rpc(), '--output', output, '--name', 'fifth', ...flags])
			expect([made.exit, made.stderr]).toEqual([0, expect.stringContaining('told alike')])
			for (const part of ['app', 'engine'] as const) {
				const [command = '', ...args] = network.unitLine('fifth', part, output)
				const logFile = join(output, 'fifth', `${part}.log`)
				programs.push(new ManagedProcess({ command, args, logFile, onLine: () => undefined }))
			}
			const height = await network.height(0)
			// Each question of the program is a start of it: the log tells when the first is worth it.
			await expect
				.poll(() => lastBlock(readFileSync(join(output, 'fifth', 'engine.log'), 'utf8')), { timeout: 120_000 })
				.toBeGreaterThanOrEqual(height)
			await expect
				.poll(() => status(output), { timeout: 120_000, interval: 500 })
				.toMatchObject({ catching_up: false, application: 'runs', engine: 'answers', last_signed: 'nothing yet' })
			await expect.poll(() => Number(status(output).height), { timeout: 60_000 }).toBeGreaterThanOrEqual(height)
			const reached = status(output)
			expect(reached.peers).toBeGreaterThan(1)
			expect(reached.disk_bytes.state).toBeGreaterThan(1_000)
			return made.stdout
		}

		it('a fifth host of a network on four joins it by two of its nodes and runs every block', async () => {
			const output = join(folder, 'replay')
			expect(await joined(output)).toContain('sync: replay')
			const { stdout, exit } = await cli(['node', 'logs', '-n', '10000', '--home', join(output, 'fifth')])
			expect(exit).toBe(0)
			expect(stdout).toMatch(/^app \| .*listening on tcp/m)
			expect(stdout).toMatch(/^engine \| .*executed block.* height=1 /m)
			const refused = await cli(['node', 'leave', '--yes', '--home', join(output, 'fifth')])
			expect([refused.exit, refused.stderr]).toEqual([1, expect.stringContaining('runs.')])
			await stop()
		})

		it('a fifth host of a network on four begins again with its keys, and leaves', async () => {
			const output = join(folder, 'replay')
			const node = join(output, 'fifth')
			const key = () => readFileSync(join(node, 'engine', 'config', 'node_key.json'), 'utf8')
			const before = key()
			expect((await cli(['node', 'reset', '--keep-keys', '--yes', '--home', node])).exit).toBe(0)
			expect(key()).toBe(before)
			expect(status(output)).toMatchObject({ application: 'does not run', engine: 'does not answer' })
			expect(status(output).disk_bytes.blocks).toBeLessThan(200)
			expect((await cli(['node', 'leave', '--yes', '--home', node])).exit).toBe(0)
			expect((await cli(['node', 'status', '--home', node])).stderr).toContain('is not the home of a node of a network')
		})

		it('a fifth host of a network on four takes the state of a snapshot over', async () => {
			const output = join(folder, 'state')
			expect(await joined(output, '--sync', 'state')).toContain('sync: state')
			const { stdout } = await cli(['node', 'logs', '-n', '10000', '--home', join(output, 'fifth')])
			expect(stdout).toMatch(/the state of height \d+ is taken over/)
			expect(stdout).not.toMatch(/executed block.* height=1 /)
			await stop()
		})
	})
})
