import { describe, expect, it } from 'vitest'
import { KeyBox } from '../../../../src/tui/screens/endpoints/forms/KeyBox.tsx'
import { commandLines } from '../../support/commandLines.ts'
import { wordsOver } from '../../support/renderPart.tsx'
import { application } from './support/endpointsDouble.ts'
import { type OpenedPage, openPage } from './support/openPage.tsx'

let at: OpenedPage
const over = (width?: number, height?: number): readonly string[] => wordsOver(at.app, width, height)

describe('the box of a new key', () => {
	it('the box of a new key copies it and lines that call with it, and closes by Enter as soon as the copy is there', async () => {
		at = await openPage(() => undefined)
		const copies: { readonly text: string; readonly what: string; readonly then: (known: boolean) => void }[] = []
		const plain: string[] = []
		at.app.copySecret = (text, what, then = () => {}) => void copies.push({ text, what, then })
		at.app.copy = (text) => void plain.push(text)
		const box = new KeyBox(at.app, {
			application: application as never,
			key: { key: 'ck_secret' } as never,
			title: 'New key',
			note: 'The old one ends.',
		})
		at.app.show(box)
		const run = (id: string): void =>
			void box
				.commands()
				.find((command) => command.id === `key-box.${id}`)
				?.run()
		run('curl')
		expect([plain.length, plain[0]?.includes('$API_KEY'), plain[0]?.includes('ck_secret')]).toEqual([1, true, false])
		run('curl-key')
		expect([copies[0]?.what, copies[0]?.text.includes('ck_secret')]).toEqual(['curl line with the key', true])
		run('done')
		expect(at.app.topOverlay).toBe(box)
		copies[0]?.then(false)
		expect(at.app.topOverlay).toBe(box)
		expect(over().slice(-3)).toEqual([
			'sent to the terminal, which may have dropped it: paste it somewhere to see; it cannot',
			'be cleared from here',
			'⏎ I have the key  y copy again',
		])
		run('copy')
		expect(copies[1]).toMatchObject({ text: 'ck_secret', what: 'key' })
		run('stay')
		expect([at.app.topOverlay === box, at.app.state.toast?.text]).toEqual([
			true,
			'the key is shown only once: y copies it, X closes without',
		])
		copies[1]?.then(true)
		expect(over().slice(-1)).toEqual(['✓ copied  ⏎ done'])
		run('stay')
		expect(at.app.topOverlay).toBeUndefined()
	})

	it('the box of a new key stays when the key is copied, and tells at each step what closes it', async () => {
		at = await openPage(() => undefined)
		const ends: ((known: boolean) => void)[] = []
		at.app.copySecret = (_text, _what, then = () => {}) => void ends.push(then)
		const box = new KeyBox(at.app, {
			application: application as never,
			key: { key: 'ck_secret' } as never,
			title: 'New key',
		})
		at.app.show(box)
		expect(commandLines(box.commands())).toEqual([
			'y · copy key · 1',
			'c · copy curl line · 2',
			'C · with the key · 3',
			'enter · done · 4 · ✗ the key is shown only once: y copies it, X closes without',
			'X · close without copying · 5',
			'esc · close',
		])
		const closing = (): readonly string[] => commandLines(box.commands()).slice(3, 5)
		void box.commands()[0]?.run()
		expect(closing()).toEqual(['enter · done · 4', 'X · close without copying · 5'])
		ends[0]?.(true)
		expect(at.app.topOverlay).toBe(box)
		expect(closing()).toEqual([
			'enter · done · 4',
			'X · close without copying · 5 · ✗ the key has been copied: Enter closes',
		])
	})

	it('the box of a new key is closed by the copy that Enter waited for', async () => {
		at = await openPage(() => undefined)
		const ends: ((known: boolean) => void)[] = []
		at.app.copySecret = (_text, _what, then = () => {}) => void ends.push(then)
		const box = new KeyBox(at.app, {
			application: application as never,
			key: { key: 'ck_secret' } as never,
			title: 'New key',
		})
		at.app.show(box)
		const command = (id: string) => box.commands().find((one) => one.id === `key-box.${id}`)!
		expect(command('done').enabled?.()).toBe('the key is shown only once: y copies it, X closes without')
		command('copy').run()
		expect(command('done').enabled?.()).toBe(true)
		command('done').run()
		ends[0]?.(true)
		expect(at.app.topOverlay).toBeUndefined()
		at.app.show(box)
		command('done').run()
		expect(at.app.topOverlay).toBeUndefined()
		at.app.show(box)
		command('discard').run()
		expect(at.app.topOverlay).toBeUndefined()
	})
})
