import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickKeyring } from './quickKeyring.ts'
import { cli } from './testCli.ts'

// The lines in `reference` are what the framework's own program printed for the same call (cosmos-sdk v0.44.5, `refnode tx
// sign` and `tx multisign` with --offline).
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-sign-'))
const home = join(folder, 'home')
const env = { CHAIN_TUI_PASSPHRASE: 'long enough' }
const offline = ['--offline', '--account-number', '1', '--sequence', '0', '--chain-id', 'chain-localnet']
const file = (name: string) => join(folder, name)
const run = (...args: readonly string[]) => cli(['--home', home, '--keyring-backend', 'file', ...args], { env })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function writeTx(name: string, ...owners: readonly string[]): void {
	const messages = owners.map((owner) => ({ '@type': '/chain.greet.v1beta1.MsgCreateGreet', message: 'hi', owner }))
	const body = { messages, memo: '', timeout_height: '0', extension_options: [], non_critical_extension_options: [] }
	const fee = { amount: [], gas_limit: '200000', payer: '', granter: '' }
	writeFileSync(file(name), JSON.stringify({ body, auth_info: { signer_infos: [], fee }, signatures: [] }))
}

beforeAll(async () => {
	await quickKeyring(home, env.CHAIN_TUI_PASSPHRASE)
	const names = ['alice', 'bob', 'member1', 'member2', 'member3']
	for (const name of names) await run('keys', 'add', name)
	await run('keys', 'add', 'ms', '--multisig', 'member1,member2,member3', '--multisig-threshold', '2')
	const addressOf = async (name: string) => (await run('keys', 'show', name, '-a')).stdout.trim()
	const [alice, bob, multisig] = await Promise.all(['alice', 'bob', 'ms'].map(addressOf))
	await run('keys', 'add', 'eye', '--watch', 'chain1qurswpc8qurswpc8qurswpc8qurswpc8x3n3t5')
	writeTx('alice.json', alice!)
	writeTx('bob.json', bob!)
	writeTx('other.json', 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu')
	writeTx('none.json', '')
	writeTx('two.json', alice!, bob!)
	writeTx('ms.json', multisig!)
	writeTx('empty.json')
	for (const [name, key] of [
		['m1.json', 'member1'],
		['m2.json', 'member2'],
		['b.json', 'bob'],
	] as const) {
		writeFileSync(
			file(name),
			(await run('tx', 'sign', file('ms.json'), '--from', key, '--multisig', 'ms', ...offline)).stdout,
		)
	}
})

interface Refusal {
	readonly call: readonly string[]
	/** First line of the framework's program; undefined where it accepts the call. */
	readonly reference: string | undefined
	/** Ours, where it differs, and why it does. */
	readonly ours?: string
	readonly because?: string
}

const intended = 'Error: tx intended signer does not match the given signer: bob'
const keyWords = 'its word for a key is a file name'
const refusals: readonly Refusal[] = [
	{ call: ['sign', 'alice.json', '--from', 'bob'], reference: intended },
	{ call: ['sign', 'empty.json', '--from', 'bob'], reference: intended },
	{
		call: ['sign', 'bob.json', '--from', 'member1', '--multisig', 'ms'],
		reference: 'Error: tx intended signer does not match the given signer: member1',
	},
	{
		call: ['sign', 'two.json', '--from', 'bob'],
		reference:
			'Error: Signing in DIRECT mode is only supported for transactions with one signer only: feature not supported',
	},
	{
		call: ['sign', 'other.json', '--from', 'bob'],
		reference: 'panic: invalid Bech32 prefix; expected chain, got cosmos',
		ours: 'Error: "cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu" is no account that could sign this transaction.',
		because: 'the framework panics',
	},
	{
		call: ['sign', 'none.json', '--from', 'bob'],
		reference: 'panic: empty address string is not allowed',
		ours: 'Error: "" is no account that could sign this transaction.',
		because: 'the framework panics',
	},
	{
		call: ['sign', 'alice.json', '--from', 'nobody'],
		reference: 'Error: nobody.info: key not found',
		ours: 'Error: nobody: key not found',
		because: keyWords,
	},
	{
		call: ['sign', 'ms.json', '--from', 'member1', '--multisig', 'nobody'],
		reference: 'Error: error getting account from keybase: nobody.info: key not found',
		ours: 'Error: error getting account from keybase: nobody: key not found',
		because: keyWords,
	},
	{ call: ['sign', 'ms.json', '--from', 'ms'], reference: 'Error: cannot sign with offline keys' },
	{ call: ['multisign', 'ms.json', 'bob', 'm1.json'], reference: 'Error: "bob" must be of type multi: local' },
	{ call: ['multisign', 'ms.json', 'eye', 'm1.json'], reference: 'Error: "eye" must be of type multi: offline' },
	{
		call: ['multisign', 'ms.json', 'nobody', 'm1.json'],
		reference: 'Error: error getting keybase multisig account: nobody.info: key not found',
		ours: 'Error: error getting keybase multisig account: nobody: key not found',
		because: keyWords,
	},
	{
		call: ['multisign', 'ms.json', 'ms', 'm1.json'],
		reference: undefined,
		ours: 'Error: 1 of the 2 signatures needed are there.',
		because: 'a chain refuses what the framework prints',
	},
	{
		call: ['multisign', 'ms.json', 'ms', 'm1.json', 'm1.json'],
		reference: undefined,
		ours: 'Error: 1 of the 2 signatures needed are there.',
		because: 'a chain refuses what the framework prints',
	},
	{
		call: ['multisign', 'ms.json', 'ms', 'b.json', 'm1.json'],
		reference: "Error: provided key 0249AD94BCCA09E970F7… doesn't exist in pubkeys:",
		ours: 'Error: A signature is from a key that is not a member.',
		because: 'keys in hex help nobody',
	},
	{
		call: ['multisign', 'ms.json', 'ms', 'alice.json'],
		reference: 'Error: unknown field "body" in signing.SignatureDescriptors',
		ours: `Error: ${file('alice.json')} holds no signature.`,
		because: 'the file is named',
	},
	{
		call: ['multisign', 'ms.json', 'ms', 'nofile.json'],
		reference: 'Error: open nofile.json: no such file or directory',
		ours: `Error: The file ${file('nofile.json')} cannot be read.`,
		because: 'the words of another system library',
	},
]

describe('tx sign and tx multisign refuse', () => {
	test.each(refusals.map((refusal) => [refusal.call.join(' '), refusal] as const))(
		'%s is refused',
		async (_name, refusal) => {
			const { call, reference, ours = reference, because } = refusal
			expect(ours === reference, 'a difference has a reason').toBe(because === undefined)
			const args = call.map((word) => (word.endsWith('.json') ? file(word) : word))
			const { exit, stdout, stderr } = await run('tx', ...args, ...offline)
			expect([exit, stdout, stderr.split('\n').find((line) => line.startsWith('Error: '))]).toEqual([1, '', ours])
		},
	)

	test('a key that need not sign, and say whose signature is needed', async () => {
		const told = async (name: string) =>
			(await run('tx', 'sign', file(name), '--from', 'bob', ...offline)).stderr.trimEnd().split('\n')
		const next = 'Name the key of that address with --from, or its threshold account with --multisig.'
		const alice = (await run('keys', 'show', 'alice', '-a')).stdout.trim()
		expect(await told('empty.json')).toEqual([intended, 'No message of it needs a signature.', next])
		expect(await told('alice.json')).toEqual([intended, `It is for ${alice} to sign.`, next])
	})

	test('another account’s transaction also where the signature alone is asked for', async () => {
		const { exit, stderr } = await run(
			'tx',
			'sign',
			file('alice.json'),
			'--from',
			'bob',
			'--signature-only',
			...offline,
		)
		expect([exit, stderr]).toEqual([1, expect.stringContaining(intended)])
	})

	test('a signature of another transaction, and name its address', async () => {
		const { exit, stderr } = await run(
			'tx',
			'multisign',
			file('alice.json'),
			'ms',
			file('m1.json'),
			file('m2.json'),
			...offline,
		)
		const member = (await run('keys', 'show', 'member1', '-a')).stdout.trim()
		expect([exit, stderr]).toEqual([
			1,
			expect.stringContaining(`Error: couldn't verify signature for address ${member}`),
		])
	})

	test('a threshold key as its own member, and say whose signatures make one', async () => {
		const { exit, stderr } = await run('tx', 'sign', file('ms.json'), '--from', 'ms', '--multisig', 'ms', ...offline)
		expect([exit, stderr]).toEqual([
			1,
			'Error: cannot sign with offline keys\nms is a threshold account, which has no secret.\nLet its members sign with --multisig ms, then put the signatures together with `tx multisign`.\n',
		])
	})

	test('no threshold account whose key is elsewhere: its address is enough', async () => {
		const address = 'chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q'
		writeTx('elsewhere.json', address)
		const sign = ['tx', 'sign', file('elsewhere.json'), '--from', 'member1', '--multisig', address]
		const { exit, stdout } = await run(...sign, ...offline)
		expect([exit, Object.keys(JSON.parse(stdout))]).toEqual([0, ['signatures']])
	})

	test('nothing that the framework signs: several signers in mode amino-json', async () => {
		const { exit, stdout } = await run(
			'tx',
			'sign',
			file('two.json'),
			'--from',
			'bob',
			'--sign-mode',
			'amino-json',
			...offline,
		)
		expect([exit, JSON.parse(stdout).signatures]).toEqual([0, [expect.any(String)]])
	})
})
