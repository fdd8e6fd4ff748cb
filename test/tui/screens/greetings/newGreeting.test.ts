import { afterEach, describe, expect, it } from 'vitest'
import type { FeeOptions } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { newGreeting } from '../../../../src/tui/screens/greetings/newGreeting.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { offeredKeys } from '../../support/keyWords.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const form = (): Form => t.app.state.overlays.at(-1) as Form
const hint = (id: string): string =>
	form()
		.field(id)
		?.options.hint?.(form().field(id)?.value ?? '') ?? ''
const sent: (readonly [from: string, text: string, options: FeeOptions | undefined])[] = []
const estimated: (readonly [from: string, message: unknown])[] = []

/** The form over a chain that remembers what it was asked. */
async function open(text?: string, options: Parameters<typeof testApp>[0] = {}): Promise<void> {
	t = await testApp({ keys: ['alice', 'bob'], ...options })
	sent.length = 0
	estimated.length = 0
	const create = t.chain.createGreeting.bind(t.chain)
	t.chain.createGreeting = (from, message, fee) => {
		sent.push([from, message, fee])
		return create(from, message, fee)
	}
	t.chain.estimate = async (from, messages) => {
		estimated.push([from, messages[0]?.value])
		return { gas: 61_234n, fee: '613uchain' }
	}
	newGreeting(t.app, text)
}

describe('the form of a new greeting', () => {
	it('the form of a new greeting tells the bytes of its text, and gas and fee once the typing rests', async () => {
		await open('')
		expect(hint('text')).toBe('Enter sends, Ctrl-J starts a new line')
		t.type('  ')
		expect(hint('text')).toBe('2 bytes')
		t.press('enter')
		await t.until('must provide a greeting message')
		t.type('grüße')
		expect(hint('text')).toBe('9 bytes')
		await t.until(() => hint('text') === '9 bytes · gas about 61,234 · fee 0.000613 CHAIN')
		expect(estimated).toEqual([['alice', { message: '  grüße', owner: addressOf('alice') }]])
		t.chain.estimate = async () => {
			throw new UserError('No answer.')
		}
		t.type('!')
		await t.until(() => hint('text') === '10 bytes · gas not known yet')
		expect(t.app.log.entries.some(({ message }) => message.includes('No answer.'))).toBe(true)
		t.press('ctrl+u')
		t.type(' ')
		expect(hint('text')).toBe('1 byte')
		expect([sent, form().field('as')?.visible]).toEqual([[], false])
	})

	it('the form of a new greeting estimates the longest of several lines, each for itself or as one', async () => {
		await open('a\n\nlonger one\nbb')
		await t.until(() => hint('text').endsWith('16 bytes · gas about 61,234 · fee 0.000613 CHAIN'))
		expect([form().field('as')?.visible, hint('as')]).toEqual([true, ''])
		form().field('as')?.choose('lines')
		t.type('c')
		expect(hint('as')).toBe('3 transactions in one stream')
		await t.until(() => hint('text').endsWith('17 bytes · each: gas up to 61,234 · fee up to 0.000613 CHAIN'))
		const messages = () => estimated.map(([, value]) => (value as { message: string }).message)
		expect(messages()).toEqual(['a\n\nlonger one\nbb', 'longer one'])
		t.press('ctrl+j')
		t.type('a longer line yet')
		await t.until(() => messages().at(-1) === 'a longer line yet')
	})

	it('the form of a new greeting sends fee, gas and memo as they were given, and forgets its draft', async () => {
		await open('hello', { preferences: { draft: 'an old one' } })
		expect(offeredKeys(t)).toContain('options')
		t.press('ctrl+o')
		expect(offeredKeys(t)).toContain('fewer options')
		const fields = (): readonly boolean[] => ['fee', 'gas', 'memo'].map((id) => form().field(id)?.visible === true)
		expect(fields()).toEqual([true, true, true])
		form().field('fee')?.buffer.set(' 700uchain ')
		form().field('gas')?.buffer.set(' 120,000 ')
		form().field('memo')?.buffer.set('for you')
		t.press('enter')
		await t.until(() => sent.length === 1)
		expect(sent).toEqual([['alice', 'hello', { fee: '700uchain', gas: 120_000n, memo: 'for you' }]])
		await t.until(() => t.app.state.overlays.length === 0)
		expect([t.app.preferences.get('draft'), t.app.preferences.get('key')]).toEqual(['', 'alice'])
	})

	it('the form of a new greeting keeps its text as a draft, begins with it, and sends nothing that was not asked', async () => {
		await open(undefined, { preferences: { draft: 'kept words' } })
		expect([form().field('text')?.value, form().field('fee')?.visible]).toEqual(['kept words', false])
		t.type(' and more')
		t.press('esc')
		expect([t.app.preferences.get('draft'), t.app.state.overlays]).toEqual(['kept words and more', []])
		newGreeting(t.app)
		t.press('enter')
		await t.until(() => sent.length === 1)
		expect(sent).toEqual([['alice', 'kept words and more', {}]])
	})

	it.each([
		['fee', ['600uchain', ' 1ibc/AB12 ', ''], ['600', 'uchain', '1.5uchain', '600 uchain', '600uchain,1a']],
		['gas', ['120000', '1_000', '120,000', ' 5 ', ''], ['-1', 'x', '1.5', ',5', '5 0']],
	])('the form of a new greeting takes a %s that is one, or none', async (id, good, bad) => {
		await open('hello')
		const { validate } = form().field(id)!.options
		const fault = id === 'fee' ? 'an amount with its unit, such as 600uchain' : 'a whole number, such as 120000'
		expect(good.map((text) => validate?.(text))).toEqual(good.map(() => undefined))
		expect(bad.map((text) => validate?.(text))).toEqual(bad.map(() => fault))
	})

	it('the form of a new greeting sends again with the fee the node asks for, until the text changes', async () => {
		await open('hello')
		t.chain.failure = {
			...{ state: 'failed', problem: 'The fee is too low.', next: 'Pay more.', requiredFee: '900uchain' },
			...{ codespace: 'sdk', code: 13, log: '', hash: '' },
		}
		t.press('enter')
		await t.until('Ctrl-R retries with 900uchain')
		expect(offeredKeys(t)).toMatch(/retry with 900uchain/)
		t.type('!')
		expect(offeredKeys(t)).not.toMatch(/retry/)
		t.press('enter')
		await t.until(() => offeredKeys(t).includes('retry with 900uchain'))
		t.press('ctrl+r')
		await t.until(() => sent.length === 3)
		expect(sent.map(([, text, options]) => [text, options])).toEqual([
			['hello', {}],
			['hello!', {}],
			['hello!', { fee: '900uchain' }],
		])
		await t.until(() => t.app.state.overlays.length === 0)
		expect(t.app.preferences.get('draft')).toBe('')
	})

	it('the form of a new greeting takes lines that are pasted at once as greetings, but not into a text', async () => {
		await open('')
		t.event({ type: 'paste', text: 'one\ntwo' })
		expect([form().field('text')?.value, form().field('as')?.value]).toEqual(['one\ntwo', 'lines'])
		form().field('as')?.choose('one')
		t.event({ type: 'paste', text: '\nthree' })
		expect(form().field('as')?.value).toBe('one')
		t.press('ctrl+u')
		form().field('text')?.buffer.set('')
		form().field('as')?.choose('lines')
		t.event({ type: 'paste', text: 'only\n' })
		expect(form().field('as')?.value).toBe('one')
		// Lines pasted into another field are no greetings.
		t.press('ctrl+o', 'tab')
		t.event({ type: 'paste', text: '1\n2' })
		expect([form().field('as')?.value, form().field('text')?.value]).toEqual(['one', 'only\n'])
		expect(form().field('fee')?.value).not.toBe('')
	})
})
