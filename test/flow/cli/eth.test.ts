import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRunningNode } from '../../../src/node/home/runningNode.ts'
import { until } from '../client/testChain.ts'
import { quickKeyring } from './quickKeyring.ts'
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
	await quickKeyring(home, 'long enough')
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
	let greeted: { hash: string; txhash: string; height: string; gas_used: string; logs: readonly object[] }

	test('one is deployed from its artifact, and has a name from then on', async () => {
		const made = await json('eth', 'deploy', artifact, 'Our wall', '--yes')
		wall = made.contract
		expect(wall).toMatch(/^0x[0-9a-fA-F]{40}$/)
		expect(await text('eth', 'call', 'Wall', 'title')).toBe('Our wall\n')
		expect(await text('eth', 'call', wall, 'title()(string)')).toBe('Our wall\n')
		expect(await json('eth', 'call', 'Wall', 'painter')).toMatchObject({ values: [{ type: 'address', value: dev }] })
		const code = await text('eth', 'code', 'wall')
		expect(code).toMatch(/^0x60[0-9a-f]{500,}\n$/)
		expect(await json('eth', 'code', wall)).toEqual({ address: wall, code: code.trim() })
		const found = (await json('q', 'tx', made.txhash)).ethereum[0]
		expect(found).toMatchObject({ hash: made.hash, from: dev, contract: wall, value: '0', gas_used: made.gas_used })
		expect([found.data?.slice(0, 4), 'to' in found, 'failed' in found]).toEqual(['0x60', false, false])
		expect(await json('eth', 'abi', 'list')).toMatchObject([{ name: 'Wall', addresses: [wall.toLowerCase()] }])
	})

	test('what a call gives is printed by what its signature says: as it came, or value by value with their names', async () => {
		expect(await json('eth', 'call', other, 'nothing()')).toEqual({ data: '0x', values: [] })
		expect(await text('eth', 'call', other, 'nothing()')).toBe('0x\n')
		// A text is its place, its length and its letters.
		expect(await text('eth', 'call', wall, 'title()(uint256,uint256)')).toBe('32\n8\n')
		expect(await text('eth', 'call', wall, 'title()(uint256 place, uint256)')).toBe('place: 32\n8\n')
		expect(await text('eth', 'call', wall, 'title()(uint256 place)')).toBe('32\n')
	})

	test('a function is called in a transaction, with coins, and its events are printed', async () => {
		greeted = await json('eth', 'send', 'Wall', 'greet(string)', 'hello', '--value', '0.5CHAIN', '--yes')
		const event = { event: 'Greeted(uint256,address,string,uint256)' }
		const number = expect.stringMatching(/^\d+$/)
		expect(greeted).toEqual({
			...{ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/), txhash: expect.stringMatching(/^[0-9A-F]{64}$/) },
			...{ height: number, gas_used: number, fee: expect.stringMatching(/^\d+\w+$/) },
			logs: [
				{
					...event,
					args: expect.anything(),
					...{ address: expect.stringMatching(/^0x/), height: greeted.height, tx: expect.any(String), index: 0 },
				},
			],
		})
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
		const { '@type': _type, ...tx } = own.tx
		const file = `${home}-ethereum.json`
		writeFileSync(file, JSON.stringify(tx))
		expect(await json('tx', 'decode', (await text('tx', 'encode', file)).trim())).toEqual(tx)
		expect(own.ethereum[0]).toEqual({
			...{ hash: greeted.hash, from: dev, to: wall, name: 'Wall', nonce: expect.stringMatching(/^[1-9]\d*$/) },
			...{ value: '500000000000000000', gas: expect.stringMatching(/^\d+$/), gas_used: greeted.gas_used },
			call: { function: 'greet(string)', args: [{ name: 'text', type: 'string', value: 'hello' }], abi: 'Wall' },
			gave: [{ name: expect.any(String), type: 'uint256', value: '0' }],
			logs: greeted.logs,
		})
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

	test('refusals of a contract are told in its own words, and nothing is sent', async () => {
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
		const sent = await run(['eth', 'send', other, '--value', '1500000uchain', '--yes', '-o', 'json'])
		expect(sent.stderr).toBe('')
		const [coins] = (await json('q', 'tx', JSON.parse(sent.stdout).txhash)).ethereum
		expect(coins).toEqual({
			...{ hash: JSON.parse(sent.stdout).hash, from: dev, to: other, nonce: expect.any(String), data: '0x', logs: [] },
			...{ value: '1500000000000000000', gas: '21000', gas_used: '21000' },
		})
		expect(Object.keys(await json('eth', 'balance', other))).toEqual([
			'address',
			'bech32',
			'balance',
			'amount',
			'nonce',
		])
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

	test('a contract command asks before it sends', async () => {
		const asked = async (...line: string[]) => {
			const { exit, stdout, stderr } = await run(['eth', 'send', ...line], { answers: ['n'] })
			expect([exit, stdout]).toEqual([1, ''])
			return stderr.replace('sign and send this [y/N]: nothing was sent\n', '')
		}
		expect(await asked(other, '--value', '1CHAIN')).toBe(`dev to ${other}: coins alone, with 1 CHAIN\n`)
		expect(await asked('Wall', 'greet(string)', 'hi')).toBe('dev to Wall: greet(string) hi\n')
		expect(await asked('Wall', 'clean()', '--value', '1uchain')).toBe('dev to Wall: clean(), with 0.000001 CHAIN\n')
	})

	test('a trace is printed as JSON where that is asked for, a call may carry coins and ask an older block', async () => {
		const traced = await json(
			'eth',
			'call',
			'Wall',
			'greet(string)',
			'hi',
			'--value',
			'1CHAIN',
			'--from',
			'dev',
			'--trace',
		)
		expect(traced).toMatchObject({
			type: 'CALL',
			from: dev,
			contract: 'Wall',
			value: '1000000000000000000',
			gas_used: expect.stringMatching(/^\d+$/),
			failed: false,
			calls: [],
		})
		expect(await refused('eth', 'call', 'Wall', 'title', '--height', '1')).toContain('Error: ')
		expect(await text('eth', 'call', wall, 'greet(string)', 'hi', '--value', '1achain', '--from', 'dev')).toMatch(
			/^(0x|\d+)/,
		)
		expect(await json('eth', 'call', 'Wall', 'title')).toMatchObject({
			data: expect.stringMatching(/^0x/),
			values: [{ value: 'Our wall' }],
		})
	})

	test('an event is read without its ABI as it came, and by its signature in words', async () => {
		const all = ['eth', 'logs', '--address', ` ${wall} , Wall`, '--from-block', '1']
		expect((await json(...all)).length).toBeGreaterThan(0)
		const signature = 'Greeted(uint256 indexed id, address indexed from, string text, uint256 value)'
		expect((await json(...all, '--event', signature))[0]).toMatchObject({ event: expect.stringContaining('Greeted') })
		expect(await json('eth', 'logs', '--to-block', '1', '--from-block', '1')).toEqual([])
		await text('eth', 'abi', 'remove', 'Wall')
		const [raw] = await json('eth', 'logs', '--address', wall, '--from-block', '1')
		expect(raw).toMatchObject({
			topics: expect.arrayContaining([expect.stringMatching(/^0x/)]),
			data: expect.stringMatching(/^0x/),
		})
		expect(await json('eth', 'abi', 'add', artifact, '--address', wall)).toEqual({
			name: 'Wall',
			entries: expect.any(Number),
			addresses: [wall.toLowerCase()],
		})
	})

	test('data goes as it is, and a contract of the chain is named by either address', async () => {
		const data = `0x${'41c0e1b5'}`
		expect(await refused('eth', 'send', 'Wall', '--data', data, '--yes')).toContain('Error: ')
		expect(await refused('eth', 'send', 'Wall', 'clean()', '--data', data)).toContain(
			'--data is 0x and two digits a byte, and goes without a function.',
		)
		expect(await refused('eth', 'send', 'Wall', '--data', '0x1')).toContain('--data is 0x and two digits a byte')
		const sent = await run(['eth', 'send', other, '--data', '0x00', '--gas-limit', '30000'], { answers: ['y'] })
		expect(sent.stderr).toMatch(
			/^dev to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8: coins alone\nsign and send this \[y\/N\]: 0x[0-9a-f]{64} waits for its block\n$/,
		)
		expect([sent.exit, sent.stdout]).toEqual([0, expect.stringContaining('logs: []\n')])
		const { bech32 } = await json('eth', 'balance', wall)
		expect(await text('eth', 'call', bech32, 'title()(string)')).toBe('Our wall\n')
	})

	test('a key is chosen where there is one, and asked for where there are several or none', async () => {
		await run(['keys', 'add', 'own'])
		expect(await refused('eth', 'send', other, '--value', '1achain', '--from', 'own', '--yes')).toContain(
			'own is no Ethereum key.',
		)
		expect(await refused('eth', 'send', other, '--value', '1achain', '--from', 'nobody', '--yes')).toContain(
			'There is no key named nobody.',
		)
		expect(await refused('eth', 'send', other, '--value', '1 shell', '--yes')).toContain(
			'"shell" is no unit of this chain',
		)
		await run(['keys', 'add', 'dev2', '--algo', 'eth_secp256k1'])
		expect(await refused('eth', 'send', other, '--value', '1achain', '--yes')).toContain(
			'Error: There are several Ethereum keys.\nName one with --from: dev, dev2.',
		)
		await json('eth', 'send', other, '--value', '1achain', '--from', dev, '--yes')
		await run(['keys', 'delete', 'dev2', '--yes'])
		const none = await cli([
			'eth',
			'send',
			other,
			'--value',
			'1achain',
			'--yes',
			'--home',
			`${home}2`,
			'--node',
			readRunningNode(home)?.rpc ?? '',
			'--eth-url',
			new URL(readRunningNode(home)?.eth ?? '').host,
		])
		expect(none.stderr).toContain(
			'Error: There is no Ethereum key here.\nMake one with `chain-tui keys add NAME --algo eth_secp256k1`.',
		)
	})

	test('the EVM of a named node is named too, unless that node tells it', async () => {
		const { rpc = '', eth = '' } = readRunningNode(home) ?? {}
		const elsewhere = (...flags: string[]) =>
			cli(['eth', 'balance', dev, '-o', 'json', '--home', `${home}2`, '--node', rpc, ...flags])
		expect(await elsewhere()).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('It is not known where the EVM of this node is.'),
		})
		expect(JSON.parse((await elsewhere('--eth-url', eth)).stdout)).toMatchObject({ address: dev })
	})

	test('the one contract with code in a file of several is deployed, else the named one', async () => {
		const { abi, bytecode } = JSON.parse(readFileSync(artifact, 'utf8'))
		const evm = (object: string) => ({ abi, evm: { bytecode: { object } } })
		const several = `${home}-several.json`
		const write = (contracts: Record<string, unknown>) =>
			writeFileSync(several, JSON.stringify({ contracts: { 'a.sol': contracts } }))
		const code = String(bytecode).replace('0x', '')
		write({ One: evm(code), Two: evm(code), Shape: evm('') })
		expect(await refused('eth', 'deploy', several, 'x', '--from', 'dev', '--yes')).toContain(
			'Error: The file has several contracts.\nChoose with --contract: One, Two, Shape.',
		)
		expect(await refused('eth', 'deploy', several, 'x', '--contract', 'Three', '--yes')).toContain(
			'Error: The file has no contract Three.\nChoose with --contract: One, Two, Shape.',
		)
		expect(await refused('eth', 'deploy', several, 'x', '--contract', 'Shape', '--from', 'dev', '--yes')).toContain(
			'Shape has no code to deploy.',
		)
		const no = await run(['eth', 'deploy', several, 'x', '--contract', 'Two', '--from', 'dev'], { stdin: 'no\n' })
		expect([no.exit, no.stdout, no.stderr]).toEqual([
			1,
			'',
			`dev deploys Two (${code.length / 2} bytes) x\nnothing was sent\n`,
		])
		write({ One: evm(code), Shape: evm('') })
		const made = await json(
			'eth',
			'deploy',
			several,
			'x',
			'--name',
			'Second',
			'--from',
			'dev',
			'--gas-limit',
			'3000000',
			'--yes',
		)
		expect(await json('eth', 'abi', 'list')).toContainEqual(
			expect.objectContaining({ name: 'Second', addresses: [made.contract.toLowerCase()] }),
		)
		expect(await refused('eth', 'deploy', several, 'x', '--value', '1CHAIN', '--from', 'dev', '--yes')).toContain(
			'Error: ',
		)
		await text('eth', 'abi', 'remove', 'Second')
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
