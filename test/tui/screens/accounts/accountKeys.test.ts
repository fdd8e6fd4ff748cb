import { afterEach, describe, expect, it } from 'vitest'
import type { AccountsModel } from '../../../../src/tui/screens/accounts/AccountsModel.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { offeredKeys, refusedKeys } from '../../support/keyWords.ts'
import { recordedAccount } from '../../support/recordedAccounts.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const model = (): AccountsModel => t.app.screens.find(({ id }) => id === 'accounts')!.model as AccountsModel
const refused = (): readonly string[] => refusedKeys(t, 'accounts', 'vesting', 'check')

const title = (id: string): string | undefined => t.app.commands.find(id)?.command.title
const read = (): Promise<void> => t.until(() => model().current !== undefined)

const tab = 'tab: both generations are on the screen'
const noEvm = ['w: this chain has no EVM', 'Y: this chain has no EVM']
const notVesting = ['right', 'left', 'shift+right', 'shift+left', 'n', 'N', '=', 't']
const atChainTime = 'C: the slider is at the time of the chain'
const open = ['enter: it is already open']
const sorted = 's: an account is open'
const named = 'b: it is the address of one of your keys, which has a name'
const ofKey = 'x: it is the address of one of your keys'
const unread = ['L: there is no reply of generation 8', 'R: there is no reply of generation 9'].concat(
	['e', 'E'].map((key) => `${key}: the account is not loaded yet`),
)
const vestsNot = (why = 'the account does not vest'): readonly string[] => notVesting.map((key) => `${key}: ${why}`)

async function accounts(options: Parameters<typeof testApp>[0] = {}): Promise<void> {
	t = await testApp({ keys: ['alice'], columns: 160, rows: 40, ...options })
	t.press('3')
	await read()
}

describe('the keys of the accounts', () => {
	it('the keys of the accounts are those of a list with an address selected, and of the opened account', async () => {
		await accounts()
		expect(offeredKeys(t)).toBe(
			'Enter inspect, / filter, v raw view, s sort, m migration report, o transactions, h older state, p paste JSON, I act as, y copy address',
		)
		expect(refused()).toEqual([tab, ...noEvm, named, ...vestsNot(), atChainTime, ofKey])
		t.press('enter')
		expect(offeredKeys(t)).toBe(
			'v raw view, m migration report, o transactions, / find address, h older state, p paste JSON, I act as, y copy address',
		)
		expect(refused()).toEqual([...open, tab, ...noEvm, sorted, named, ...vestsNot(), atChainTime, ofKey])
	})

	it('the keys of the accounts step through the views, and to the other generation where both do not fit', async () => {
		await accounts()
		t.press('enter')
		const rest =
			'm migration report, o transactions, / find address, h older state, p paste JSON, I act as, y copy address'
		t.press('v')
		t.screen()
		expect([offeredKeys(t), refused().includes(tab)]).toEqual([`v paths view, ${rest}`, true])
		t.app.set({ columns: 80 })
		t.screen()
		expect([offeredKeys(t), refused().includes(tab)]).toEqual([`Tab generation 9, v paths view, ${rest}`, false])
		t.press('tab')
		expect([model().front, offeredKeys(t)]).toEqual([9, `Tab generation 8, v paths view, ${rest}`])
		t.press('tab')
		expect(model().front).toBe(8)
		t.press('v')
		expect([offeredKeys(t), refused().includes(tab)]).toEqual([`v check view, ${rest}`, true])
		t.press('v')
		expect(offeredKeys(t)).toBe(`c next client, v aligned view, ${rest.replace('report, ', 'report, i own client, ')}`)
		expect(refused()).toEqual([
			...[...open, tab, ...noEvm, sorted, named],
			...[...vestsNot('the check of old clients does not depend on time'), atChainTime, ofKey],
		])
		t.press('v')
		expect([model().view, title('check.client'), title('accounts.differences')]).toEqual([
			...['aligned', 'check clients', 'differences'],
		])
		t.press('d')
		expect([model().onlyDifferences, title('accounts.differences')]).toEqual([true, 'all rows'])
		t.press('d')
		expect(model().onlyDifferences).toBe(false)
	})

	it('the keys of the accounts say that an older state, or another node’s, is not read yet', async () => {
		await accounts()
		expect([title('accounts.height'), title('accounts.remote')]).toEqual(['older state', 'other node'])
		model().goTo(1)
		expect([title('accounts.height'), refused().slice(-5)]).toEqual(['other height', [...unread, ofKey]])
		await read()
		model().goTo(undefined)
		model().remote = 'http://127.0.0.1:1317'
		expect([title('accounts.remote'), refused().slice(-5)]).toEqual(['which node', [...unread, ofKey]])
	})

	it('the keys of the accounts are for an address of nobody here: to label, to act as and to forget it', async () => {
		await accounts()
		t.press('G')
		await read()
		const common = [tab, ...noEvm, ...vestsNot(), atChainTime]
		expect(offeredKeys(t)).toContain('p paste JSON, b label, I act as, y')
		expect(refused()).toEqual([...common, 'x: the chain shows it, you did not look it up'])
		const carol = addressOf('carol')
		model().show(carol)
		await read()
		expect(refused()).toEqual([...open, tab, ...noEvm, sorted, ...vestsNot(), atChainTime])
		t.press('I')
		await t.until(() => t.app.state.toast?.text.startsWith('you act as ') === true)
		await t.until(() => offeredKeys(t).includes('I stop acting'))
		expect(t.app.preferences.get('key')).toBe(carol)
		t.press('I')
		await t.until(() => t.app.state.toast?.text.endsWith(' needs its signature again') === true)
		expect(offeredKeys(t)).toContain('I act as')
		t.press('x')
		expect([model().list.all.includes(carol), model().detailOpen]).toEqual([false, false])
		const { actAs: _acts, ...status } = t.app.state.status!
		t.app.set({ status })
		expect(refused()).toContain('I: this node lets nobody act as another account')
	})

	it('the keys of the accounts move the time of one that vests, and set the clock of the chain only forwards', async () => {
		await accounts()
		await model().pasteText(recordedAccount('delayed vesting account')[8])
		await read()
		expect(offeredKeys(t)).toBe(
			'v raw view, m migration report, → later, o transactions, t other time, / find address, p paste JSON, b label, I act as, y copy address',
		)
		const rest = [...open, tab, 'h: a pasted account has no other height', ...noEvm, sorted]
		expect(refused()).toEqual([...rest, atChainTime])
		t.press('right')
		expect(refused()).toEqual(rest)
		t.press('left', 'left')
		expect(refused()).toEqual([...rest, 'C: time does not go back'])
		t.press('=')
		expect(refused()).toEqual([...rest, atChainTime])
		t.press('x')
		expect(model().isPasted).toBe(false)
	})

	it('the keys of the accounts of a node that one does not control leave it as it is', async () => {
		await accounts({ keys: [], remote: true })
		expect(offeredKeys(t)).not.toContain('I act as')
		expect(refused()).toEqual([
			...[tab, ...noEvm, 'S: you do not control this node', 'I: you do not control this node'],
			...[...vestsNot(), 'C: you do not control this node', 'x: the chain shows it, you did not look it up'],
		])
		t.app.set({ status: { ...t.app.state.status!, listeners: {} } })
		expect(refused()).toContain('U: no address is selected, or the node has no REST listener')
	})

	it('the keys of the accounts switch the REST server of generation 8 on and off and tell its address', async () => {
		await accounts()
		const status = t.chain.status.bind(t.chain)
		let legacy8: string | undefined
		t.chain.status = async () => {
			const { listeners, ...rest } = await status()
			return { ...rest, listeners: { ...listeners, ...(legacy8 === undefined ? {} : { legacy8 }) } }
		}
		const said = (text: string): Promise<void> => t.until(() => t.app.state.toast?.text === text)
		expect(title('accounts.generation8')).toBe('serve gen 8')
		t.press('S')
		await said('generation 8 listens on its address')
		legacy8 = 'http://127.0.0.1:1318'
		t.press('S')
		await said('generation 8 listens on http://127.0.0.1:1318')
		expect(title('accounts.generation8')).toBe('stop gen 8')
		legacy8 = undefined
		t.press('S')
		await said('generation 8 is off')
		expect(t.chain.calls.filter((call) => call.startsWith('setListener'))).toEqual([
			...['setListener legacy8 true', 'setListener legacy8 true', 'setListener legacy8 false'],
		])
	})
})
