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
