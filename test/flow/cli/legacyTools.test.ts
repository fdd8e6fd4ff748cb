import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cli } from './testCli.ts'

const check = (paths: readonly string[], ...flags: readonly string[]) =>
	cli(['account', '--check', '-', ...flags, '--home', '/nonexistent/home'], { stdin: JSON.stringify(paths) })

const unsigned = 'absent. Left out until the account has signed: read an absent sequence as "0".'
const moved =
	'moved to .result.value.base_vesting_account.base_account.sequence. The base account is inside base_vesting_account.'

test('a path that a client reads is told account by account: what of it works, moved, is absent or breaks', async () => {
	const { exit, stdout } = await check(['.result.value.sequence', '.height'])
	expect([exit, stdout.split('\n')]).toEqual([
		1,
		[
			'client',
			'sometimes: account .result.value.sequence',
			`  base account that never signed: ${unsigned}`,
			'  base account that has signed: works',
			`  base account with number 0: ${unsigned}`,
			`  multisig account that never signed: ${unsigned}`,
			'  multisig account that has signed: works',
			`  periodic vesting account that never signed: ${unsigned}`,
			`  periodic vesting account that has signed: ${moved}`,
			`  continuous vesting account that never signed: ${unsigned}`,
			`  continuous vesting account that has signed: ${moved}`,
			`  delayed vesting account that never signed: ${unsigned}`,
			`  delayed vesting account that has signed: ${moved}`,
			`  permanently locked account: ${unsigned}`,
			'  module account: breaks. It was text and is a number. Module accounts have numbers without quotes.',
			`  unknown address: ${unsigned}`,
			'works: account .height',
			'',
		],
	])
	const [read] = JSON.parse((await check(['.result.value.sequence'], '-o', 'json')).stdout).reads
	expect(read).toMatchObject({ request: 'account', path: '.result.value.sequence', use: '', overall: 'sometimes' })
	expect(read.checks[6]).toEqual({
		...{ kind: 'periodic vesting account that has signed', verdict: 'moved' },
		path9: '.result.value.base_vesting_account.base_account.sequence',
		note: 'The base account is inside base_vesting_account.',
	})
})

test.each([
	['.height', 'works', 0],
	['.result.value.coins', 'fails', 1],
	['.result.value.sequence', 'sometimes', 1],
	['.result.value.nothing', 'never', 0],
])('the check of the path %s, which %s, ends with %i', async (path, overall, code) => {
	const { exit, stdout } = await check([path], '-o', 'json')
	expect([exit, JSON.parse(stdout).reads[0].overall]).toEqual([code, overall])
})

test('a transaction that has no legacy form is told with the reason, and ends with 1', async () => {
	const address = 'chain1qurswpc8qurswpc8qurswpc8qurswpc8x3n3t5'
	const message = { '@type': '/cosmos.vesting.v1beta1.MsgCreateVestingAccount', from_address: address }
	const tx = {
		body: { messages: [{ ...message, to_address: address, amount: [], end_time: '1', delayed: true }] },
		auth_info: { signer_infos: [], fee: { amount: [], gas_limit: '1', payer: address } },
		signatures: [],
	}
	const { stdout: bytes } = await cli(['tx', 'encode', '-'], { stdin: JSON.stringify(tx) })
	const reasons = [
		`The fee payer ${address} is lost: in the legacy form the first signer pays.`,
		'cosmos.vesting.v1beta1.MsgCreateVestingAccount has no amino name, so there is no legacy form.',
	]
	expect(await cli(['convert'], { stdin: bytes })).toEqual({ exit: 1, stdout: '', stderr: `${reasons.join('\n')}\n` })
	expect(await cli(['convert', '-', '-o', 'json'], { stdin: bytes })).toEqual({
		...{ exit: 1, stdout: `${JSON.stringify({ tx: null, reasons })}\n`, stderr: '' },
	})
	const greeting = { '@type': '/chain.greet.v1beta1.MsgCreateGreet', message: 'hi', owner: address }
	const other = { ...tx, body: { messages: [greeting] } }
	const encoded = await cli(['tx', 'encode', '-'], { stdin: JSON.stringify(other) })
	const { exit, stdout, stderr } = await cli(['convert'], { stdin: encoded.stdout })
	expect([exit, JSON.parse(stdout).msg[0].type, stderr]).toEqual([0, 'greet/CreateGreet', `${reasons[0]}\n`])
})

test('a client to check whose name every object has is read as a file', async () => {
	const { exit, stderr } = await cli(['account', '--check', 'toString', '--home', '/nonexistent/home'])
	expect(exit).toBe(1)
	expect(stderr).toContain('ENOENT')
})

const owner = { address: 'chain1qurswpc8qurswpc8qurswpc8qurswpc8x3n3t5' }
const numbers = { account_number: '7', sequence: '3' }
const reply = (kind: string, value: object) =>
	JSON.stringify({ height: '5', result: { type: `cosmos-sdk/${kind}`, value } })
const coins = [{ denom: 'uchain', amount: '1' }]
const of9 = reply('BaseAccount', { ...owner, ...numbers })
const of8 = reply('Account', { ...owner, coins, public_key: null, ...numbers })
const of8WithoutCoins = reply('Account', { ...owner, coins: [], public_key: null, ...numbers })
const noCoins = 'The reply is of generation 9, which has no coins: give --balances FILE to see them.\n'

test('an account reply of either generation is read from a file and told in both, with what it cannot tell', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-replies-'))
	const balances = join(folder, 'balances.json')
	writeFileSync(balances, JSON.stringify({ height: '5', result: coins }))
	const told = (body: string, ...flags: readonly string[]) =>
		cli(['account', '--file', '-', ...flags, '--home', '/nonexistent/home'], { stdin: body })
	try {
		for (const [body, flags, printed, note] of [
			[of9, ['--generation', '8'], of8WithoutCoins, noCoins],
			[of9, ['--generation', '9'], of9, noCoins],
			[of9, ['--generation', '8', '--balances', balances], of8, ''],
			[of8, ['--generation', '8'], of8, ''],
			[of8, ['--generation', '9'], of9, ''],
			// An account that nobody knows has no coins to ask for.
			[reply('BaseAccount', {}), ['--generation', '9'], reply('BaseAccount', {}), ''],
		] as const) {
			expect(await told(body, ...flags)).toEqual({ exit: 0, stdout: `${printed}\n`, stderr: note })
		}
		expect(JSON.parse((await told(of8, '-o', 'json')).stdout)).toEqual({
			generation8: JSON.parse(of8),
			generation9: JSON.parse(of9),
			differences: expect.arrayContaining([expect.objectContaining({ meaning: 'coins' })]),
		})
		expect((await told(of8)).stdout).toMatch(/^height: same\n {2}8 {2}\.height = "5"\n/)
		expect((await told(of8, '--markdown')).stdout).toContain('| sequence | `.result.value.sequence` | `"3"` |')
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
})

test('an account to show is named, or its reply is in a file', async () => {
	expect(await cli(['account', '--home', '/nonexistent/home'])).toEqual({
		...{ exit: 1, stdout: '' },
		stderr: 'Error: No account is named.\nGive an address, or --file FILE with an account reply.\n',
	})
	expect((await cli(['account', owner.address, '--home', '/nonexistent/home'])).stderr).toBe(
		'Error: No node with a REST server runs on /nonexistent/home.\nStart one with `chain-tui start`, or name a server with --rest-url URL.\n',
	)
})
