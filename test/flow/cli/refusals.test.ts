import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickKeyring } from './quickKeyring.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-refusals-'))
const home = join(folder, 'home')
const bob = 'chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q'
const env = { CHAIN_TUI_PASSPHRASE: 'long enough' }
const run = (args: readonly string[], stdin = '') => cli(['--home', home, ...args], { env, stdin })

beforeAll(async () => {
	await quickKeyring(home, env.CHAIN_TUI_PASSPHRASE)
	await run(['keys', 'add', 'alice'])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A wrong call, what is said of it, and what to do next. */
type Row = readonly [args: readonly string[], message: string, next: string, stdin?: string]

const greet = (...flags: string[]) => ['tx', 'greet', 'create-greeting', 'hi', ...flags]
const send = (to: string, amount: string) => ['tx', 'bank', 'send', 'alice', to, amount]

describe.each<readonly [string, readonly Row[]]>([
	[
		'a command that there is not',
		[
			[['keyz'], 'unknown command "keyz" for "chain-tui"', 'Did you mean keys? See chain-tui --help.'],
			[['q', 'bnk'], 'unknown command "bnk" for "query"', 'Did you mean bank? See chain-tui query --help.'],
			[['tx', 'sing'], 'unknown command "sing" for "tx"', 'Did you mean sign? See chain-tui tx --help.'],
			[['stats'], 'unknown command "stats" for "chain-tui"', 'Did you mean status? See chain-tui --help.'],
			[['account', 'a', 'b'], 'accepts at most 1 arg(s), received 2', 'See chain-tui account --help.'],
			[['statsu'], 'unknown command "statsu" for "chain-tui"', 'Did you mean status? See chain-tui --help.'],
			[['xtatuzs'], 'unknown command "xtatuzs" for "chain-tui"', 'Did you mean status? See chain-tui --help.'],
			[['xtxtuzs'], 'unknown command "xtxtuzs" for "chain-tui"', 'See chain-tui --help.'],
			[['nonsense'], 'unknown command "nonsense" for "chain-tui"', 'See chain-tui --help.'],
			[['status', '--nope'], 'unknown flag: --nope', 'See chain-tui status --help.'],
			[['status', '--node'], 'flag needs an argument: --node', 'See chain-tui status --help.'],
			[
				['completion', 'tcsh'],
				'no completion for tcsh',
				'Use bash, zsh, fish or man. See chain-tui completion --help.',
			],
			[['keys', 'delete'], 'requires at least 1 arg(s), only received 0', 'See chain-tui keys delete --help.'],
			[['faucet', 'a', '1uchain', 'b'], 'accepts between 1 and 2 arg(s), received 3', 'See chain-tui faucet --help.'],
		],
	],
	[
		'transaction flags that exclude each other or cannot be',
		[
			[
				greet(),
				'invalid owner address (empty address string is not allowed): invalid address',
				'Name the key that signs with --from.',
			],
			[
				['tx', 'greet', 'create-greeting', ' ', '--from', 'alice'],
				'must provide a greeting message',
				'See chain-tui tx greet create-greeting --help.',
			],
			[
				greet('--from', 'alice', '--fees', '1uchain', '--gas-prices', '1uchain'),
				'cannot provide both fees and gas prices',
				'See chain-tui',
			],
			[
				greet('--from', 'alice', '--fees', 'much'),
				'--fees: invalid decimal coin expression: much',
				'Write coins like 600uchain.',
			],
			[
				greet('--from', 'alice', '--gas-prices', '1'),
				'--gas-prices: invalid decimal coin expression: 1',
				'Write coins like 600uchain.',
			],
			[greet('--from', 'alice', '--gas', 'much'), 'invalid argument "much" for "--gas" flag', 'Give a whole number.'],
			[greet('--from', 'alice', '-s', '-1'), 'invalid argument "-1" for "--sequence" flag', 'Give a whole number.'],
			[
				greet('--from', 'alice', '--timeout-height', '1.5'),
				'invalid argument "1.5" for "--timeout-height" flag',
				'Give a whole number.',
			],
			[
				greet('--from', 'alice', '-b', 'later'),
				'unsupported return type later; supported types: sync, async, block',
				'See chain-tui',
			],
			[
				greet('--from', 'alice', '-b', 'block', '--wait'),
				'--wait goes with --broadcast-mode sync only',
				'Leave one of the two out.',
			],
			[
				greet('--from', 'alice', '--gas-adjustment', '0.5'),
				'--gas-adjustment cannot be "0.5"',
				'Give a number from 1 to 100.',
			],
			[
				greet('--from', 'alice', '--gas-adjustment', '101'),
				'--gas-adjustment cannot be "101"',
				'Give a number from 1 to 100.',
			],
			[
				greet('--from', 'alice', '--gas-adjustment', 'x'),
				'--gas-adjustment cannot be "x"',
				'Give a number from 1 to 100.',
			],
			[greet('--from', 'alice', '--offline', '--dry-run'), 'cannot estimate gas in offline mode', 'See chain-tui'],
			[greet('--from', 'alice', '--offline', '--fees', 'auto'), 'cannot estimate gas in offline mode', 'See chain-tui'],
			[
				greet('--from', 'alice', '--offline'),
				'offline signing needs the account number and sequence',
				'Give --account-number and --sequence',
			],
			...[
				['-a', '2'],
				['-s', '0'],
			].map(
				(half): Row => [
					greet('--from', 'alice', '--offline', ...half),
					'offline signing needs the account number and sequence',
					'Give --account-number and --sequence',
				],
			),
			[
				greet('--from', bob, '--generate-only', '--gas', 'auto'),
				'an unsigned transaction needs its gas and fee as numbers',
				'Give --gas and --fees.',
			],
			[
				greet('--from', bob, '--generate-only', '--fees', 'auto'),
				'an unsigned transaction needs its gas and fee as numbers',
				'Give --gas and --fees.',
			],
			[
				greet('--from', 'alice', '--generate-only'),
				'must provide a valid Bech32 address in generate-only mode: decoding bech32 failed: invalid bech32 string length 5',
				'An address of this chain starts with chain1 or 0x.',
			],
			[
				greet('--from', 'alice', '--act-as', bob),
				`--act-as names ${bob}, but the sender is alice`,
				'Name the same account in both places.',
			],
			[greet('--from', 'nobody'), 'nobody: key not found', 'See the names with `chain-tui keys list`.'],
		],
	],
	[
		'an address or amount that is none',
		[
			[
				send('cosmos1v8vqwu75l4prdlapph2gqg06yllc476293kuud', '1uchain'),
				'must provide a valid Bech32 address to send to: invalid Bech32 prefix; expected chain, got cosmos',
				'An address of this chain starts with chain1 or 0x.',
			],
			[
				send('0x12', '1uchain'),
				'"0x12" is not an address: a 0x address has 40 hexadecimal digits, got 2',
				'Copy it again, whole.',
			],
			[send(bob, '5'), 'invalid decimal coin expression: 5', 'Write the amount like 5uchain.'],
			[['faucet', 'alice', '5'], 'invalid decimal coin expression: 5', 'Write the amount like 5uchain.'],
			[
				['faucet', '0x12'],
				'"0x12" is not an address: a 0x address has 40 hexadecimal digits, got 2',
				'Copy it again, whole.',
			],
			[
				['q', 'bank', 'balances', 'x'],
				'decoding bech32 failed: invalid bech32 string length 1',
				'No key and no label of this home is called x: see `chain-tui keys list` and `chain-tui label list`.',
			],
			[
				['q', 'account', '0xzz'],
				'"0xzz" is not an address: a 0x address has 40 hexadecimal digits, got 2',
				'Copy it again, whole.',
			],
			[
				['label', 'set', 'chain1nothing', 'x'],
				expect.stringContaining('decoding bech32 failed') as never,
				'Check the address: copy it again, whole.',
			],
			[
				['account', 'nobody', '--generation', '8', '--rest-url', 'http://127.0.0.1:1'],
				'Generation 8 refuses the request: decoding bech32 failed: invalid bech32 string length 6',
				'No key and no label of this home is called nobody: see `chain-tui keys list` and `chain-tui label list`.',
			],
			[['label', 'set', bob, ' '], '“ ” cannot be a label.', 'Choose another.'],
		],
	],
	[
		'a query that cannot be asked',
		[
			[['q', 'block', 'five'], '"five" is not a height.', 'Give a whole number from 1.'],
			[['q', 'block', '0'], '"0" is not a height.', 'Give a whole number from 1.'],
			[['q', 'tx', '12'], '"12" is not a transaction hash.', 'It has 64 hexadecimal digits.'],
			[['q', 'txs'], 'required flag(s) "events" not set', "Example: --events 'tx.height=5'"],
			[
				['q', 'txs', '--events', 'height=5'],
				'invalid event; event height=5 should be of the format: {eventType}.{eventAttribute}={value}',
				'',
			],
			[
				['q', 'txs', '--events', 'tx.height'],
				'invalid event; event tx.height should be of the format: {eventType}.{eventAttribute}={value}',
				'',
			],
			[['q', 'txs', '--events', 'tx.height=5', '--page', '0'], 'page must greater than 0', 'Pages count from 1.'],
			[
				['q', 'txs', '--events', 'tx.height=5', '--limit', '0'],
				'limit must greater than 0',
				'Give a number from 1 to 100.',
			],
			[
				['q', 'bank', 'total', '--page', '2', '--offset', '3'],
				'page and offset cannot be used together: invalid request',
				'',
			],
			[
				['q', 'greet', 'list-greetings', '--limit', 'few'],
				'invalid argument "few" for "--limit" flag',
				'Give a whole number.',
			],
			[
				['q', 'greet', 'get-greeting', '0', '--height', '-1'],
				'invalid argument "-1" for "--height" flag',
				'Give a whole number.',
			],
			[
				['watch', 'stars'],
				'There is nothing called stars to watch.',
				'Name one of: all, blocks, transactions, greetings.',
			],
			[['account'], 'No account is named.', 'Give an address, or --file FILE with an account reply.'],
			[
				['account', '0x12'],
				'"0x12" is not an address: a 0x address has 40 hexadecimal digits, got 2',
				'Copy it again, whole.',
			],
		].map((row) => [[...(row[0] as string[]), '--node', 'http://127.0.0.1:1'], row[1], row[2]] as Row),
	],
	[
		'bytes and files that hold something else',
		[
			[['tx', 'decode', '***'], 'The argument is not base64.', 'For hexadecimal give --hex.'],
			[['tx', 'decode', '-x', 'zz'], 'The argument is not hexadecimal.', 'For base64 leave --hex out.'],
			[
				['tx', 'decode', 'q80='],
				expect.stringContaining('tx parse error') as never,
				'Check that the bytes are those of a whole transaction.',
			],
			[
				['tx', 'encode', '-'],
				'- holds no transaction.',
				'Make one with --generate-only.',
				'{"body":{"messages":[{"@type":"/x"}]}}',
			],
			[['tx', 'sign', '/nonexistent.json'], 'The file /nonexistent.json cannot be read.', 'ENOENT'],
			[['tx', 'sign', '-', '--from', 'nobody'], 'nobody: key not found', 'Name the key that signs with --from.', '{}'],
			[
				['faucet', 'nosuchkey'],
				'There is no key and no label nosuchkey in this home, and it is no address.',
				'See the names with `chain-tui keys list` and `chain-tui label list`.',
			],
			[
				['convert', '-', '--offline'],
				'This is a transaction of generation 9, in protobuf JSON.',
				'It has a body and auth_info, where a legacy transaction has msg, fee, signatures and memo.',
				'{"body":{"messages":[]},"auth_info":{},"signatures":[]}',
			],
			[['tx', 'sign', '-'], 'No key is named.', 'Name the key that signs with --from.', '{}'],
			[
				['tx', 'multisign', '-', 'nobody', 'a.json'],
				'error getting keybase multisig account: nobody: key not found',
				'Name the threshold key.',
				'{}',
			],
			[['debug', 'replay', '-'], expect.stringContaining('') as never, '', 'nonsense'],
			[
				['account', '--check', '-'],
				'The list of paths is no JSON.',
				'Give a list such as [".result.value.sequence"].',
				'nonsense',
			],
			[['account', '--file', '-'], expect.stringContaining('account reply') as never, '', '{}'],
			[
				['keys', 'import', 'x', '/nonexistent.key'],
				'The file /nonexistent.key cannot be read.',
				'Check the path, or give - to read from standard input.',
			],
			[
				['keys', 'export', 'alice', '--unsafe'],
				'The flags --unarmored-hex and --unsafe go together.',
				'Leave both out',
			],
		],
	],
	[
		'a home without what is needed',
		[
			[['status'], `No node runs on ${home}.`, 'Start one with `chain-tui start`'],
			[['q', 'greet', 'list-greetings'], `No node runs on ${home}.`, 'Start one with `chain-tui start`'],
			[['verify'], `There is no chain in ${home}.`, 'Make one with `chain-tui init`'],
			[['reset', '-y'], `There is no chain in ${home}.`, 'Make one with `chain-tui init`'],
			[['snapshot', 'list'], `There is no chain in ${home}.`, 'Make one with `chain-tui init`'],
			[['export'], `There is no chain in ${home}.`, 'Make one with `chain-tui init`'],
			[
				['account', bob],
				`No node with a REST server runs on ${home}.`,
				'Start one with `chain-tui start`, or name a server with --rest-url URL.',
			],
			[
				['account', bob, '--rest-url', '127.0.0.1:1'],
				'No REST server answers at http://127.0.0.1:1.',
				'Name one with --rest-url URL',
			],
			[
				['status', '--node', 'not an address'],
				'"not an address" is not the address of a node.',
				'Give an address such as http://127.0.0.1:26657.',
			],
			[
				['watch', '--node', 'http://127.0.0.1:1'],
				expect.stringContaining('The node at http://127.0.0.1:1 does not answer.') as never,
				'Check that the node runs.',
			],
			[
				['greet', 'hi', '--from', 'nobody', '--node', 'http://127.0.0.1:1'],
				'nobody: key not found',
				'See the names with `chain-tui keys list`.',
			],
			[['greet', 'hi', '--gas', 'much'], 'invalid argument "much" for "--gas" flag', 'Give a whole number.'],
			[
				['eth', 'balance', 'alice', '--node', 'http://127.0.0.1:1'],
				'It is not known where the EVM of this node is.',
				'Name the address of its JSON-RPC with --eth-url',
			],
		],
	],
	[
		'settings that cannot be',
		[
			[['config', 'genesis', 'x'], 'There is no setting genesis to keep.', 'Settings: chain-id,'],
			[['config', 'home', '/tmp'], 'There is no setting home to keep.', 'Settings: chain-id,'],
			[['start', '--threads', '9'], '--threads cannot be "9".', 'Give a number from 1 to 7, or auto.'],
			[['keys', 'list', '--coin-type', 'x'], '--coin-type cannot be "x".', 'Give a SLIP-44 number, such as 118.'],
			[['keys', 'list', '--amino-brand', 'x'], '--amino-brand cannot be "x".', 'Use one of: chain, cosmos.'],
			[
				['keys', 'add', 'x', '--keyring-backend', 'paper'],
				expect.stringContaining("'paper' is invalid") as never,
				'See chain-tui keys add --help.',
			],
			[['keys', 'add', 'x', '--index', 'x'], 'invalid argument "x" for "--index" flag', 'Give a whole number.'],
			[
				['keys', 'add', 'x', '--multisig', 'alice', '--multisig-threshold', '2'],
				'A threshold of 2 does not fit 1 keys',
				'Choose a threshold between 1 and the number of keys.',
			],
		],
	],
])('%s', (_title, rows) => {
	test.each(rows.map(([args, ...rest]) => [args.join(' '), args, ...rest] as const))(
		'%s',
		async (_line, args, message, next, stdin) => {
			const { exit, stdout, stderr } = await run(args, stdin)
			// Which store keeps the keys is a note of its own.
			const [first = '', ...others] = stderr
				.replace(/^Keys are kept .*\n/, '')
				.trimEnd()
				.split('\n')
			expect([exit, stdout, first.replace(/^Error: /, '')]).toEqual([1, '', message])
			expect(first).toMatch(/^Error: /)
			expect(`\n${others.join('\n')}`).toContain(`\n${next}`)
			expect(stderr).not.toMatch(/fault of its own|\n {4}at /)
		},
	)
})

test('a transaction that is only printed ends with 0, also one of an account that nobody has a key of', async () => {
	for (const flags of [
		['--from', bob, '--generate-only'],
		['--act-as', bob, '--offline', '-a', '1', '-s', '0', '--yes'],
		['--from', 'alice', '--offline', '-a', '1', '-s', '0', '--yes'],
	]) {
		const { exit, stdout, stderr } = await run(greet(...flags))
		expect([exit, JSON.parse(stdout).body.messages, stderr]).toEqual([
			0,
			[expect.objectContaining({ message: 'hi' })],
			expect.not.stringContaining('Error'),
		])
	}
})

test('settings of the environment and of the home are told with where they come from, and without passwords', async () => {
	const other = join(folder, 'settings')
	const config = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
		cli(['config', ...args, '--home', other], { env: { ...env, ...more } })
	expect((await config(['database', 'postgres://me:secret@127.0.0.1/db'])).stderr).toBe(
		'database is postgres://me:***@127.0.0.1/db from the next start on\n',
	)
	await config(['chainId', 'mine-1'])
	const all = JSON.parse((await config(['-o', 'json'], { CHAIN_TUI_DENOM: 'umine', CHAIN_TUI_PREFIX: '' })).stdout)
	expect(all).toMatchObject({
		home: { value: other, from: 'home' },
		chainId: { value: 'mine-1', from: 'config.json' },
		denom: { value: 'umine', from: 'CHAIN_TUI_DENOM' },
		prefix: { value: 'chain', from: 'default' },
		database: { value: 'postgres://me:***@127.0.0.1/db', from: 'config.json' },
		minimumGasPrices: { value: '', from: 'default' },
	})
	expect(await config(['chainId', 'other-1'])).toMatchObject({
		exit: 1,
		stderr: 'Error: The chainId of a chain cannot change: it is mine-1.\nChoose another folder with --home.\n',
	})
	expect((await config(['chainId', 'mine-1'])).exit).toBe(0)
})

test('one setting is shown, changed and taken back by the name of its flag or its own, and a bad value is not kept', async () => {
	const other = join(folder, 'setting')
	const config = async (...args: string[]) => cli(['config', ...args, '--home', other, '-o', 'json'], { env })
	const shown = async (...args: string[]) => JSON.parse((await config(...args)).stdout)
	const usual = { blockInterval: { value: '1s', from: 'default' } }
	expect(await shown('block-interval')).toEqual(usual)
	expect(await config('block-interval', '500ms')).toEqual({
		...{ exit: 0, stdout: '', stderr: 'blockInterval is 500ms from the next start on\n' },
	})
	const kept = { blockInterval: { value: '500ms', from: 'config.json' } }
	for (const name of ['block-interval', 'blockInterval']) expect(await shown(name)).toEqual(kept)
	const bad = await config('blockInterval', 'soon')
	expect([bad.exit, bad.stderr]).toEqual([1, expect.stringContaining('--block-interval cannot be "soon".')])
	expect(await shown('blockInterval')).toEqual(kept)
	expect((await config('blockInterval', '')).stderr).toBe('blockInterval is the default from the next start on\n')
	expect(await shown('blockInterval')).toEqual(usual)
	expect(Object.keys(await shown())).not.toContain('genesis')
})

test('a file of labels that cannot be written is told, and nothing is called done', async () => {
	const blocked = join(folder, 'blocked')
	await cli(['label', 'set', bob, 'x', '--home', blocked], { env })
	rmSync(join(blocked, 'preferences.json'))
	mkdirSync(join(blocked, 'preferences.json', 'x'), { recursive: true })
	const { exit, stderr } = await cli(['label', 'set', bob, 'y', '--home', blocked], { env })
	expect([exit, stderr.split('\n').at(0)]).toEqual([1, `Error: The preferences of ${blocked} cannot be written.`])
})
