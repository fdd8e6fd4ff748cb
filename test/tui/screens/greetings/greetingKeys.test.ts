import { afterEach, describe, expect, it } from 'vitest'
import type { GreetingsModel } from '../../../../src/tui/screens/greetings/GreetingsModel.ts'
import { offeredKeys, refusedKeys } from '../../support/keyWords.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const model = (): GreetingsModel => t.app.screens.find(({ id }) => id === 'greetings')!.model as GreetingsModel
const refused = (): readonly string[] => refusedKeys(t, 'greetings')

const keys = 'n new greeting, Enter open, / filter, y copy text, o owner'
const notFailed = ['r', 'e', 'x'].map((key) => `${key}: the selected row is not a failed greeting`)
const noGreeting = ['enter', 'y', 'U', 'o', 't', 'v'].map((key) => {
	if (key === 'U') return 'U: no greeting is selected, or the node has no REST listener'
	return key === 't' ? 't: its transaction is not known' : `${key}: no greeting is selected`
})

/** A greeting of alice that the node takes, or refuses. */
async function write(text: string): Promise<void> {
	t.app.outbox.start({
		...{ kind: 'greeting', label: text, key: 'alice', options: {} },
		again: () => t.chain.createGreeting('alice', text),
	})
	await t.until(() => /in-mempool|failed/.test(t.app.outbox.entries.at(-1)?.progress.state ?? ''))
}

describe('the keys of the greetings', () => {
	it('the keys of the greetings say what is missing without a greeting and without a key', async () => {
		t = await testApp({})
		t.press('2')
		await t.until('no greetings yet')
		const nothing = ['E', 'C'].map((key) => `${key}: there is nothing to export`)
		expect(offeredKeys(t)).toBe('n new greeting, / filter')
		expect(refused()).toEqual([...noGreeting, ...notFailed, ...nothing, 'B: make a key first: it signs what you write'])
	})

	it('the keys of the greetings open a selected one once, and follow the newest unless the oldest is first', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['one', 'two'] })
		t.press('2')
		await t.until(() => model().selected !== undefined)
		const unknown = 't: its transaction is not known'
		expect([offeredKeys(t), refused()]).toEqual([keys, [unknown, ...notFailed]])
		t.press('s')
		await t.until(() => model().selected?.message === 'one')
		expect(t.app.state.toast?.text).toBe('oldest first')
		expect([offeredKeys(t), refused()]).toEqual([keys, ['f: the oldest is first', unknown, ...notFailed]])
		t.press('s')
		expect(t.app.state.toast?.text).toBe('newest first')
		t.press('enter')
		await t.until('› Greetings › #1')
		expect(offeredKeys(t)).toBe(keys.replace('Enter open, ', ''))
		expect(refused()).toEqual(['enter: it is already open', unknown, ...notFailed])
		t.app.set({ status: { ...t.app.state.status!, listeners: {} } })
		expect(refused()).toContain('U: no greeting is selected, or the node has no REST listener')
	})

	it('a click on the selected greeting opens it, as Enter does', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['one', 'two'] })
		t.press('2', 'j')
		await t.until(() => model().selected?.message === 'one')
		const row = t.lines().findIndex((line) => line.includes('▸'))
		t.app.hits.click(t.lines()[row]!.indexOf('▸'), row)
		expect([model().detailOpen, model().selected?.message]).toEqual([true, 'one'])
	})

	it('the keys of the greetings are for one that failed to send it again, to change it and to take it out', async () => {
		t = await testApp({ keys: ['alice'] })
		t.press('2')
		await write('on its way')
		expect(offeredKeys(t)).toBe('n new greeting, / filter')
		// A greeting that is not in a block is not exported.
		expect(refused()).toEqual([
			...[...noGreeting, ...notFailed],
			...['E', 'C'].map((key) => `${key}: there is nothing to export`),
		])
		t.chain.failure = {
			...{ state: 'failed', problem: 'The fee is too low.', next: 'Pay more.', requiredFee: '9uchain' },
			...{ codespace: 'sdk', code: 13, log: '', hash: '' },
		}
		await write('refused')
		expect(offeredKeys(t)).toBe('r retry with 9uchain, e edit, x discard, n new greeting, / filter')
		expect(refused().slice(0, noGreeting.length)).toEqual(noGreeting)
		t.press('r')
		await t.until(() => t.chain.calls.filter((call) => call === 'createGreeting alice refused').length === 2)
		await t.until(() => model().selectedEntry?.progress.state === 'failed')
		t.press('e')
		await t.until('New greeting')
		expect(t.screen()).toContain('refused')
		expect(t.app.outbox.entries.map(({ label }) => label)).toEqual(['on its way'])
		t.press('esc')
		const { requiredFee: _fee, ...failure } = t.chain.failure
		t.chain.failure = failure
		await write('refused without a fee')
		expect(offeredKeys(t)).toBe('r retry, e edit, x discard, n new greeting, / filter')
		t.press('x')
		expect(t.app.outbox.entries.map(({ label }) => label)).toEqual(['on its way'])
	})

	it('the keys of the greetings copy the text of the selected one and open its owner and transaction', async () => {
		t = await testApp({ keys: ['alice', 'bob'], greetings: ['one'] })
		t.press('2')
		await t.chain.greet('bob', 'from bob')
		t.chain.makeBlock()
		await t.until(() => model().selected?.message === 'from bob')
		t.press('y')
		await t.until(() => t.app.state.toast?.text.startsWith('greeting #1 ') === true)
		expect(t.asked).toEqual(['copy from bob'])
		await t.until(() => typeof model().facts?.tx === 'object')
		await t.until(() => typeof model().facts?.proof === 'object')
		const asked: string[] = []
		t.chain.verifyGreeting = async (...[id]: readonly string[]) => {
			asked.push(String(id))
			return { ok: false, height: 0, reason: 'not proved' }
		}
		t.press('v')
		await t.until(() => asked.length > 0 && typeof model().facts?.tx === 'object')
		expect(asked).toEqual(['1'])
		t.press('t')
		await t.until('› Transactions › tx')
		t.press('2', 'o')
		await t.until('› Accounts › bob')
	})
})
