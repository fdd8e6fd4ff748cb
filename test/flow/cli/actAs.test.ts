import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressToText, moduleAddress } from '../../../src/codec/address/address.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { quickKeyring } from './quickKeyring.ts'
import { cli } from './testCli.ts'

// A chain of one's own with --admin. Nobody has a key of `nobody`, of the contract-like 0x address, or of the fee collector.
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-act-as-'))
const home = join(folder, 'home')
const env = { CHAIN_TUI_PASSPHRASE: 'long enough' }
const hex = `0x${'ab'.repeat(20)}`
const nobody = addressToText(new Uint8Array(20).fill(7), 'chain')
const collector = addressToText(moduleAddress('fee_collector'), 'chain')
const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
let node: TestNode

const run = (...args: readonly string[]) => cli(['--home', home, '--keyring-backend', 'file', ...args], { env })
const send = (from: string, ...flags: readonly string[]) =>
	run('tx', 'bank', 'send', from, receiver, '5uchain', '--yes', '--gas', 'auto', '-b', 'block', ...flags)
const start = (admin: 'on' | 'off') => startNode({ on: ['rpc', 'rest', 'legacy8'], flags: { home, admin } })

/** Posts a transfer of an account in the legacy form, without a key and a signature. */
function postUnsigned(generation: number, from: string): Promise<Response> {
	const { rest, legacy8 } = node.addresses
	const value = { from_address: from, to_address: receiver, amount: [{ denom: 'uchain', amount: '1' }] }
	const tx = {
		msg: [{ type: 'chain-sdk/MsgSend', value }],
		fee: { amount: [{ denom: 'uchain', amount: '3000' }], gas: '200000' },
		signatures: [{ pub_key: null, signature: '' }],
		memo: '',
	}
	const body = JSON.stringify({ tx, mode: 'block' })
	return fetch(`${generation === 9 ? rest : legacy8}/txs`, { method: 'POST', body })
}

beforeAll(async () => {
	await quickKeyring(home, env.CHAIN_TUI_PASSPHRASE)
	for (const name of ['alice', 'member1', 'member2', 'member3']) await run('keys', 'add', name)
	await run('keys', 'add', 'ms', '--multisig', 'member1,member2,member3', '--multisig-threshold', '2')
	node = await start('on')
	for (const name of ['alice', 'ms', nobody, hex]) expect((await run('faucet', name)).exit).toBe(0)
	// From now on the chain knows the key of the threshold account, and the fee collector has coins.
	expect((await send('ms')).exit).toBe(0)
})

afterAll(async () => {
	await node.close()
	rmSync(folder, { recursive: true, force: true })
})

describe('acting as any account', () => {
	test('an account that nobody has a key of is refused until somebody acts as it, and again after it is removed', async () => {
		const unsigned = await run(
			'tx',
			'bank',
			'send',
			nobody,
			receiver,
			'5uchain',
			'--generate-only',
			'--fees',
			'3000uchain',
		)
		const file = join(folder, 'unsigned.json')
		writeFileSync(file, unsigned.stdout)
		const signed = await run('tx', 'sign', file, '--act-as', nobody)
		expect(signed).toMatchObject({ exit: 0, stderr: '' })
		writeFileSync(file, signed.stdout)
		expect((await run('act-as', nobody, '--remove')).stdout).toBe('nobody acts as another account\n')
		const refused = await run('tx', 'broadcast', file)
		expect(refused.stdout).toContain('unrecognized public key type: <nil>')
		expect((await run('act-as', nobody)).stdout).toBe(`${nobody}\n`)
		expect((await run('act-as', '--output', 'json')).stdout).toBe(`{"addresses":["${nobody}"]}\n`)
		const taken = await run('tx', 'broadcast', file, '-b', 'block')
		expect(taken.stdout).toContain('code: 0')
		expect((await run('act-as', nobody, '--remove')).stdout).not.toContain(nobody)
	})

	test.each([
		['an account that never signed', nobody],
		['a 0x address', hex],
		['a threshold account whose key the chain knows', 'ms'],
		['a module account', collector],
		['an account of the keyring', 'alice'],
	])('%s sends twice in a row without a signature', async (_kind, who) => {
		for (const _turn of [1, 2]) {
			const sent = await send(who, '--act-as', who)
			expect(sent.stderr).not.toContain('Error')
			expect(sent.stdout).toContain('code: 0')
		}
	})

	test('a greeting of another account needs no key in the home', async () => {
		const sent = await run('greet', 'hello of nobody', '--act-as', nobody, '--output', 'json')
		expect(JSON.parse(sent.stdout)).toMatchObject({ owner: nobody, message: 'hello of nobody' })
		const created = await run('tx', 'greet', 'create-greeting', 'again', '--act-as', hex, '--yes', '-b', 'block')
		expect(created).toMatchObject({ exit: 0, stdout: expect.stringContaining('code: 0') })
	})

	test('the sequence of an account that somebody acts as still counts', async () => {
		const sent = await send(nobody, '--act-as', nobody, '--sequence', '77')
		expect(`${sent.stdout}${sent.stderr}`).toContain('account sequence mismatch')
	})

	test('two senders in one command that acts as an account are refused', async () => {
		const sent = await send('alice', '--act-as', nobody)
		expect(sent).toMatchObject({ exit: 1 })
		expect(sent.stderr).toContain('the sender is alice')
	})

	test.each([9, 8])(
		'a legacy POST /txs of generation %i goes through for an account without a key',
		async (generation) => {
			const { stdout } = await run('act-as', nobody)
			// One alone suffices.
			for (const other of stdout.trim().split('\n')) {
				if (other !== nobody) await run('act-as', other, '--remove')
			}
			const answer = (await (await postUnsigned(generation, nobody)).json()) as Record<string, unknown>
			expect(answer).toMatchObject({ height: expect.stringMatching(/^[1-9]/) })
			expect(answer).not.toHaveProperty('code')
		},
	)

	test.each([9, 8])(
		'a legacy POST /txs of generation %i without a key is refused while nobody acts as its sender',
		async (generation) => {
			const other = addressToText(new Uint8Array(20).fill(0xab), 'chain')
			const reply = await postUnsigned(generation, other)
			expect([reply.status, await reply.json()]).toEqual(
				generation === 9
					? [400, { error: 'signature 0 has no pub_key: the signer cannot be known without it' }]
					: [200, expect.objectContaining({ code: 8, raw_log: 'invalid pubkey: unrecognized public key type: <nil>' })],
			)
		},
	)

	test('the list names who needs no signature, by name too', async () => {
		expect((await run('act-as', 'alice')).exit).toBe(0)
		const before = await run('act-as')
		const after = await run('act-as', 'alice', '--remove')
		expect(before.stdout.split('\n').length).toBe(after.stdout.split('\n').length + 1)
	})

	test('a text that is no address of the chain is no account to act as', async () => {
		const refused = await run('act-as', 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu')
		expect(refused.exit).toBe(1)
		expect(refused.stderr).toContain('is no address of this chain')
	})

	test('the list of a home is kept, and a node without --admin neither shows nor obeys it', async () => {
		await run('act-as', nobody)
		await node.close()
		expect(JSON.parse(readFileSync(homePaths(home).actAs, 'utf8'))).toContain(nobody)
		node = await start('off')
		const listed = await run('act-as')
		expect(listed.exit).toBe(1)
		expect(listed.stderr).toContain('It was started without --admin')
		const sent = await send(nobody, '--act-as', nobody)
		expect(sent.stderr).toContain('lets nobody act as another account')
		const file = join(folder, 'again.json')
		const unsigned = await run(
			'tx',
			'bank',
			'send',
			nobody,
			receiver,
			'5uchain',
			'--generate-only',
			'--fees',
			'3000uchain',
		)
		writeFileSync(file, unsigned.stdout)
		const signed = await run('tx', 'sign', file, '--act-as', nobody, '--offline', '-a', '9', '-s', '77')
		writeFileSync(file, signed.stdout)
		expect((await run('tx', 'broadcast', file)).stdout).toContain('unrecognized public key type: <nil>')
		await node.close()
		node = await start('on')
		expect((await run('act-as')).stdout).toContain(nobody)
	})
})

describe('acting as an account of the EVM', () => {
	test('coins and a contract are sent from an address that nobody has a key of, on a node that tells its EVM', async () => {
		const evmHome = join(folder, 'evm')
		await quickKeyring(evmHome, env.CHAIN_TUI_PASSPHRASE)
		const evm = await startNode({
			on: ['rpc', 'eth'],
			flags: { home: evmHome, admin: 'on', chainId: 'chain_2222-1', threads: '1' },
		})
		try {
			const evmRun = (...args: readonly string[]) =>
				cli(['--home', evmHome, '--keyring-backend', 'file', '-o', 'json', ...args], { env })
			expect((await evmRun('faucet', hex)).exit).toBe(0)
			const to = `0x${'cd'.repeat(20)}`
			const sent = await evmRun('eth', 'send', to, '--value', '5uchain', '--act-as', hex, '--yes')
			expect(sent).toMatchObject({ exit: 0 })
			const balance = await evmRun('eth', 'balance', to)
			expect(JSON.stringify(JSON.parse(balance.stdout))).toContain('0.000005')
			// A node with --admin tells a command that is given its name alone where its EVM is.
			const named = ['--node', evm.addresses.rpc ?? '', '--home', join(folder, 'elsewhere')]
			expect(await evmRun('eth', 'balance', to, ...named)).toEqual(balance)
			const artifact = 'examples/contracts/Wall.json'
			const deployed = await evmRun('eth', 'deploy', artifact, 'Our wall', '--act-as', hex, '--yes')
			expect(JSON.parse(deployed.stdout).contract).toMatch(/^0x[0-9a-fA-F]{40}$/)
			const without = await evmRun('eth', 'send', to, '--value', '5uchain', '--from', hex, '--yes')
			expect([without.exit, without.stderr]).toEqual([1, expect.stringContaining('--act-as')])
		} finally {
			await evm.close()
		}
	})
})
