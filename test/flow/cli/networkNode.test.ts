import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parseValidatorKey } from '../../../src/engine/validatorKey.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import { writeRunningNode } from '../../../src/node/home/runningNode.ts'
import { logFiles } from '../../../src/node/logFile.ts'
import { toHexUpper } from '../../../src/util/bytes.ts'
import { until } from '../client/testChain.ts'
import { type AnsweringEngine, answeringEngine } from '../engineRpc/answeringEngine.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-network-node-'))
const engines: AnsweringEngine[] = []
afterAll(async () => {
	for (const engine of engines) await engine.close()
	rmSync(folder, { recursive: true, force: true })
})

let node: string
/** Address of the node's validator. */
let address: string
beforeEach(async () => {
	const network = join(mkdtempSync(join(folder, 'of-')), 'net')
	await cli(['testnet', 'init', '--validators', '2', '--output-dir', network])
	node = join(network, 'node0')
	const file = join(node, 'engine', 'config', 'priv_validator_key.json')
	address = toHexUpper(parseValidatorKey(readFileSync(file, 'utf8'), file).address)
})

/** Lets the other node of the network tell these validators. */
async function othersTell(...validators: readonly (readonly [address: string, power: number])[]): Promise<void> {
	const told = validators.map(([address, power]) => ({ address, voting_power: String(power) }))
	const engine = await answeringEngine({ result: { validators: told } })
	engines.push(engine)
	const file = homePaths(join(dirname(node), 'node1', 'app')).network
	writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), engineUrl: engine.url }))
}

const run = (line: string, ...answers: readonly string[]) => cli([...line.split(' '), '--home', node], { answers })

describe('a node of a network is changed by whoever knows what it is', () => {
	test.each([
		['two thirds and more of the power are left', [10, 21], 10, 31, 'The others go on without it.'],
		['exactly two thirds of the power are left', [10, 20], 10, 30, 'Without it the chain halts.'],
		['half of the power is left', [7, 7], 7, 14, 'Without it the chain halts.'],
	])(
		'whoever removes a validator is told whether its chain goes on: %s',
		async (_what, [own, rest], power, total, then) => {
			await othersTell([address, own!], ['AA', rest!])
			const question = 'Type node0 to remove everything of the node: '
			expect(await run('node leave', 'no')).toEqual({
				exit: 1,
				stdout: '',
				stderr: `Its key is validator ${address}, with power ${power} of ${total}. ${then}\n${question}Nothing was changed.\n`,
			})
			expect(existsSync(join(node, 'app'))).toBe(true)
		},
	)

	test('a node whose name is not typed stays as it is', async () => {
		await othersTell(['AA', 9])
		for (const [line, what] of [
			['node reset', 'state, blocks and keys'],
			['node reset --keep-keys', 'state and blocks'],
			['node leave --keep-keys', 'everything but its keys'],
		]) {
			expect(await run(line!, 'node')).toEqual({
				exit: 1,
				stdout: '',
				stderr: `Type node0 to remove ${what} of the node: Nothing was changed.\n`,
			})
		}
		expect(existsSync(join(node, 'app'))).toBe(true)
	})

	test('a node that keeps its keys, or is no validator, begins again without a word of validators', async () => {
		await othersTell([address, 1], ['AA', 9])
		expect(await run('node reset --keep-keys', 'node0')).toEqual({
			exit: 0,
			stdout: '',
			stderr: 'Type node0 to remove state and blocks of the node: The node begins again at its next start.\n',
		})
		expect(await run('node reset', ' node0 ')).toMatchObject({
			exit: 0,
			stderr: `Its key is validator ${address}, with power 1 of 10. The others go on without it.\nType node0 to remove state, blocks and keys of the node: The node begins again at its next start, with new keys.\n`,
		})
		// Its new key is in nobody's set.
		expect(await run('node reset --yes')).toEqual({
			exit: 0,
			stdout: '',
			stderr: 'The node begins again at its next start, with new keys.\n',
		})
	})

	test('a node that leaves says what is left of it', async () => {
		expect(await run('node leave --keep-keys', 'node0')).toEqual({
			exit: 0,
			stdout: '',
			stderr: `Type node0 to remove everything but its keys of the node: ${node} holds no node any more but its keys.\n`,
		})
		node = join(dirname(node), 'node1')
		expect(await run('node leave --yes')).toEqual({
			exit: 0,
			stdout: '',
			stderr: `${node} holds no node any more.\n`,
		})
		expect(existsSync(join(node, 'app'))).toBe(false)
	})
})

test('a node that runs is neither begun again nor removed, even with --yes', async () => {
	writeRunningNode(join(node, 'app'), { pid: process.pid, chainId: 'chain-localnet' })
	for (const line of ['node reset --yes', 'node leave --yes']) {
		const { exit, stdout, stderr } = await run(line)
		expect([exit, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^Error: .+ runs/)])
	}
	expect(existsSync(join(node, 'engine', 'config', 'priv_validator_key.json'))).toBe(true)
})

test('a command that asks a node of a network says which of its programs is missing', async () => {
	const app = join(node, 'app')
	const status = async () => (await cli(['status', '--home', app])).stderr
	const why = 'It is the home of a node of a network: its engine answers.'
	expect(await status()).toBe(
		`Error: The node of ${app} does not run.\n${why}\nStart it with \`chain-tui testnet start\` or \`chain-tui abci\`, or name another node with --node URL.\n`,
	)
	writeRunningNode(app, { pid: process.pid, chainId: 'chain-localnet' })
	expect(await status()).toBe(
		`Error: The engine's address is not known here.\n${why}\nStart \`chain-tui abci\` with --engine URL, or give the engine's RPC with --node URL.\n`,
	)
	expect((await cli(['verify', '--home', app])).stderr).toBe(
		`Error: A node runs on ${app} (process ${process.pid}).\nStop both of its programs first, the engine before the application.\n`,
	)
})

describe('what a node of a network has logged', () => {
	test('the logs of both programs are printed in the order of time, the newest lines alone where that is asked for', async () => {
		const [older, newer] = logFiles(join(node, 'app'))
		mkdirSync(dirname(older), { recursive: true })
		const own = (time: string, text: string) => `{"time":"${time}","message":"${text}"}`
		writeFileSync(older, `${own('2026-01-01T00:00:01Z', 'first')}\n`)
		writeFileSync(newer, `${own('2026-01-01T00:00:03Z', 'third')}\n\n${own('2026-01-01T00:00:05Z', 'fifth')}\n`)
		writeFileSync(join(node, 'engine.log.1'), 'I[2026-01-01|00:00:02.000] second\n')
		writeFileSync(join(node, 'engine.log'), 'I[2026-01-01|00:00:04.500] fourth\ngoroutine 1 [running]:\n')
		const lines = [
			`app | ${own('2026-01-01T00:00:01Z', 'first')}`,
			'engine | I[2026-01-01|00:00:02.000] second',
			`app | ${own('2026-01-01T00:00:03Z', 'third')}`,
			'engine | I[2026-01-01|00:00:04.500] fourth',
			'engine | goroutine 1 [running]:',
			`app | ${own('2026-01-01T00:00:05Z', 'fifth')}`,
		]
		expect(await run('node logs')).toEqual({ exit: 0, stdout: `${lines.join('\n')}\n`, stderr: '' })
		expect((await run('node logs -n 2')).stdout).toBe(`${lines.slice(-2).join('\n')}\n`)
		expect((await run('node logs -n 0')).stdout).toBe('')
	})

	test('the newest logs of both programs are followed from their ends on', async () => {
		const [, newer] = logFiles(join(node, 'app'))
		const files = { app: newer, engine: join(node, 'engine.log') }
		mkdirSync(dirname(newer), { recursive: true })
		for (const file of Object.values(files)) writeFileSync(file, 'before\n')
		const stop = new AbortController()
		let said = ''
		const following = cli(['node', 'logs', '-f', '-n', '0', '--home', node], {
			...{ stopped: stop.signal, onStdout: (text: string) => (said += text) },
		})
		const told = () =>
			until(() => {
				for (const [program, file] of Object.entries(files)) appendFileSync(file, `of ${program}\n`)
				return said.includes('app | of app\n') && said.includes('engine | of engine\n')
			})
		await told()
		stop.abort()
		expect((await following).exit).toBe(0)
		expect(said).not.toContain('before')
	})

	test('what a node logs while its newest lines are printed is followed too', async () => {
		const [, newer] = logFiles(join(node, 'app'))
		mkdirSync(dirname(newer), { recursive: true })
		writeFileSync(newer, 'before\n')
		const stop = new AbortController()
		let said = ''
		const following = cli(['node', 'logs', '-f', '--home', node], {
			...{ stopped: stop.signal },
			onStdout: (text) => {
				if (said === '') appendFileSync(newer, 'meanwhile\n')
				said += text
			},
		})
		await until(() => said.includes('meanwhile'))
		stop.abort()
		expect((await following).exit).toBe(0)
		expect(said).toBe('app | before\napp | meanwhile\n')
	})

	test('a node whose engine logs elsewhere says where', async () => {
		expect(await run('node logs')).toEqual({
			exit: 0,
			stdout: '',
			stderr: 'The engine has no log here. Under systemd the journal has it: journalctl -u cometbft@NAME\n',
		})
	})
})

describe('a node that joins a network', () => {
	test.each([
		['--output-dir x', 'required flag(s) "rpc" not set'],
		['--rpc http://127.0.0.1:1', 'required flag(s) "output-dir" not set'],
		['--rpc http://127.0.0.1:1 --output-dir x --name Fifth', '--name takes lower-case letters, digits and hyphens'],
		[
			`--rpc http://127.0.0.1:1 --output-dir x --name ${'n'.repeat(33)}`,
			'--name takes lower-case letters, digits and hyphens',
		],
		['--rpc http:// --output-dir x', '--rpc: "http://" is no address of a node'],
		['--rpc http://a,b:c --output-dir x', '--rpc: "b:c" is no address of a node'],
	])('node join %s is a wrong call', async (flags, message) => {
		expect(await cli(['node', 'join', ...flags.split(' ')])).toEqual({
			exit: 1,
			stdout: '',
			stderr: `Error: ${message}\nSee chain-tui node join --help.\n`,
		})
	})
})
