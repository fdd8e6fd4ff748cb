import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startNode } from '../../support/startNode.ts'
import { until } from '../client/testChain.ts'
import { quickKeyring } from './quickKeyring.ts'
import { cli } from './testCli.ts'

describe('chain-tui greet --file', () => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-lines-'))
	const env = { CHAIN_TUI_PASSPHRASE: 'a good passphrase' }
	let node: Awaited<ReturnType<typeof startNode>>
	let url = ''
	beforeAll(async () => {
		node = await startNode({ on: ['rpc'] })
		await node.engine.mine()
		url = node.addresses.rpc ?? ''
		await quickKeyring(home, env.CHAIN_TUI_PASSPHRASE)
		const made = await cli(['keys', 'add', 'alice', '--home', home, '--output', 'json'], { env })
		const { address } = JSON.parse(made.stdout) as { readonly address: string }
		await node.call('admin_faucet', { address })
	})
	afterAll(async () => {
		await node.close()
		rmSync(home, { recursive: true, force: true })
	})

	it('greet sends each line of standard input in its order, and says how each ended', async () => {
		const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
		const args = ['greet', '--file', '-', '--node', url, '--home', home, '--output', 'json']
		const { exit, stdout, stderr } = await cli(args, { env, stdin: `${lines.join('\n')}\n\n` })
		expect([exit, stderr]).toEqual([0, expect.stringContaining('20 of 20 greetings are in blocks.')])
		const printed = stdout
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as { readonly line: number })
		expect(printed.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1))
		const list = await cli(['q', 'greet', 'list-greetings', '--node', url, '--output', 'json', '--home', home])
		const told = JSON.stringify(JSON.parse(list.stdout))
		for (const line of lines) expect(told).toContain(`"${line}"`)
	})

	it('greet counts no greeting of a file that it did not send, because it was stopped', async () => {
		const around = { env, stdin: 'a\nb\nc\n', stopped: AbortSignal.abort() }
		expect(await cli(['greet', '--file', '-', '--node', url, '--home', home], around)).toEqual({
			exit: 1,
			stdout: '',
			stderr: '0 of 3 greetings are in blocks.\n',
		})
	})

	it('greet tells of each line of a file why it failed, and ends with 1', async () => {
		const run = (...flags: string[]) =>
			cli(['greet', '--file', '-', '--gas', '1000', '--node', url, '--home', home, ...flags], { env, stdin: 'a\nb\n' })
		const failed = 'The transaction needs more gas than its limit.'
		expect(await run()).toEqual({
			exit: 1,
			stdout: `1 failed: ${failed}\n2 failed: ${failed}\n`,
			stderr: '0 of 2 greetings are in blocks.\n',
		})
		expect((await run('--output', 'json')).stdout).toBe(
			`{"line":1,"failed":"${failed}"}\n{"line":2,"failed":"${failed}"}\n`,
		)
	})

	it('greet tells the block of each line of a file that is in one, and counts those alone', async () => {
		const lines = `short\r\n${'long '.repeat(4_000)}\r\n\r\nalso short\r\n`
		const args = ['greet', '--file', '-', '--gas', '100000', '--node', url, '--home', home]
		const { exit, stdout, stderr } = await cli(args, { env, stdin: lines })
		expect([exit, stderr]).toEqual([1, '2 of 3 greetings are in blocks.\n'])
		expect(stdout).toMatch(/^1 block \d+ [0-9A-F]{64}\n2 failed: .+\n3 block \d+ [0-9A-F]{64}\n$/)
		const [, height = '', hash = ''] = /^1 block (\d+) (\w+)/.exec(stdout) ?? []
		const found = await cli(['q', 'tx', hash, '--node', url, '--home', home, '-o', 'json'])
		expect(JSON.parse(found.stdout)).toMatchObject({ height, tx: { body: { messages: [{ message: 'short' }] } } })
	})

	it('greet tells which greeting of a block is the sender’s, and that no fee was paid where none is asked', async () => {
		const free = await startNode({ on: ['rpc'], flags: { blockMode: 'manual', minimumGasPrices: '', admin: 'on' } })
		try {
			await cli(['keys', 'add', 'bob', '--home', home], { env })
			const addresses = await Promise.all(
				['alice', 'bob'].map(async (name) => (await cli(['keys', 'show', name, '-a', '--home', home])).stdout.trim()),
			)
			const inBlock = async (count: number) => {
				await until(async () => (await free.engine.mempoolSize()).count === count)
				await free.engine.mine()
			}
			await free.engine.mine()
			for (const address of addresses) {
				void free.call('admin_faucet', { address })
				await inBlock(1)
			}
			const at = ['--node', free.addresses.rpc ?? '', '--home', home]
			const sent = ['alice', 'bob'].map((name) =>
				cli(['greet', 'the same', '--from', name, '--gas', '100000', ...at], {
					...{ env: { ...env, NO_COLOR: '1' }, onTerminal: name === 'bob' },
				}),
			)
			await until(async () => (await free.engine.mempoolSize()).count === 2)
			const later = ['tx', 'greet', 'create-greeting', 'another', '--from', 'bob', '--sequence', '1', '--yes', ...at]
			expect((await cli(later, { env })).exit).toBe(0)
			await inBlock(3)
			const [alice, bob] = await Promise.all(sent)
			const list = JSON.parse((await cli(['q', 'greet', 'list-greetings', ...at, '-o', 'json'])).stdout)
			const ids = addresses.map((own) => list.greetings.find(({ owner }: { owner: string }) => owner === own).id)
			expect([...ids].sort()).toEqual(['0', '1'])
			expect(parse(alice!.stdout)).toMatchObject({ id: ids[0], owner: addresses[0], message: 'the same', fee: '' })
			expect(bob!.stdout).toMatch(
				new RegExp(`^✓ greeting ${ids[1]} of bob is in block \\d+ \\([\\d,]+ gas, fee none\\)\n$`),
			)
		} finally {
			await free.close()
		}
	})

	it('greet refuses a file without lines, and a message beside a file', async () => {
		const run = (...args: string[]) => cli(['greet', ...args, '--node', url, '--home', home], { env, stdin: '\n \n' })
		expect((await run('--file', '-')).stderr).toContain('The file has no lines.')
		expect((await run('hello', '--file', '-')).stderr).toContain('exclude each other')
	})

	it('a node of another chain than --chain-id names is refused before anything is signed', async () => {
		const common = ['--node', url, '--home', home, '--chain-id', 'other-1']
		const { exit, stderr } = await cli(['greet', 'hello', ...common], { env })
		expect([exit, stderr]).toEqual([1, expect.stringContaining('is of the chain chain-localnet, not of other-1.')])
		const sent = await cli(['tx', 'greet', 'create-greeting', 'hi', '--from', 'alice', '--yes', ...common], { env })
		expect([sent.exit, sent.stderr]).toEqual([1, expect.stringContaining('not of other-1')])
	})
})
