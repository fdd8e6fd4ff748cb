import { describe, expect, it } from 'vitest'
import type { CommandContext } from '../../../../src/cli/CommandContext.ts'
import { type GreetingParts, startGreeting, startOnTerminal } from '../../../../src/cli/live/startOnTerminal.ts'
import { paintFor } from '../../../../src/cli/support/paint.ts'
import type { ChainClient } from '../../../../src/client/index.ts'
import type { KeyInfo } from '../../../../src/keyring/Keyring.ts'
import type { Node } from '../../../../src/node/createNode.ts'
import { faucetMnemonic } from '../../../../src/node/genesis/defaultGenesis.ts'
import { faucetAddress } from '../../../../src/node/genesis/faucet.ts'
import { defaultHome, resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import type { SettingValues } from '../../../../src/node/settings.ts'
import { programVersion } from '../../../../src/node/version.ts'

const io = {
	stdout: () => {},
	stderr: () => {},
	readStdin: async () => '',
	interactive: false,
	prompt: async () => '',
	env: {},
	stopped: new AbortController().signal,
}

/** The only question the greeting has: who owns what. */
function ownedBy(coins: Readonly<Record<string, string>>): ChainClient {
	const client: Pick<ChainClient, 'balances'> = {
		balances: async (address) => (coins[address] === undefined ? [] : [{ denom: 'uchain', amount: coins[address] }]),
	}
	return client as ChainClient
}

async function greeting(flags: SettingValues, parts: Partial<GreetingParts> = {}): Promise<string> {
	const config = resolveNodeConfig({ home: '/nonexistent/home', ...flags }, {})
	const addresses = { pid: 1, chainId: 'chain-localnet', rpc: 'http://127.0.0.1:26657' }
	const lines = await startGreeting({
		config,
		addresses,
		height: 1234,
		client: ownedBy({}),
		keys: [],
		paint: paintFor(io),
		env: {},
		...parts,
	})
	return lines.join('\n')
}

const key = (index: number): KeyInfo => ({ name: `key${index}`, address: `chain1key${index}`, kind: 'local' })

describe('what start says on a terminal', () => {
	it.each<[SettingValues, string]>([
		[{}, 'a block each 1 s'],
		[{ blockInterval: '1500ms' }, 'a block each 1500 ms'],
		[{ blockMode: 'instant' }, 'a block for each transaction'],
		[{ blockMode: 'manual' }, 'blocks when they are asked for'],
	])('the greeting of start with %j tells when blocks are made', async (flags, how) => {
		expect((await greeting(flags)).split('\n')[0]).toMatch(
			new RegExp(`^chain-tui [\\d.]+ {2}chain-localnet, block 1,234, ${how}$`),
		)
	})

	it('tells the lowest fee, or that there is none', async () => {
		expect(await greeting({})).toContain('minimum fee   0.01uchain per unit of gas')
		expect(
			await greeting({}, { config: { ...resolveNodeConfig({ home: '/nonexistent/home' }, {}), minimumGasPrices: '' } }),
		).toContain('minimum fee   none')
	})

	it('lists keys with their coins, twenty at most, and the faucet where it has coins', async () => {
		const faucet = faucetAddress(resolveNodeConfig({ home: '/nonexistent/home' }, {}).settings)
		const client = ownedBy({ chain1key0: '1500000', [faucet]: '7000000' })
		const text = await greeting({}, { client, keys: Array.from({ length: 22 }, (_, index) => key(index)) })
		expect(text).toMatch(/key0 +chain1key0 {2}1\.50 CHAIN/)
		expect(text).toMatch(/key1 +chain1key1 {2}0 CHAIN/)
		expect(text).toContain('key19')
		expect(text).not.toContain('key20')
		expect(text).toContain('  and 2 more: chain-tui keys list')
		expect(text).toMatch(/faucet +chain1\w+ {2}7 CHAIN +public words:\n {13}(\w+ ){11}\w+\n {13}(\w+ ){11}\w+\n/)
		expect(await greeting({}, { client: ownedBy({}) })).not.toContain('public words')
	})

	it('tells no coins without a JSON-RPC to ask', async () => {
		const text = await greeting({}, { client: undefined, keys: [key(0)], addresses: { pid: 1, chainId: 'x' } })
		expect(text).toContain('\n  key0       chain1key0\n')
		expect(text).not.toMatch(/JSON-RPC|faucet +chain1|public words/)
	})

	it('names the keys of Ethereum tools on a chain with an EVM', async () => {
		const addresses = { pid: 1, chainId: 'chain_2222-1', eth: 'http://127.0.0.1:8546' }
		const text = await greeting({}, { addresses })
		expect(text).toContain('of the public words: test test test test test test test test test test test junk')
		expect(text).toMatch(
			/\n {2}\(0\) {2}0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 {2}0 CHAIN {2}0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80/,
		)
	})

	it('the greeting of start has each fact in its place', async () => {
		const faucet = faucetAddress(resolveNodeConfig({ home: '/nonexistent/home' }, {}).settings)
		const rpc = 'http://127.0.0.1:40000'
		const addresses = { pid: 1, chainId: 'chain-localnet', rpc, rest: 'http://127.0.0.1:1317', grpc: '127.0.0.1:9090' }
		const words = faucetMnemonic.split(' ')
		const text = await greeting(
			{},
			{
				client: ownedBy({ chain1key0: '1500000', [faucet]: '7000000' }),
				addresses: { ...addresses, moved: { rpc: { asked: 26_657, used: 40_000 } } },
				keys: [key(0), key(1)],
				env: { CHAIN_TUI_HOME: '/nonexistent/home' },
			},
		)
		const next = (command: string, what: string) => `  ${command.padEnd(31)} ${what}`
		expect(text.split('\n')).toEqual([
			`chain-tui ${programVersion}  chain-localnet, block 1,234, a block each 1 s`,
			'',
			'Accounts',
			'  key0       chain1key0  1.50 CHAIN',
			'  key1       chain1key1  0 CHAIN',
			`  faucet     ${faucet}  7 CHAIN              public words:`,
			`             ${words.slice(0, 12).join(' ')}`,
			`             ${words.slice(12).join(' ')}`,
			'',
			'Addresses',
			`  JSON-RPC      ${rpc}  26657 is taken`,
			'  REST          http://127.0.0.1:1317',
			'  gRPC          127.0.0.1:9090',
			'',
			'Chain',
			'  chain id      chain-localnet',
			'  minimum fee   0.01uchain per unit of gas',
			'  home          /nonexistent/home',
			'',
			'Next, in another terminal',
			next('chain-tui faucet key0', 'gives it a thousand coins'),
			next("chain-tui greet 'hello world'", 'writes a greeting into a block'),
			next('chain-tui watch', 'shows what happens on the chain'),
			next('chain-tui', 'the app, on this node'),
			'',
			'Ctrl-C stops the node. Piped, it writes JSON lines instead of this.',
			'',
		])
	})

	it('the greeting of start lists twenty keys without a word of more', async () => {
		const text = await greeting({}, { keys: Array.from({ length: 20 }, (_, index) => key(index)) })
		expect(text).toMatch(/key18 .*\n.*key19 /)
		expect(text).not.toContain('more')
		const one = await greeting({}, { keys: Array.from({ length: 21 }, (_, index) => key(index)) })
		expect(one).toContain('  and 1 more: chain-tui keys list\n')
	})

	it('the greeting of start cuts names and paths that are too long for a line', async () => {
		const [name, home] = ['n'.repeat(31), `/${'h'.repeat(400)}`]
		const config = { ...resolveNodeConfig({ home: '/nonexistent/home' }, {}), home }
		const lines = (await greeting({}, { config, keys: [{ ...key(0), name }] })).split('\n')
		const shown = `${'n'.repeat(30)}…`
		expect(lines).toContain(`  ${shown} chain1key0  0 CHAIN`)
		expect(lines).toContain(`  home          ${home.slice(0, 400)}…`)
		expect(lines.some((line) => line.includes(`chain-tui faucet ${shown} --home`))).toBe(true)
	})

	it('the greeting of start names no home for a chain in memory', async () => {
		const config = { ...resolveNodeConfig({ home: '/nonexistent/home' }, {}), home: undefined }
		for (const env of [{}, { CHAIN_TUI_HOME: '/nonexistent/home' }]) {
			const text = await greeting({}, { config, env })
			expect(text).toContain('\n  home          \n')
			expect(text).not.toContain('--home')
		}
	})

	it('says which port was taken', async () => {
		const moved = { rpc: { asked: 26_657, used: 40_000 } }
		const addresses = { pid: 1, chainId: 'x', rpc: 'http://127.0.0.1:40000', moved }
		expect(await greeting({}, { addresses })).toContain('http://127.0.0.1:40000  26657 is taken')
	})

	it('proposes commands that find this home', async () => {
		const proposed = (text: string) =>
			text
				.slice(text.indexOf('Next, in another terminal\n'))
				.split('\n')
				.filter((line) => line.startsWith('  '))
		const at = ' --home /nonexistent/home'
		expect(proposed(await greeting({}))).toEqual(
			[
				[`chain-tui keys add alice${at}`, 'makes a key'],
				[`chain-tui faucet alice${at}`, 'gives it a thousand coins'],
				[`chain-tui greet 'hello world'${at}`, 'writes a greeting into a block'],
				[`chain-tui watch${at}`, 'shows what happens on the chain'],
				[`chain-tui${at}`, 'the app, on this node'],
			].map(([command, what]) => `  ${command!.padEnd(31 + at.length)} ${what}`),
		)
		const usual = await greeting({}, { env: { CHAIN_TUI_HOME: '/nonexistent/home' }, keys: [key(3)] })
		const env = { XDG_DATA_HOME: '/nonexistent' }
		const usualPlace = await greeting({ home: defaultHome(env) }, { env, keys: [key(3)] })
		for (const text of [usual, usualPlace]) {
			expect(proposed(text)[0]).toBe(`  ${'chain-tui faucet key3'.padEnd(31)} gives it a thousand coins`)
			expect(text).not.toMatch(/--home|keys add/)
		}
	})
})

it('start on a terminal shows warnings at once, what happens after its greeting, and never what is for its makers', async () => {
	let said = ''
	const shown = { ...io, onTerminal: true, env: { NO_COLOR: '1' }, stdout: (text: string) => (said += text) }
	const config = resolveNodeConfig({ home: '/nonexistent/home' }, {})
	const terminal = startOnTerminal({ io: shown } as unknown as CommandContext, config)
	for (const level of ['debug', 'info', 'warn', 'error'] as const) terminal.log(level, 'engine', `before ${level}`)
	expect(said.replace(/\d\d:\d\d:\d\d/g, 'TIME')).toBe(
		'TIME  engine    warn: before warn\nTIME  engine    error: before error\n',
	)
	said = ''
	await terminal.greet({ addresses: { pid: 1, chainId: 'quiet-1' }, engine: { height: 3 } } as unknown as Node)
	expect(said).toMatch(/^chain-tui [\d.]+ {2}quiet-1, block 3, a block each 1 s\n\nAccounts\n/)
	said = ''
	for (const level of ['debug', 'info'] as const) terminal.log(level, 'engine', `after ${level}`)
	terminal.end()
	expect(said).toMatch(/^\d\d:\d\d:\d\d {2}engine {4}after info\n$/)
})
