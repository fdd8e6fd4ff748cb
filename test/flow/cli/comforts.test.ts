import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRunningNode } from '../../../src/node/home/runningNode.ts'
import { until } from '../client/testChain.ts'
import { type CliResult, type CliSurroundings, cli } from './testCli.ts'

const env = { CHAIN_TUI_PASSPHRASE: 'long enough', NO_COLOR: '1' }
const any = '127.0.0.1:0'
const quiet = `--rpc ${any} --rest ${any} --grpc ${any} --endpoints off --block-mode instant`
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-comforts-'))
const home = join(folder, 'home')
const run = (line: string | readonly string[], around: CliSurroundings = {}): Promise<CliResult> =>
	cli([...(typeof line === 'string' ? line.split(' ') : line), '--home', home], { env, ...around })

/** A command that goes on until it is ended. */
function running(line: string, around: CliSurroundings = {}) {
	const stop = new AbortController()
	const said = { text: '' }
	const ended = run(line, {
		...around,
		stopped: stop.signal,
		onStdout: (text) => {
			said.text += text
		},
	})
	return {
		said,
		end: () => {
			stop.abort()
			return ended
		},
	}
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('on a node that a person started', () => {
	let node: ReturnType<typeof running>

	beforeAll(async () => {
		node = running(`start ${quiet}`, { onTerminal: true })
		await until(() => node.said.text.includes('Ctrl-C stops the node'))
	})
	afterAll(() => node.end())

	test('start greets with who has coins, addresses and what to try', async () => {
		const { text } = node.said
		expect(text).toMatch(/^chain-tui [\d.]+ {2}chain-localnet, block \d+, a block for each transaction\n/)
		expect(text).toMatch(/faucet +chain1d45vd8vsmzd8zk46q9ak4eyhrtxklf32pgvffq +1,000,000,000 CHAIN/)
		const { rpc = '', rest = '', grpc = '' } = readRunningNode(home) ?? {}
		for (const address of [rpc, rest, grpc]) expect(text).toContain(address)
		expect(text).toContain(`chain-tui keys add alice --home ${home}`)
		expect(text).not.toContain('ready {')
	})

	test('greet needs a key, then coins, and says which step is next', async () => {
		const noKey = await run('greet hi')
		expect(noKey.exit).toBe(1)
		expect(noKey.stderr).toContain('`chain-tui keys add alice`, then `chain-tui faucet alice`')
		await run('keys add alice')
		const noCoins = await run('greet hi')
		expect(noCoins.exit).toBe(1)
		expect(noCoins.stderr).toContain('chain-tui faucet alice')
		expect((await run(['greet', ' '])).stderr).toBe('Error: must provide a greeting message\n')
	})

	test('greet writes a greeting with gas and fee of the node, in one line for a person', async () => {
		expect((await run('faucet alice')).exit).toBe(0)
		const first = JSON.parse((await run(['greet', 'hello world', '-o', 'json'])).stdout)
		expect(first).toMatchObject({ id: '0', message: 'hello world', fee: expect.stringMatching(/^\d+uchain$/) })
		const second = await run(['greet', 'again', '--fees', '2000uchain', '--memo', 'note'], { onTerminal: true })
		expect(second.stdout).toMatch(/^✓ greeting 1 of alice is in block \d+ \([\d,]+ gas, fee 2000uchain\)\n$/)
		expect(node.said.text).toMatch(/✓ greeting {2}alice +“hello world”/)
		expect(node.said.text).toMatch(/✓ send {6}faucet {7}1,000 CHAIN to chain1\w+\n/)
	})

	test('greet signs with the key that was chosen in the app', async () => {
		await run('keys add bob')
		await run('faucet bob')
		writeFileSync(join(home, 'preferences.json'), JSON.stringify({ key: 'bob' }))
		const bob = JSON.parse((await run('keys show bob -o json')).stdout)
		expect(JSON.parse((await run('greet mine -o json')).stdout)).toMatchObject({ id: '2', owner: bob.address })
		rmSync(join(home, 'preferences.json'))
	})

	test('watch tells a program each block and transaction as JSON, after the last ones', async () => {
		const watch = running('watch --last 2')
		await until(() => watch.said.text.split('\n').length > 2)
		await run('greet watched')
		await until(() => watch.said.text.includes('"watched"'))
		const { stdout, exit } = await watch.end()
		expect(exit).toBe(0)
		const lines = stdout
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line))
		expect(lines.map(({ type }) => type)).toEqual(['transaction', 'transaction', 'block', 'transaction'])
		expect(lines.at(-1)).toMatchObject({ first: { message: 'watched' }, height: lines[2].height, code: 0 })
	})

	test('watch greetings tells ids, also of several in a block, and words of strangers cannot move the cursor', async () => {
		const watch = running('watch greetings --last 1', { onTerminal: true })
		await until(() => watch.said.text.includes('watched'))
		await run(['greet', 'red \u001b[31m'])
		await run('greet last')
		await until(() => watch.said.text.includes('“last”'))
		const { stdout } = await watch.end()
		expect(stdout).toMatch(/#3 {2}alice {2}“watched”\n/)
		expect(stdout).toMatch(/#4 {2}alice {2}“red \\u001b\[31m” {2}block \d+\n/)
		expect(stdout).toMatch(/#5 {2}alice {2}“last” {2}block \d+\n/)
		expect(stdout).not.toContain('\u001b[31m')
	})

	test('watch refuses what there is not', async () => {
		expect((await run('watch stars')).stderr).toContain('Name one of: all, blocks, transactions, greetings.')
		expect((await run('watch --node http://127.0.0.1:9')).exit).toBe(1)
	})

	test('logs prints what the node said, and goes on with what it says', async () => {
		const { stdout } = await run('logs')
		const lines = stdout
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line))
		expect(lines.map(({ msg }) => msg).join('\n')).toContain(
			`listening on ${new URL(readRunningNode(home)?.rpc ?? '').host}`,
		)
		const words = await run('logs -n 1', { onTerminal: true })
		expect(words.stdout).toMatch(/^\d\d:\d\d:\d\d {2}\w+ +.*\n$/)
		const follow = running('logs -f -n 0')
		await node.end()
		await until(() => follow.said.text.includes('"stopped"'))
		expect((await follow.end()).exit).toBe(0)
		expect(follow.said.text).not.toContain('listening on')
	})

	test('logs of a home that never ran says so', async () => {
		const { exit, stderr } = await cli(['logs', '--home', join(folder, 'empty')], { env })
		expect(exit).toBe(1)
		expect(stderr).toContain('Start one with `chain-tui start`')
	})
})

test('start on a terminal tells of empty blocks too, in one line', async () => {
	const alone = `--rpc ${any} --rest off --grpc off --endpoints off`
	const start = running(`start ${alone} --block-interval 100ms`, { onTerminal: true })
	await until(() => /\d\d:\d\d:\d\d {2}[23] empty blocks/.test(start.said.text))
	expect((await start.end()).exit).toBe(0)
})

test('start with --output json is for programs on a terminal too', async () => {
	const start = running(`start ${quiet} -o json`, { onTerminal: true })
	await until(() => start.said.text !== '')
	expect(start.said.text).toMatch(/^ready \{.*\}\n$/)
	expect((await start.end()).exit).toBe(0)
})

test('a port that is taken is told with the one that is used, and taken again at the next start', async () => {
	const others = ['--rest', 'off', '--grpc', 'off', '--endpoints', 'off']
	const moved = join(folder, 'moved')
	const servers = await Promise.all([26_657].map(taken))
	try {
		const start = () => startIn(moved, others)
		const first = await start()
		const { used } = JSON.parse(first.ready).moved.rpc as { used: number }
		expect(JSON.parse(first.ready)).toMatchObject({ moved: { rpc: { asked: 26_657, used } } })
		expect(used).not.toBe(26_657)
		expect(JSON.parse(readFileSync(join(moved, 'ports.json'), 'utf8'))).toEqual({ rpc: used })
		const status = await cli(['status', '--home', moved, '-o', 'json'], { env })
		expect(JSON.parse(status.stdout).MovedPorts).toEqual({ rpc: { asked: 26_657, used } })
		await first.end()
		const second = await start()
		expect(JSON.parse(second.ready).moved.rpc.used).toBe(used)
		await second.end()
	} finally {
		for (const server of servers) server?.close()
	}
})

/** Takes a port of this machine, unless somebody has it already. */
async function taken(port: number) {
	const server = createServer()
	return new Promise<typeof server | undefined>((resolve) => {
		server.once('error', () => resolve(undefined))
		server.listen(port, '127.0.0.1', () => resolve(server))
	})
}

async function startIn(folder: string, flags: readonly string[]) {
	const stop = new AbortController()
	let said = ''
	const ended = cli(['start', '--home', folder, ...flags], {
		env,
		stopped: stop.signal,
		onStdout: (text) => {
			said += text
		},
	})
	await until(() => said !== '')
	return {
		ready: said.slice('ready '.length),
		end: () => {
			stop.abort()
			return ended
		},
	}
}
