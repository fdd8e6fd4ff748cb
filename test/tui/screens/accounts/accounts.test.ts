import { afterEach, describe, expect, it, vi } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
import type { AccountsModel } from '../../../../src/tui/screens/accounts/AccountsModel.ts'
import { areaChart } from '../../../../src/tui/screens/accounts/vesting/vestingRows.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { recordedAccount } from '../../support/recordedAccounts.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

/** Time of the chain before its first block, a second later: schedules stand still. 2026-11-21 00:00:00 UTC. */
const time = Date.UTC(2026, 10, 21)

const kinds = [
	['base account, never signed', 'base, never signed'],
	['base account, signed before genesis', 'base'],
	['periodic vesting account, never signed', 'periodic vesting'],
	['periodic vesting account, signed, with delegations', 'periodic vesting'],
	['continuous vesting account', 'continuous vesting'],
	['delayed vesting account', 'delayed vesting'],
	['permanently locked account (a base account in generation 8, which has no such kind)', 'permanently locked'],
	['module account without permissions', 'module'],
	['module account with permissions', 'module'],
] as const

const sizes = [
	[60, 16],
	[80, 24],
	[120, 40],
	[200, 50],
	[200, 60],
] as const

describe('the account inspector', () => {
	let t: TestApp
	afterEach(async () => {
		vi.restoreAllMocks()
		await t.stop()
	})

	async function inspect(name: string, columns = 200, rows = 60): Promise<ReturnType<typeof recordedAccount>> {
		const account = recordedAccount(name)
		t = await testApp({ columns, rows, keys: ['alice'], time, accounts: { [account.address]: account } })
		t.app.open('accounts', account.address)
		await t.until(() => model().current !== undefined)
		return account
	}

	const model = (): AccountsModel => t.app.screens.find(({ id }) => id === 'accounts')!.model as AccountsModel
	const rowsOf = (): readonly string[] => model().rows.map(({ meaning, kind }) => `${meaning}: ${kind}`)

	it.each(kinds)('shows a %s in every view at every size', async (name, kind) => {
		for (const [columns, rows] of sizes) {
			await inspect(name, columns, rows)
			for (const view of ['aligned', 'raw', 'paths', 'check'] as const) {
				model().view = view
				const lines = t.lines()
				expect(lines).toHaveLength(rows)
				const wrong = lines.filter((line) => cellWidth(line) !== columns)
				expect(wrong, `${view} at ${columns}x${rows}`).toEqual([])
			}
			model().view = 'aligned'
			if (columns >= 80) expect(t.screen()).toContain(kind)
			if (columns !== 200 || rows !== 60) await t.stop()
		}
	})

	it('aligns a periodic vesting account by meaning and leaves nothing unexplained', async () => {
		await inspect('periodic vesting account, never signed')
		expect(rowsOf()).toEqual([
			'height: changed',
			'kind of account: same',
			'address: moved',
			'coins: movedToOtherQuery',
			'public key: omitted',
			'account number: moved',
			'sequence: omitted',
			'coins that vest: moved',
			'free coins delegated: moved',
			'vesting coins delegated: moved',
			'end of vesting: moved',
			'start of vesting: same',
			'vesting periods: same',
		])
		for (const row of model().rows) expect(row.explanation, row.meaning).not.toBe('')
		t.press('j', 'j', 'j', 'j', 'j')
		expect(t.screen()).toContain('gen 8  .result.value.account_number  "5"')
		expect(t.screen()).toContain('gen 9  .result.value.base_vesting_account.base_account.account_number  "5"')
		expect(t.screen()).toContain('→ moved  The base account is inside base_vesting_account.')
	})

	it('says that module accounts have numbers without quotes', async () => {
		await inspect('module account with permissions')
		expect(rowsOf()).toContain('account number: typeChanged')
		expect(rowsOf()).toContain('sequence: typeChanged')
		expect(t.screen()).toContain('# other type')
	})

	it('shows the schedule: vested, locked and next release, and at another time', async () => {
		await inspect('periodic vesting account, never signed')
		expect(t.screen()).toContain('0 of 900 CHAIN · locked 900 CHAIN · next 300 CHAIN on 2027-01-01 (in 40d)')
		t.press('n')
		expect(t.screen()).toContain('300 of 900 CHAIN · locked 600 CHAIN · next 300 CHAIN on 2028-01-01')
		t.press('n', 'n')
		expect(t.screen()).toContain('900 of 900 CHAIN · locked 0 CHAIN · all released')
		t.press('=')
		expect(t.screen()).toContain('2026-11-21 00:00:01 UTC chain time')
	})

	it('shows what each kind of vesting releases', async () => {
		await inspect('continuous vesting account')
		expect(t.screen()).toMatch(/vested █*░+ 79\.\d+ of 900 CHAIN · locked 820\.\d+ CHAIN · all by 2035-12-30/)
		await t.stop()
		await inspect('delayed vesting account')
		expect(t.screen()).toContain('0 of 900 CHAIN · locked 900 CHAIN · next 900 CHAIN on 2035-12-30')
		await t.stop()
		await inspect('permanently locked account (a base account in generation 8, which has no such kind)')
		expect(t.screen()).toContain('locked 900 CHAIN · never released')
		await t.stop()
		await inspect('base account, never signed')
		expect(t.screen()).not.toContain('vested')
	})

	it('counts delegated coins as not locked', async () => {
		await inspect('periodic vesting account, signed, with delegations')
		expect(t.screen()).toContain('0 of 900 CHAIN · locked 400 CHAIN')
	})

	it('stands both sides beside each other where they fit, else one behind Tab', async () => {
		await inspect('base account, signed before genesis', 200, 60)
		t.press('v')
		expect(t.screen()).toMatch(/generation 8 this node.*│ generation 9 this node/)
		await t.stop()
		await inspect('base account, signed before genesis', 80, 24)
		t.press('v')
		expect(t.screen()).toContain('generation 8 this node')
		expect(t.screen()).not.toContain('generation 9 this node')
		t.press('tab')
		expect(t.screen()).toContain('generation 9 this node')
		expect(t.app.state.screen).toBe('accounts')
	})

	it('marks what a block changed', async () => {
		const before = await inspect('base account, never signed')
		expect(t.screen()).not.toContain('changed in block')
		const signed = (generation: 8 | 9): string =>
			generation === 8
				? before[8].replace('"sequence":"0"', '"sequence":"1"')
				: before[9].replace('"account_number":"3"', '"account_number":"3","sequence":"1"')
		t.chain.recorded.set(before.address, { 8: signed(8), 9: signed(9) })
		t.chain.makeBlock()
		await t.until('● changed in block 2')
		expect([...model().changes.keys()]).toEqual(['sequence'])
		expect(t.screen()).toMatch(/● sequence .*"0"|● sequence .*"1"/)
		expect(rowsOf()).toContain('sequence: same')
	})

	it('tells no change when the first reading failed, as while a node starts', async () => {
		const read = ChainDouble.prototype.legacyAccount
		const starting = vi
			.spyOn(ChainDouble.prototype, 'legacyAccount')
			.mockRejectedValue(new UserError('The node starts.'))
		t = await testApp({ keys: ['alice'], columns: 200, rows: 60, time })
		t.press('3', 'enter')
		await t.until('The node starts.')
		starting.mockImplementation(read)
		t.chain.makeBlock()
		await t.until('base, never signed')
		expect(model().changes).toEqual(new Map())
		expect(t.screen()).not.toContain('from nothing')
	})

	it('stands still at an older height, and is live again', async () => {
		const account = await inspect('base account, never signed')
		t.press('h')
		t.type('1')
		t.press('enter')
		await t.until('◷ at block 1')
		const calls = t.chain.calls.length
		t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === 2)
		expect(t.chain.calls).toHaveLength(calls)
		t.press('h', 'backspace', 'enter')
		await t.until('● live, block 2')
		expect(t.chain.calls.at(-1)).toBe(`legacyAccount ${account.address} 9`)
	})

	it('finds the height of a moment', async () => {
		await inspect('base account, never signed')
		for (let block = 0; block < 9; block++) t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === 10)
		t.press('h')
		t.type('-3s')
		t.press('enter')
		await t.until('◷ at block 7')
	})

	it.each([8, 9] as const)(
		'compares a pasted account of generation %i with what the other would be',
		async (generation) => {
			const account = recordedAccount('periodic vesting account, signed, with delegations')
			t = await testApp({ columns: 200, rows: 60, time })
			t.app.open('accounts')
			t.event({ type: 'paste', text: account[generation] })
			await t.until('pasted JSON')
			await t.until('= same')
			expect(model().current?.kind).toBe('periodic vesting')
			expect(model().current?.[generation === 8 ? 'side9' : 'side8'].source).toBe('derived from the other form')
			expect(rowsOf()).toContain('sequence: moved')
			t.event({ type: 'paste', text: account[generation === 8 ? 9 : 8] })
			await t.until(() => model().current?.side8.source === 'pasted' && model().current?.side9.source === 'pasted')
		},
	)

	it('says what is wrong with a paste, in words', async () => {
		await inspect('base account, never signed')
		t.event({ type: 'paste', text: '{"a":1}' })
		await t.until(() => t.app.state.toast?.text.includes('This is no account reply') === true)
		expect(t.app.state.toast?.text).toContain('GET /auth/accounts/ADDRESS')
	})

	it('says why another node does not answer and what to do', async () => {
		await inspect('base account, never signed')
		t.chain.recorded.clear()
		t.press('u')
		t.type('http://127.0.0.1:1')
		t.press('enter')
		await t.until('No REST server answers at http://127.0.0.1:1')
	})

	it('tells which accounts an old client still reads', async () => {
		await inspect('base account, never signed')
		t.press('c')
		await t.until('@cosmjs/launchpad 0.27.1')
		expect(t.screen()).toContain('✗ fails')
		t.press('c', 'c')
		await t.until('@kava-labs/javascript-sdk 9.0.1')
	})

	it('does nothing with control characters of a pasted account', async () => {
		await inspect('base account, never signed')
		const attack = '\\u001b[2J\\u009b\\u202eflipped\\u0000'
		const text = recordedAccount('module account with permissions')[8].replaceAll('treasury', attack)
		t.event({ type: 'paste', text })
		await t.until('module')
		for (const view of ['aligned', 'raw', 'paths'] as const) {
			model().view = view
			t.press('G')
			for (const line of t.lines()) {
				expect(line).not.toMatch(/[\u0000-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e]|\u001b(?!\[[\d;]*m)/)
			}
		}
	})

	it.each([
		['times beyond all dates', '"end_time":"1861833600"', '"end_time":"9223372036854775807"'],
		['a negative time', '"start_time":"1767225600"', '"start_time":"-9223372036854775808"'],
		['an end before the start', '"end_time":"1861833600"', '"end_time":"1"'],
		[
			'more released than there is',
			'"original_vesting":[{"denom":"uchain","amount":"900000000"}]',
			'"original_vesting":[{"denom":"uchain","amount":"1"}]',
		],
		['coins that are none', '"amount":"900000000"', '"amount":"-5e99"'],
		['a balance that is none', '"amount":"1000000000"', '"amount":"many"'],
	])('draws a pasted account with %s', async (_name, honest, odd) => {
		await inspect('base account, never signed', 120, 40)
		const text = recordedAccount('periodic vesting account, never signed')[8]
		expect(text).toContain(honest)
		t.event({ type: 'paste', text: text.replace(honest, odd) })
		const before = t.app.state.toast
		await t.until(() => t.app.state.toast !== before)
		for (const keys of [['right', 'right'], ['n'], ['N'], ['G'], ['v', 'v', 'v']]) {
			t.press(...keys)
			for (const line of t.lines()) expect(cellWidth(line)).toBe(120)
		}
	})

	it('draws a pasted account of a megabyte without comparing all of it', async () => {
		await inspect('base account, never signed', 120, 40)
		const members = Array.from({ length: 60_000 }, (_, index) => `"member${index}":${index}`).join(',')
		t.event({
			type: 'paste',
			text: recordedAccount('base account, never signed')[8].replace('"coins":', `${members},"coins":`),
		})
		await t.until('too many members to compare')
		t.press('v')
		await t.until('"member1": 1')
	})

	it('says what to press while there is no address', async () => {
		t = await testApp({ columns: 120, rows: 30 })
		t.app.names = new Map()
		t.app.open('accounts')
		expect(t.screen()).toContain('/ looks at one')
		expect(t.screen()).toContain('p compares pasted JSON')
		t.press('c')
		expect(t.screen()).toContain('@cosmjs/launchpad 0.27.1')
	})
})

describe('the chart of a schedule', () => {
	it('fills columns from below in eighths', () => {
		expect(areaChart([0, 0.25, 0.5, 1], 2)).toEqual(['   █', '▁▄██'])
		expect(areaChart([0, 0.5, 1], 1)).toEqual(['▁▄█'])
	})
})
