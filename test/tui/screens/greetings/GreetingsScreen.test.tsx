import { afterEach, describe, expect, it } from 'vitest'
import { dispatchKey } from '../../../../src/tui/app/dispatch.ts'
import type { GreetingsModel } from '../../../../src/tui/screens/greetings/GreetingsModel.ts'
import { GreetingsScreen } from '../../../../src/tui/screens/greetings/GreetingsScreen.tsx'
import { renderPart } from '../../support/renderPart.tsx'
import { type TestApp, testApp } from '../../support/testApp.ts'

describe('GreetingsScreen', () => {
	let t: TestApp
	afterEach(() => t.stop())

	async function screen(
		greetings: readonly string[],
		options: { readonly width?: number; readonly colorLevel?: 3 } = {},
	) {
		const { width = 90, ...rest } = options
		t = await testApp({ keys: ['alice', 'bob'], greetings: [...greetings], ...rest })
		t.press('2')
		await t.until(`Greetings ${greetings.length}`)
		await t.until(greetings.at(-1)!)
		const model = t.app.screens.find(({ id }) => id === 'greetings')!.model as GreetingsModel
		return { model, ...renderPart(<GreetingsScreen model={model} />, { width, height: 14, app: t.app }) }
	}
	const selected = (text: string): string => /▸ +\S+ +\S+ +(\S.*?) {2,}/.exec(text)?.[1] ?? ''

	it('shows the list, and the opened greeting in its place', async () => {
		const { text } = await screen(['one', 'two', 'three'])
		expect(selected(text())).toBe('three')
		dispatchKey(t.app, { id: 'j', text: 'j' })
		expect(selected(text())).toBe('two')
		dispatchKey(t.app, { id: 'enter' })
		expect(text()).toContain('╭─ #1 ')
		expect(text()).toMatch(/│ two +│/)
		dispatchKey(t.app, { id: 'esc' })
		expect(selected(text())).toBe('two')
	})

	it('stays with the selected greeting while new ones come, and under a filter', async () => {
		const { text, model } = await screen(['one', 'io two', 'io three'])
		// No address has these letters: owners match a filter too.
		dispatchKey(t.app, { id: 'j', text: 'j' })
		await t.chain.greet('bob', 'from elsewhere')
		t.chain.makeBlock()
		await t.until('Greetings 4')
		expect(selected(text())).toBe('io two')
		model.setFilter('io')
		await t.until(() => !model.scanning)
		expect(selected(text())).toBe('io three')
		dispatchKey(t.app, { id: 'j', text: 'j' })
		expect(selected(text())).toBe('io two')
		await t.chain.greet('bob', 'another io')
		t.chain.makeBlock()
		await t.until('another io')
		expect(selected(text())).toBe('io two')
	})

	it('brings a greeting of one’s own into view, and stays with it when it is in a block', async () => {
		const { text, model } = await screen(Array.from({ length: 40 }, (_, index) => `greeting ${index}`))
		dispatchKey(t.app, { id: 'G', text: 'G' })
		await t.until(() => selected(text()) === 'greeting 0')
		dispatchKey(t.app, { id: 'n', text: 'n' })
		t.type('mine')
		t.press('enter')
		await t.until('mine')
		await t.until(() => text().includes('▸   ◌'))
		await t.chain.greet('bob', 'later')
		t.chain.makeBlock()
		await t.until('Greetings 42')
		await t.until(() => selected(text()) === 'mine')
		// Its proof is asked for without a key.
		await t.until(() => t.chain.calls.some((call) => call === 'verifyGreeting 40') || model.facts?.id === '40')
	})

	it('stays with one’s own greeting under a filter too, and says when the filter hides it', async () => {
		const { text, model } = await screen(['row one', 'other'])
		model.setFilter('row')
		await t.until(() => !model.scanning)
		expect(text()).not.toContain('following')
		for (const [said, stays] of [
			['row of mine', true],
			['something else', false],
		] as const) {
			dispatchKey(t.app, { id: 'n', text: 'n' })
			t.type(said)
			t.press('enter')
			await t.until(() => /▸ {3}◌.*in mempool/.test(text()))
			t.chain.makeBlock()
			if (stays) await t.until(() => !text().includes('◌') && selected(text()) === said)
			else await t.until(() => t.app.state.toast?.text === 'your greeting #3 is hidden by the filter: Esc clears it')
		}
	})

	it('marks what a filter found in text and owner alike', async () => {
		const { frame, model } = await screen(['hello', 'other'], { colorLevel: 3 })
		const marked = (text: string): string => t.app.theme.match(text)
		model.setFilter('HELL')
		await t.until(() => !model.scanning)
		expect(frame()).toContain(`${marked('hell')}o`)
		expect(frame()).not.toContain('other')
		model.setFilter('lic')
		await t.until(() => !model.scanning)
		expect(frame()).toContain(`a${marked('lic')}e`)
	})
})
