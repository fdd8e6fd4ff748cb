import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { addressOf, type DoubleOptions } from '../../support/chainDouble.ts'
import { doubleContract, evmDouble } from '../../support/evmDouble.ts'
import { recordedAccount } from '../../support/recordedAccounts.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

const time = Date.UTC(2026, 10, 21)
const vesting = recordedAccount('periodic vesting account, never signed')

let t: TestApp
afterEach(() => t.stop())

const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))

async function accounts(
	options: DoubleOptions & { readonly columns?: number; readonly rows?: number; readonly directory?: string } = {},
): Promise<void> {
	t = await testApp({ keys: ['alice'], columns: 200, rows: 60, time, ...options })
	t.press('3')
}

/** Opens an account that was recorded. */
async function inspect(account: ReturnType<typeof recordedAccount>, remote = false): Promise<void> {
	await accounts({ accounts: { [account.address]: account }, remote })
	t.app.open('accounts', account.address)
	await t.until('● live, block 1')
}

describe('the kinds of accounts in the list', () => {
	const pub_key = { '@type': '/cosmos.crypto.secp256k1.PubKey', key: 'AxYz' }
	const base = { '@type': '/cosmos.auth.v1beta1.BaseAccount', pub_key, account_number: '7', sequence: '3' }
	const threshold = { threshold: 2, public_keys: [{}, {}, {}] }
	const vests = { base_vesting_account: { base_account: { ...base, pub_key: null } } }

	it.each([
		[base, 'base', [/number +7 /, /signed +3 transactions/, /public key +AxYz/]],
		[{ ...base, pub_key: threshold }, 'base', [/public key +2 of 3 keys/]],
		[
			{ ...base, pub_key: null, sequence: '0' },
			'base',
			[/signed +0 transactions/, /public key +unknown until it signs/],
		],
		[
			{ '@type': '/cosmos.auth.v1beta1.ModuleAccount', base_account: { ...base, pub_key: null }, name: 'treasury' },
			'module',
			[/module +treasury/, /number +7 /],
		],
		[{ '@type': '/cosmos.vesting.v1beta1.PeriodicVestingAccount', ...vests }, 'periodic', [/number +7 /]],
		[{ '@type': '/cosmos.vesting.v1beta1.ContinuousVestingAccount', ...vests }, 'continuous', [/number +7 /]],
		[{ '@type': '/cosmos.vesting.v1beta1.DelayedVestingAccount', ...vests }, 'delayed', [/number +7 /]],
		[{ '@type': '/cosmos.vesting.v1beta1.PermanentLockedAccount', ...vests }, 'locked', [/number +7 /]],
		[
			{ '@type': '/ethermint.types.v1.EthAccount', base_account: base, code_hash: `0x${'ab'.repeat(32)}` },
			'contract',
			[/signed +3 transactions/],
		],
		[
			{
				'@type': '/ethermint.types.v1.EthAccount',
				base_account: base,
				code_hash: '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
			},
			'base',
			[/signed +3 transactions/],
		],
		[{ '@type': '/foreign.v1.Account', sequence: 'many' }, 'other', [/signed +0 transactions/]],
		[undefined, 'not used yet', [/signed +0 transactions/]],
	] as const)('%j is %s', async (account, kind, patterns) => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40, time })
		t.chain.account = async () => account
		t.press('3')
		await t.until(`alice · ${kind}`)
		for (const pattern of patterns) expect(t.screen()).toMatch(pattern)
	})

	it('the kinds of accounts in the list are what the list is sorted by, with those that are not known last', async () => {
		t = await testApp({ keys: ['alice', 'bob', 'carol'], columns: 99, rows: 30, time })
		const numbers: Readonly<Record<string, object | undefined>> = {
			[addressOf('alice')]: { ...base, account_number: '10', sequence: '2' },
			[addressOf('bob')]: { ...base, account_number: '9', sequence: '30' },
			[addressOf('carol')]: undefined,
		}
		t.chain.names = new Map()
		t.app.names = new Map()
		t.chain.account = async (address) => numbers[address] as Readonly<Record<string, unknown>> | undefined
		t.press('3')
		await t.until('not used yet')
		const names = (): string =>
			t
				.screen()
				.split('\n')
				.flatMap((line) => /│ [▸ ] (alice|bob|carol) /.exec(line)?.[1] ?? [])
				.join()
		const steps = (count: number): void => t.press(...Array.from({ length: count }, () => 's'))
		// name, address, kind, balance, number, sequence, seen; each up and down.
		steps(9)
		await t.until('number ▴')
		expect(names()).toBe('bob,alice,carol')
		steps(2)
		await t.until('seq ▴')
		expect(names()).toBe('alice,bob,carol')
		steps(1)
		await t.until('seq ▾')
		expect(names()).toMatch(/bob,alice/)
	})

	it('say why they are not there', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40, time })
		t.chain.account = async () => {
			throw new UserError('The node is busy.')
		}
		t.press('3')
		await t.until(() => t.app.log.entries.some(({ message }) => message.includes('The node is busy.')))
		expect(t.screen()).toContain('◌ reading')
	})
})

describe('an account is saved', () => {
	const saved = async (key: string, file: RegExp): Promise<string> => {
		t.press(key)
		await said('account saved to')
		const [name = ''] = readdirSync(t.app.directory).filter((found) => file.test(found))
		return readFileSync(join(t.app.directory, name), 'utf8')
	}

	it('an account is saved with the reason in place of a form that the node does not give', async () => {
		await accounts({ directory: mkdtempSync(join(tmpdir(), 'account-')) })
		const read = t.chain.legacyAccount.bind(t.chain)
		t.chain.legacyAccount = async (address, generation, height) => {
			if (generation === 8) throw new UserError('Generation 8 is off.', { why: 'Nobody listens.', next: 'Press S.' })
			return read(address, generation, height)
		}
		t.press('r', 'enter')
		await t.until('generation 8: Generation 8 is off. · Nobody listens. · Press S.')
		const json = JSON.parse(await saved('e', /\.json$/)) as Record<string, unknown>
		expect(json.generation8).toEqual({ error: 'Generation 8 is off. · Nobody listens. · Press S.' })
		expect(json.rows).toEqual([])
		const markdown = await saved('E', /\.md$/)
		expect(markdown).toContain('- generation 8: Generation 8 is off.')
		expect(markdown).toContain('- balances: 1000000000uchain')
		t.press('v')
		await t.until('Generation 8 is off.')
		t.press('L')
		await said('there is no reply of generation 8')
	})

	it('under a name of its own when it was pasted without an address', async () => {
		await accounts({ directory: mkdtempSync(join(tmpdir(), 'account-')) })
		const text = recordedAccount('base account, never signed')[9].replace(/"address":"[^"]*"/, '"address":""')
		t.event({ type: 'paste', text })
		await t.until('pasted JSON')
		await t.until('pasted JSON · not on the chain')
		const markdown = await saved('E', /^account-pasted\.md$/)
		expect(markdown).toContain('# Account (no address)')
		expect(markdown).toContain('- balances: none')
		for (const [key, words] of [
			['y', 'copy address: no address is selected'],
			['o', 'transactions: no address is selected'],
			['h', 'a pasted account has no other height'],
		] as const) {
			t.press(key)
			await said(words)
		}
	})
})

describe('what is typed into the lines of the screen', () => {
	const line = async (key: string, text: string): Promise<void> => {
		t.press(key, 'ctrl+u')
		t.type(text)
		t.press('enter')
	}

	it('opens no address that is none, nor a name nobody has', async () => {
		await accounts()
		t.press('enter')
		await line('/', 'nobody')
		await said('not an address: it starts with chain1 or 0x')
		await line('/', '')
		expect(t.app.topOverlay).toBeUndefined()
		t.press('esc', '/')
		t.type('zzz')
		await t.until('0 of 2')
		t.press('esc')
		await t.until('2 accounts')
		expect(t.screen()).not.toContain('/zzz')
	})

	it('opens an address by its 0x form, in either letters', async () => {
		await accounts()
		await line('/', '0x5FBDB2315678AFECB367F032D93F642F64180AA3')
		await t.until('› Accounts › chain1')
		expect(t.app.preferences.get('addresses')).toEqual(['chain1t77myv2k0zh7evm87qedj0my9ajpsz4rhpsc8e'])
		t.press('x')
		expect(t.app.preferences.get('addresses')).toEqual([])
	})

	it('a line for the height takes a height or a time, and nothing is the live state', async () => {
		await inspect(vesting)
		await line('h', 'yesterday')
		await said('neither a height nor a time')
		await line('h', '2026-13-45')
		await said('neither a height nor a time')
		await line('h', '-5x')
		await said('neither a height nor a time')
		await line('h', '2020-01-01')
		await said('The node keeps no block so old. · Give a later time.')
		await line('h', '+30d')
		await said('block 1 was the last one then')
		await t.until('◷ at block 1')
		await line('h', '')
		await t.until('● live')
	})

	it('a line for the vesting time takes a time at which vesting is shown', async () => {
		await inspect(vesting)
		await line('t', 'soon')
		await said('not a time: write 2027-01-01, +30d or -2h')
		await line('t', '+60d')
		await t.until('(in 60d)')
		await line('t', '-2h')
		await t.until('(2h ago)')
		await line('t', '')
		await t.until('chain time')
	})

	it('a line for a label takes a label that fits, and only for an address', async () => {
		await accounts()
		t.press('b')
		await said('it is the address of one of your keys, which has a name')
		t.press('end')
		await line('b', addressOf('carol'))
		await said('a label is no address')
		await line('b', 'x'.repeat(41))
		await said('a label has at most 40 characters')
		expect(t.app.preferences.get('labels')).toEqual([])
		await line('b', 'y'.repeat(40))
		await t.until(() => t.app.preferences.get('labels').length === 1)
	})

	it('a line for paths takes a file of paths, and nothing changes without one', async () => {
		await accounts()
		await line('i', '')
		expect(t.screen()).not.toContain('Check of old clients')
		await line('i', '/nonexistent/paths.json')
		await said('/nonexistent/paths.json')
		const path = join(mkdtempSync(join(tmpdir(), 'paths-')), 'paths.json')
		writeFileSync(path, '{"a":1}')
		await line('i', path)
		await t.until(() => t.app.state.toast?.kind === 'bad')
		expect(t.screen()).not.toContain('Check of old clients')
	})

	it('a line for JSON takes a file with an account in its place', async () => {
		await accounts()
		const path = join(mkdtempSync(join(tmpdir(), 'account-')), 'account.json')
		writeFileSync(path, vesting[8])
		t.press('p', 'tab')
		t.type(`${path}x`)
		t.press('enter')
		await t.until('cannot be read')
		t.press('backspace', 'enter')
		await t.until('periodic vesting')
		t.press('x')
		await t.until(() => !t.screen().includes('pasted JSON'))
	})

	it('a line for a node takes another node, and nothing is this one again', async () => {
		await inspect(vesting)
		await line('u', 'http://127.0.0.1:1317')
		await t.until('at http://127.0.0.1:1317')
		await line('u', '')
		await t.until('● live')
	})
})

describe('why a key does nothing', () => {
	it.each([
		['w', 'contract: this chain has no EVM'],
		['Y', 'copy 0x: this chain has no EVM'],
		['n', 'the account does not vest'],
		['x', 'it is the address of one of your keys'],
	])('a key that does nothing says why at %s', async (key, words) => {
		await accounts()
		t.press('enter')
		await t.until('● live')
		t.press(key)
		await said(words)
	})

	it.each([
		['enter', 'inspect: it is already open'],
		['s', 'sort: an account is open'],
	])('a key that does nothing in an opened account says why at %s', async (key, words) => {
		await accounts()
		t.press('enter')
		await t.until('● live')
		t.press(key)
		await said(words)
	})

	it('a key that does nothing says that one does not control a node elsewhere', async () => {
		await inspect(vesting, true)
		t.press('S')
		await said('you do not control this node')
		t.press('n', 'C')
		await said('set chain clock: you do not control this node')
	})

	it('a key that does nothing says that a clock would have to go back, or is not moved at all', async () => {
		await inspect(vesting)
		t.press('C')
		await said('the slider is at the time of the chain')
		t.press('left', 'C')
		await said('time does not go back')
		t.press('v', 'v', 'v', 'right')
		await said('the check of old clients does not depend on time')
	})

	it('a key that does nothing says that the chain shows the account', async () => {
		await accounts()
		t.press('end', 'x')
		await said('the chain shows it, you did not look it up')
	})

	it('where there is no account at all', async () => {
		t = await testApp({ columns: 120, rows: 30 })
		t.app.names = new Map()
		t.press('3')
		for (const key of ['enter', 'v', 'd', 'h', 'o', 'y', 'r', 'x', 'b']) {
			t.press(key)
			await said('no address is selected')
			t.app.toast('info', 'before the next')
		}
		t.press('e')
		await said('the account is not loaded yet')
		t.press('U')
		await said('no address is selected, or the node has no REST listener')
		await t.until('No address yet.')
	})

	it('says that an account has no contract, on a chain that has an EVM', async () => {
		await accounts()
		t.chain.evm = evmDouble(t.chain.calls)
		t.chain.evm.account = async (address) => ({ address: doubleContract, bech32: address, balance: 0n, nonce: 0 })
		t.press('r', 'enter')
		await t.until('● live')
		t.press('w')
		await said('the account has no contract')
	})
})

describe('the migration report', () => {
	it('keeps what it has when the node stops answering, and says why', async () => {
		await accounts({ keys: ['alice', 'bob', 'carol'], columns: 100, rows: 30 })
		const read = t.chain.legacyAccount.bind(t.chain)
		t.chain.legacyAccount = async (address, generation, height) => {
			if (address === addressOf('carol')) throw new UserError('The node went away.')
			return read(address, generation, height)
		}
		t.press('m')
		await t.until('✗ stopped')
		expect(t.screen()).toContain('The node went away.')
		t.press('esc')
		await t.until(/3 accounts|4 accounts/)
	})

	it('says that a chain has no account, and what cannot be done then', async () => {
		await accounts({ keys: [], columns: 100, rows: 30 })
		t.press('m')
		await t.until('The chain has no account.')
		for (const key of ['enter', 'e', 'o']) {
			t.press(key)
			await said('the report has no account yet')
			t.app.toast('info', 'before the next')
		}
	})

	it('gives up its filter at Esc, then itself', async () => {
		await accounts({ keys: ['alice', 'bob'], columns: 160, rows: 30 })
		t.press('m')
		await t.until('all of the chain')
		t.press('/')
		t.type('bob')
		t.press('enter')
		await t.until('1 of 2')
		t.press('esc')
		await t.until('all of the chain')
		t.press('s', 's', 's', 's', 's', 's')
		await t.until('▾')
		t.press('esc')
		await t.until('› Accounts  ')
	})
})

describe('an account that a link of another screen opened', () => {
	it.each([
		['an address', () => vesting.address],
		['the JSON of an account, as the Upgrade screen gives it', () => vesting[8]],
	])('gives way at Esc to the screen with the link: %s', async (_what, target) => {
		await accounts({ accounts: { [vesting.address]: vesting } })
		t.press('7')
		await t.until('› Blocks')
		t.app.open('accounts', target())
		await t.until(/› Accounts ›/)
		t.press('esc')
		await t.until('› Blocks')
	})

	it('no link counts any more once its screen is opened by its own key: Esc shows the list', async () => {
		await accounts({ accounts: { [vesting.address]: vesting } })
		t.press('7')
		t.app.open('accounts', vesting.address)
		await t.until(/› Accounts ›/)
		t.press('7', '3')
		await t.until(/› Accounts ›/)
		t.press('esc')
		await t.until('› Accounts  ')
	})
})

it('coins of another chain than the app’s are none of their own denomination, not of the app’s', async () => {
	await accounts()
	t.app.open('accounts', String(vesting[8]).replaceAll('uchain', 'ukava'))
	await t.until('0 of 900 KAVA · locked 900 KAVA')
	expect(t.screen()).not.toContain(' 0 CHAIN')
	t.press('n', 'n', 'n')
	await t.until('900 of 900 KAVA · locked 0 KAVA')
	expect(t.screen()).not.toContain(' 0 CHAIN')
})
