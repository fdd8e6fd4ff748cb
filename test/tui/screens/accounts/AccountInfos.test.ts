import { expect, test } from 'vitest'
import type { ChainClient } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { type AccountInfo, AccountInfos } from '../../../../src/tui/screens/accounts/AccountInfos.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const noCode = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
const base = { address: 'a', account_number: '7', sequence: '3', pub_key: { '@type': '/x.PubKey', key: 'AbCd' } }

/** Accounts over a node that knows these, and answers at once unless it is held. */
function infosOf(accounts: Readonly<Record<string, unknown>> = {}) {
	const asked: string[] = []
	const also: string[] = []
	const logged: string[] = []
	const state = { touched: 0, held: false }
	let answer: (() => void)[] = []
	const client = {
		account: async (address: string) => {
			asked.push(address)
			if (state.held) await new Promise<void>((resolve) => answer.push(resolve))
			if (address === 'refused') throw new UserError('Not now.')
			return accounts[address]
		},
		balances: async (address: string) => [{ denom: 'uchain', amount: address }],
	} as unknown as ChainClient
	const app = {
		client: client as ChainClient | undefined,
		touch: () => state.touched++,
		logError: (error: Error) => logged.push(error.message),
	}
	const infos = new AccountInfos(app as never, async (_, address) => void also.push(address))
	const release = async (): Promise<void> => {
		const waiting = answer
		answer = []
		for (const go of waiting) go()
		await settled()
	}
	const of = async (address: string) => {
		infos.get(address)
		await settled()
		return infos.peek(address)
	}
	return { infos, app, asked, also, logged, state, release, of }
}

const accounts: readonly (readonly [name: string, account: unknown, told: Partial<AccountInfo>])[] = [
	['an account that is not there', undefined, { kind: 'not used yet', number: '', sequence: '0', pubKey: '' }],
	['a base account', { '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base }, { kind: 'base' }],
	[
		'a module account',
		{ '@type': '/cosmos.auth.v1beta1.ModuleAccount', base_account: { ...base, pub_key: null }, name: 'mint' },
		{ kind: 'module', module: 'mint', pubKey: '' },
	],
	...(['Periodic', 'Continuous', 'Delayed'] as const).map(
		(kind) =>
			[
				`a ${kind.toLowerCase()} vesting account`,
				{ '@type': `/x.${kind}VestingAccount`, base_vesting_account: { base_account: base } },
				{ kind: kind.toLowerCase() },
			] as const,
	),
	[
		'a locked account',
		{ '@type': '/x.PermanentLockedAccount', base_vesting_account: { base_account: base } },
		{ kind: 'locked' },
	],
	['an account with code', { '@type': '/x.EthAccount', base_account: base, code_hash: '0x12' }, { kind: 'contract' }],
	[
		'an account of the EVM without code',
		{ '@type': '/x.EthAccount', base_account: base, code_hash: noCode },
		{ kind: 'base' },
	],
	['an account of a type nobody knows', { '@type': '/x.Other', base_account: base }, { kind: 'other' }],
	['an account without a type', { ...base, name: 'no module', sequence: '' }, { kind: 'other', sequence: '0' }],
	[
		'an account whose numbers are none',
		{ '@type': '/x.BaseAccount', ...base, account_number: '7x', sequence: 3 },
		{ number: '', sequence: '0', kind: 'base' },
	],
	[
		'an account of several keys',
		{ '@type': '/x.BaseAccount', ...base, pub_key: { threshold: 2, public_keys: [{}, {}, {}] } },
		{ kind: 'base', pubKey: '2 of 3 keys' },
	],
	[
		'an account that is its own base',
		{ '@type': '/x.ModuleAccount', ...base, base_account: 'none', name: 5 },
		{ kind: 'module' },
	],
]

test.each(accounts)('%s is told in one word, with its numbers, key and module', async (_, account, told) => {
	const usual = { number: '7', sequence: '3', pubKey: 'AbCd', module: '' }
	const { of } = infosOf({ it: account })
	expect(await of('it')).toEqual({ ...usual, balances: [{ denom: 'uchain', amount: 'it' }], ...told })
})

test('accounts are asked for once until any may have changed, and what was known stays meanwhile', async () => {
	const { infos, asked, also, state, of } = infosOf({ a: base })
	expect([infos.get('a'), infos.peek('a'), infos.version]).toEqual([undefined, undefined, 0])
	const known = await of('a')
	expect([asked, also, infos.version, state.touched]).toEqual([['a'], ['a'], 1, 1])
	expect(infos.get('a')).toBe(known)
	infos.peek('b')
	await settled()
	expect(asked).toEqual(['a'])
	infos.expire()
	expect(infos.get('a')).toBe(known)
	await settled()
	expect([asked, infos.version]).toEqual([['a', 'a'], 2])
})

test('accounts are asked for six at once, and those that are not wanted any more are not', async () => {
	const { infos, asked, state, release } = infosOf()
	state.held = true
	for (const address of 'abcdefghi') infos.get(address)
	expect(asked.join('')).toBe('abcdef')
	await release()
	expect(asked.join('')).toBe('abcdefghi')
	for (const address of 'jklmn') infos.get(address)
	expect(asked.join('')).toBe('abcdefghijkl')
	infos.expire()
	await release()
	expect(asked.join('')).toBe('abcdefghijkl')
	infos.get('m')
	expect(asked.at(-1)).toBe('m')
})

test('accounts that a node refuses are not known, and the next ones are asked for', async () => {
	const { infos, logged, state, of } = infosOf({ a: base })
	expect(await of('refused')).toBeUndefined()
	expect([logged, infos.version, state.touched]).toEqual([['Not now.'], 0, 1])
	expect((await of('a'))?.number).toBe('7')
})

test('accounts wait for a node to be there', async () => {
	const { app, asked, of } = infosOf({ a: base })
	const { client } = app
	app.client = undefined
	expect([await of('a'), asked]).toEqual([undefined, []])
	app.client = client
	await of('b')
	expect(asked).toEqual(['a', 'b'])
})
