import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRunningNode } from '../../../src/node/runningNode.ts'
import { until } from '../client/testChain.ts'
import { type CliResult, type CliSurroundings, cli } from './testCli.ts'

const words = 'test test test test test test test test test test test junk'
const dev = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const artifact = new URL('../../../examples/contracts/Wall.json', import.meta.url).pathname
const stop = new AbortController()

let home: string
let node: Promise<CliResult>

const run = (line: readonly string[], around: CliSurroundings = {}): Promise<CliResult> =>
	cli([...line, '--home', home], { env: { CHAIN_TUI_PASSPHRASE: 'long enough' }, ...around })
const text = async (...line: string[]): Promise<string> => {
	const { exit, stdout, stderr } = await run(line)
	expect(exit, stderr).toBe(0)
	return stdout
}
const json = async (...line: string[]) => JSON.parse(await text(...line, '-o', 'json'))
const refused = async (...line: string[]): Promise<string> => {
	const { exit, stderr } = await run(line)
	expect(exit).toBe(1)
	return stderr
}

beforeAll(async () => {
	home = join(mkdtempSync(join(tmpdir(), 'chain-tui-eth-')), 'home')
	const any = '127.0.0.1:0'
	const flags = { rpc: any, eth: any, rest: 'off', grpc: 'off', endpoints: 'off', 'block-mode': 'instant' }
	const line = [
		'start',
		'--chain-id',
		'chain_2222-1',
		...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
	]
	node = run(line, { stopped: stop.signal })
	await until(() => readRunningNode(home))
	await run(['keys', 'add', 'dev', '--algo', 'eth_secp256k1', '--recover'], { stdin: words })
})

afterAll(async () => {
	stop.abort()
	await node
	rmSync(home, { recursive: true, force: true })
})

describe('contracts from the command line', () => {
	let wall: string
	let greeted: { hash: string; txhash: string }

	test('one is deployed from its artifact, and has a name from then on', async () => {
		const made = await json('eth', 'deploy', artifact, 'Our wall', '--yes')
		wall = made.contract
		expect(wall).toMatch(/^0x[0-9a-fA-F]{40}$/)
		expect(await text('eth', 'call', 'Wall', 'title')).toBe('Our wall\n')
		expect(await text('eth', 'call', wall, 'title()(string)')).toBe('Our wall\n')
		expect(await json('eth', 'call', 'Wall', 'painter')).toMatchObject({ values: [{ type: 'address', value: dev }] })
		expect(await text('eth', 'code', 'wall')).toMatch(/^0x60[0-9a-f]{500,}\n$/)
		expect(await json('eth', 'abi', 'list')).toMatchObject([{ name: 'Wall', addresses: [wall.toLowerCase()] }])
	})

	test('a function is called in a transaction, with coins, and its events are printed', async () => {
		greeted = await json('eth', 'send', 'Wall', 'greet(string)', 'hello', '--value', '0.5CHAIN', '--yes')
		const event = { event: 'Greeted(uint256,address,string,uint256)' }
		expect(greeted).toMatchObject({ logs: [event], height: expect.any(String) })
		expect(await json('eth', 'logs', '--address', 'Wall', '--from-block', '1')).toMatchObject([
			{ ...event, args: [{ value: '0' }, { value: dev }, { value: 'hello' }, { value: '500000000000000000' }] },
		])
		expect(await json('eth', 'balance', wall)).toMatchObject({
			balance: '0.5 CHAIN',
			amount: '500000000000000000achain',
			code_size: expect.any(String),
		})
		expect(await json('q', 'bank', 'balances', wall)).toMatchObject({
			balances: [{ denom: 'uchain', amount: '500000' }],
		})
	})

	test('a transaction is traced by either of its hashes, a call without being sent', async () => {
		const cleaned = await json('eth', 'send', 'Wall', 'clean()', '--yes')
		for (const hash of [cleaned.hash, cleaned.txhash]) {
			expect((await text('eth', 'trace', hash)).split('\n')).toEqual([
				expect.stringMatching(/^CALL Wall clean\(\) {2}\[[\d,]+ gas\]$/),
				expect.stringMatching(/^└─ CALL 0xf39Fd6…2266 coins only · 0\.5 CHAIN {2}\[0 gas\]$/),
				'',
			])
		}
		expect(await text('eth', 'call', 'Wall', 'greeting', '9', '--trace')).toContain(
			'✗ execution reverted: NoSuchGreeting(id: 9, count: 0)',
		)
	})

	test('q tx tells the call, events and reason of an Ethereum transaction, by either hash', async () => {
		const own = await json('q', 'tx', greeted.txhash)
		expect(own).toMatchObject({
			txhash: greeted.txhash,
			ethereum: [
				{
					hash: greeted.hash,
					from: dev,
					to: wall,
					name: 'Wall',
					value: '500000000000000000',
					call: { function: 'greet(string)', args: [{ name: 'text', type: 'string', value: 'hello' }], abi: 'Wall' },
					logs: [{ event: 'Greeted(uint256,address,string,uint256)' }],
				},
			],
		})
		expect(await json('q', 'tx', greeted.hash)).toEqual(own)
		await run(['eth', 'send', 'Wall', 'greet(string)', '', '--yes', '--gas-limit', '200000'])
		const { height } = await json(
			'q',
			'tx',
			`${(await json('q', 'txs', '--events', `message.sender=${dev}`)).txs.at(-1).txhash}`,
		)
		const { txs } = await json('q', 'txs', '--events', `tx.height=${height}`)
		expect(txs[0].ethereum).toMatchObject([{ failed: 'execution reverted: EmptyGreeting()' }])
		expect(await refused('q', 'tx', `0x${'ab'.repeat(32)}`)).toContain('not found')
	})

	test('its refusals are told in its own words, and nothing is sent', async () => {
		const before = (await json('eth', 'balance', 'dev')).nonce
		expect(await refused('eth', 'send', 'Wall', 'greet(string)', '', '--yes')).toContain(
			'Error: The contract refused the call: EmptyGreeting()',
		)
		expect(await refused('eth', 'call', 'Wall', 'clean()', '--from', other)).toContain(
			`NotThePainter(caller: ${other})`,
		)
		expect(await refused('eth', 'call', 'Wall', 'dance')).toContain('No ABI here has a function dance')
		expect((await json('eth', 'balance', 'dev')).nonce).toBe(before)
	})

	test('amounts need their unit, and coins arrive in both units', async () => {
		expect(await refused('eth', 'send', other, '--value', '5', '--yes')).toContain(
			'"5" has no unit: write 5CHAIN, 5uchain or 5achain',
		)
		const before = BigInt((await json('eth', 'balance', other)).amount.replace('achain', ''))
		await json('eth', 'send', other, '--value', '1500000uchain', '--yes')
		await json('eth', 'send', other, '--value', '1achain', '--yes')
		const after = BigInt((await json('eth', 'balance', other)).amount.replace('achain', ''))
		expect(after - before).toBe(1_500_000_000_000_000_001n)
	})

	test('a send by the framework goes to a 0x address, and a decoded transaction names its call', async () => {
		await text('tx', 'bank', 'send', 'dev', '0x00000000000000000000000000000000000000cc', '7uchain', '--yes', '--wait')
		expect(await json('eth', 'balance', '0x00000000000000000000000000000000000000cc')).toMatchObject({
			amount: '7000000000000achain',
		})
		expect(await json('q', 'account', dev)).toMatchObject({ '@type': expect.stringContaining('Account') })
	})

	test('it asks before it sends', async () => {
		const { exit, stderr } = await run(['eth', 'send', other, '--value', '1CHAIN'], { answers: ['n'] })
		expect(exit).toBe(0)
		expect(stderr).toContain('nothing was sent')
	})

	test('a file with several contracts asks which; one without says so', async () => {
		expect(
			await refused('eth', 'deploy', new URL('../../../package.json', import.meta.url).pathname, '--yes'),
		).toContain('There is no compiled contract in this file.')
		expect(await refused('eth', 'abi', 'remove', 'Nothing')).toContain('No ABI is kept under the name Nothing.')
		await text('eth', 'abi', 'remove', 'Wall')
		expect(await json('eth', 'abi', 'list')).toEqual([])
	})
})
