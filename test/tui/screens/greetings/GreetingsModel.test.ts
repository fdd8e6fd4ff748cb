import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Greeting } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { GreetingsModel } from '../../../../src/tui/screens/greetings/GreetingsModel.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const model = (): GreetingsModel => t.app.screens.find(({ id }) => id === 'greetings')!.model as GreetingsModel
const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))

async function greetings(texts: readonly string[], directory?: string): Promise<void> {
	t = await testApp({ keys: ['alice'], greetings: texts, ...(directory === undefined ? {} : { directory }) })
	t.press('2')
	await t.until(`Greetings ${texts.length}`)
}

/** A greeting of alice, on its way. */
async function write(text: string): Promise<void> {
	t.app.outbox.start({
		...{ kind: 'greeting', label: text, key: 'alice', options: {} },
		again: (options) => t.chain.createGreeting('alice', text, options),
	})
	await t.until(() => t.app.outbox.entries.find(({ label }) => label === text)?.progress.state === 'in-mempool')
}

describe('the selection in the list of greetings', () => {
	it('stays with a greeting that waits while another one waits before it, and when it is in a block', async () => {
		await greetings(['old'])
		await write('first')
		await write('second')
		expect(model().selectedEntry?.label).toBe('second')
		t.press('j')
		expect(model().selectedEntry?.label).toBe('first')
		await write('third')
		expect(model().selectedEntry?.label).toBe('third')
		t.press('j')
		t.app.outbox.remove(t.app.outbox.entries.find(({ label }) => label === 'third')!)
		expect(model().selectedEntry?.label).toBe('second')
		t.press('j')
		t.chain.makeBlock()
		await t.until(() => model().selected !== undefined)
		expect(model().selected?.message).toBe('first')
	})

	it('goes to a greeting of a number although the filter hides it, and to none that is not there', async () => {
		await greetings(['one', 'two', 'three'])
		t.press('/')
		t.type('two')
		t.press('enter')
		await t.until('1 of 3')
		model().select(2, false)
		expect([model().list.filter, model().list.cursor.selected]).toEqual(['', 0])
		await t.until(() => model().selected?.message === 'three')
		t.app.open('greetings', '3')
		await said('there is no greeting #3')
		expect(model().selected?.message).toBe('three')
		t.app.open('greetings', '0')
		await t.until('› Greetings › #0')
	})

	it('the list of greetings has no row before its first greeting, and none after its last', async () => {
		await greetings(['one', 'two'])
		for (const rows of [
			[undefined, { id: 1 }, { id: 0 }, undefined],
			[undefined, { id: 0 }, { id: 1 }, undefined],
		]) {
			expect([-1, 0, 1, 2].map((index) => model().list.at(index))).toEqual(rows)
			model().turn()
		}
	})

	it('follows no newest greeting while the oldest is first', async () => {
		await greetings(['one', 'two'])
		t.press('s')
		await said('oldest first')
		expect(model().list.cursor.following).toBe(false)
		t.press('f')
		await said('the oldest is first')
		await t.chain.greet('alice', 'three')
		t.chain.makeBlock()
		await t.until('Greetings 3')
		expect(model().list.cursor.selected).toBe(0)
		expect(model().selected?.message).toBe('one')
	})
})

describe('the number of greetings', () => {
	it('the number of greetings is asked for again at the next block when the node could not tell it', async () => {
		await greetings(['one', 'two'])
		const { greetingCount } = t.chain
		t.chain.greetingCount = async () => {
			throw new UserError('There is no state yet.')
		}
		t.app.reconnect()
		await t.until('There are no greetings yet.')
		t.chain.greetingCount = greetingCount
		t.chain.makeBlock()
		await t.until('Greetings 2')
		await t.until(/two/)
	})
})

describe('the export of greetings', () => {
	it('the export of greetings has all of them, those that were never on the screen as well', async () => {
		const texts = Array.from({ length: 1_201 }, (_, index) => `greeting ${index}`)
		const directory = mkdtempSync(join(tmpdir(), 'greetings-'))
		t = await testApp({ keys: ['alice'], greetings: texts, directory })
		t.press('2')
		await t.until('Greetings 1,201')
		t.press('E')
		await said('1,201 greetings saved')
		const saved = JSON.parse(readFileSync(join(directory, 'greetings.json'), 'utf8')) as readonly Greeting[]
		expect(saved.map(({ message }) => message)).toEqual(texts)
		expect(saved.map(({ id }) => id)).toEqual(texts.map((_, id) => String(id)))
	})

	it('the export of greetings is of those of the filter, as CSV without a formula, and there is none of nothing', async () => {
		const directory = mkdtempSync(join(tmpdir(), 'greetings-'))
		await greetings(['=1+1 hot', 'two', 'say "hot"'], directory)
		t.press('/')
		t.type('hot')
		t.press('enter')
		await t.until('2 of 3')
		t.press('C')
		await said('2 greetings saved')
		const owner = addressOf('alice')
		expect(readFileSync(join(directory, 'greetings.csv'), 'utf8').split(/\r?\n/)).toEqual([
			...['id,owner,message', `0,${owner},'=1+1 hot`, `2,${owner},"say ""hot"""`, ''],
		])
		t.press('/')
		t.type('zzz')
		t.press('enter')
		await t.until('No greeting matches.')
		for (const key of ['E', 'C']) {
			t.app.toast('info', 'before the next')
			t.press(key)
			await said('there is nothing to export')
		}
	})
})

describe('the form of a new greeting', () => {
	it('refuses what is no fee and no gas, and says that no other fee was asked for', async () => {
		await greetings(['one'])
		t.press('n')
		t.type('hello')
		t.press('ctrl+r')
		await said('the node has not asked for another fee')
		t.press('ctrl+o')
		await t.until(/gas/)
		t.press('tab')
		t.type('600')
		t.press('enter')
		await t.until('an amount with its unit, such as 600uchain')
		t.type('uchain')
		t.press('tab')
		t.type('12x')
		t.press('enter')
		await t.until('a whole number, such as 120000')
		t.press('ctrl+u')
		t.type('120,000')
		t.press('enter')
		await t.until(() => t.chain.calls.includes('createGreeting alice hello'))
		expect(t.chain.calls.filter((call) => call.startsWith('createGreeting'))).toEqual(['createGreeting alice hello'])
	})
})
