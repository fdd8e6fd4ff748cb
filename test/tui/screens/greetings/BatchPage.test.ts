import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeyInfo } from '../../../../src/client/index.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
let directory: string
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'batch-page-'))
})
afterEach(async () => {
	await t.stop()
	rmSync(directory, { recursive: true, force: true })
})

const path = (): string => join(directory, 'greetings.txt')
const overlay = (): string => t.app.state.overlays.at(-1)?.name ?? ''
const told = (): string => `${t.app.state.toast?.kind}: ${t.app.state.toast?.text}`
const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))
const sent = (): readonly string[] =>
	t.chain.calls.filter((call) => call.startsWith('createGreeting')).map((call) => call.slice(15))
const texts = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `greeting ${index + 1}`)
/** The rows of the list: mark of the selection, sign, number, text and state. */
const rows = (): readonly string[] =>
	t
		.screen()
		.split('\n')
		.flatMap((line) => /│ ([▸ ] +[·◌✓✗] +\d+ .*?) *│?$/.exec(line)?.[1]?.replaceAll(/ +/g, ' ').trim() ?? [])
const selected = (): number => Number(/▸ +[·◌✓✗] +(\d+)/.exec(t.screen())?.[1])
/** Makes blocks until a toast or the page tells how many lines are in them. */
const inBlocks = (text: string): Promise<void> =>
	t.until(() => {
		t.chain.makeBlock()
		return t.screen().includes(`${text} in blocks`)
	})

/** Opens the page of a file with these lines. */
async function page(lines: readonly string[], options: { readonly columns?: number } = {}): Promise<void> {
	writeFileSync(path(), lines.join('\n'))
	t = await testApp({ keys: ['alice'], directory, columns: 100, rows: 24, ...options })
	t.press('2', 'B')
	t.type(`${path()} `)
	t.press('enter')
	await t.until(`0 of ${lines.length} in blocks`)
}

describe('the page of a batch of greetings', () => {
	it('the page of a batch of greetings sends nothing before Enter, tells each line’s state, and its form is gone', async () => {
		await page(['one', 'two'])
		expect(t.screen()).toContain('From alice')
		expect(rows()).toEqual(['▸ · 1 one waiting', '· 2 two waiting'])
		expect(t.screen()).toMatch(/⏎ send {2,}Esc close/)
		expect(t.screen()).toContain('send 2 lines')
		t.press('r')
		await said('there is nothing to retry now')
		expect(sent()).toEqual([])
		t.press('enter')
		await t.until(() => sent().length === 2)
		expect(rows()).toEqual(['▸ ◌ 1 one sending', '◌ 2 two sending'])
		expect(t.screen()).toMatch(/⏎ pause {2,}Esc close/)
		await inBlocks('2 of 2')
		await said('2 lines in blocks')
		expect(told()).toBe('good: 2 lines in blocks')
		expect(rows().map((row) => row.replace('▸ ', ''))).toEqual(['✓ 1 one committed', '✓ 2 two committed'])
		expect(t.screen()).not.toMatch(/⏎ (send|pause) {2}/)
		t.press('enter')
		await said('no line waits')
		t.press('esc')
		expect([overlay(), t.app.state.screen]).toEqual(['', 'greetings'])
	})

	it('the page of a batch of greetings counts the lines that failed with their reasons, and sends them again on request', async () => {
		await page(['one', 'two'])
		const failure = {
			state: 'failed',
			problem: 'no coins',
			next: '',
			codespace: '',
			code: 5,
			log: '',
			hash: '',
		} as const
		t.chain.failure = failure
		t.press('enter')
		await said('failed')
		expect(told()).toBe('bad: 0 lines in blocks, 2 lines failed')
		expect(t.screen()).toContain('0 of 2 in blocks · 2 failed')
		expect(rows().map((row) => row.replace('▸ ', ''))).toEqual(['✗ 1 one no coins', '✗ 2 two no coins'])
		t.chain.failure = undefined
		t.press('enter')
		await said('no line waits')
		t.press('r')
		await t.until(() => sent().length === 4)
		t.app.toast('info', 'before the next')
		t.press('r')
		await said('there is nothing to retry now')
		await inBlocks('2 of 2')
		expect(t.screen()).not.toContain('failed')
	})

	it('the page of a batch of greetings follows the first line that waits until one moves, and pauses', async () => {
		await page(texts(60))
		t.press('enter')
		await t.until(() => sent().length === 50)
		expect(selected()).toBe(1)
		t.press('p')
		expect(t.screen()).not.toMatch(/⏎ (send|pause) {2}/)
		t.press('p')
		await said('lines that were sent are waited for')
		t.press('r')
		await said('there is nothing to retry now')
		await inBlocks('50 of 60')
		await said('50 lines in blocks')
		expect(t.screen()).toContain('send 10 lines')
		expect(sent()).toEqual(texts(50).map((text) => `alice ${text}`))
		t.press('enter')
		await t.until(() => sent().length === 60)
		await t.until(() => selected() === 51)
		t.press('k', 'k')
		expect(selected()).toBe(49)
		t.press('pagedown')
		expect(selected()).toBeGreaterThan(51)
		t.press('pageup', 'j')
		const moved = selected()
		expect(moved).toBeLessThan(50)
		await inBlocks('60 of 60')
		expect(selected()).toBe(moved)
	})

	it('the page of a batch of greetings stops sending when it is closed, and the same file opens where it is', async () => {
		await page(texts(60))
		t.press('enter')
		await t.until(() => sent().length === 50)
		t.press('esc')
		await inBlocks('50 lines')
		expect(sent()).toHaveLength(50)
		t.press('B')
		t.type(path())
		t.press('enter')
		await t.until('50 of 60 in blocks')
		expect(selected()).toBe(1)
	})

	it('the page of a batch of greetings has room for a longer reason on a wide terminal', async () => {
		const reason = 'the account has fewer coins than its fee'
		await page(['one'], { columns: 110 })
		t.chain.failure = { state: 'failed', problem: reason, next: '', codespace: '', code: 5, log: '', hash: '' }
		t.press('enter')
		await said('failed')
		expect(rows()).toEqual(['▸ ✗ 1 one the account…'])
		t.app.set({ columns: 111 })
		expect(rows()).toEqual(['▸ ✗ 1 one the account has fewer coins than it…'])
	})
})

describe('the form of a batch of greetings', () => {
	it('the form of a batch of greetings asks for a path and for a key that signs alone', async () => {
		t = await testApp({ keys: ['alice', 'bob'], directory })
		const [alice] = t.app.state.keys
		const both: KeyInfo = {
			...{ name: 'both', address: alice!.address, kind: 'multi', threshold: 2 },
			members: [alice!.pubKey ?? '', 'pub of someone else'],
		}
		t.app.set({ keys: [...t.app.state.keys, both], current: 'both' })
		t.press('2', 'B', 'space', 'enter')
		await t.until('the path of a text file')
		writeFileSync(path(), 'one')
		t.type(path())
		t.press('enter')
		await t.until('others must sign for it too (pub of som…): choose another key')
		expect(overlay()).toBe('form')
		t.press('esc')
	})

	it('a batch of greetings whose form is open while the node is left asks nothing of it', async () => {
		t = await testApp({ keys: ['alice'], directory })
		t.press('2', 'B')
		t.type(path())
		t.app.client = undefined
		t.press('enter')
		await new Promise(setImmediate)
		expect([overlay(), told()]).toEqual(['form', 'undefined: undefined'])
	})
})
