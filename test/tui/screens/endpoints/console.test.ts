import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import type { Notice } from '../../../../src/tui/kit/overlays/Notice.tsx'
import type { TryModel } from '../../../../src/tui/screens/endpoints/pages/try/TryModel.ts'
import { askKey, editParameters, showValue } from '../../../../src/tui/screens/endpoints/pages/try/tryForms.ts'
import { wordsOver } from '../../support/renderPart.tsx'
import { application } from './support/endpointsDouble.ts'
import { type OpenedPage, openPage, typeInto } from './support/openPage.tsx'

const body = '{"result":"0x10","list":[1]}'

let at: OpenedPage
let model: TryModel
let answer: (call: object) => void
let asked: unknown[]
let copied: string[]

beforeEach(async () => {
	asked = []
	copied = []
	at = await openPage(({ routes }) => routes.tryIt(application as never), {
		tryCall: (call: unknown) => {
			asked.push(call)
			return new Promise((resolve) => {
				answer = resolve
			})
		},
	})
	at.app.copy = (text, what) => void copied.push(`${what}: ${text}`)
	model = at.model.page.model as TryModel
})

const run = (verb: 'open' | 'edit' | 'key' | 'earlier' | 'later' | 'curl' | 'copy'): unknown =>
	model.actions()[verb]?.run()
const submit = (): void => void (at.app.topOverlay as Form).commands()[0]?.run()
const closed = (): Promise<unknown> =>
	vi.waitUntil(() => at.app.topOverlay === undefined, { timeout: 10_000, interval: 2 })

async function called(status = 200): Promise<void> {
	const sending = model.send()
	answer({ status, ms: 1.25, body })
	await sending
}

/** The keys of the console alone, which has all keys of an account too. */
const keys = (): readonly string[] => at.keys().filter((line) => /^(enter|e|K|left|right|c|y) /.test(line))

describe('the console', () => {
	it('the keys of the console say what can be done before, during and after a call, and in its reply', async () => {
		expect(keys()).toEqual([
			'enter · call · 1',
			'y · copy reply · 4 · ✗ no call was made yet',
			'c · copy curl line · 3',
			'K · give a key · 0',
			'e · parameters · 2',
			'left · methods · ✗ these are the methods',
			'right · into the reply · ✗ no call was made yet',
		])
		const sending = model.send()
		expect(keys()[0]).toBe('enter · call · 1 · ✗ the last call is on its way')
		answer({ status: 200, ms: 1.25, body })
		await sending
		expect(keys()).toEqual([
			'enter · call · 1',
			'y · copy reply · 4',
			'c · copy curl line · 3',
			'K · give a key · 0',
			'e · parameters · 2',
			'left · methods · ✗ these are the methods',
			'right · into the reply · 2',
		])
		run('later')
		expect(keys()).toEqual([
			'enter · fold, or the whole value · 1',
			'y · copy reply · 4',
			'c · copy curl line · 3',
			'K · give a key · 0',
			'e · parameters · 2',
			'left · methods · 2',
			'right · into the reply',
		])
		at.model.freshKeys.set(application.id, 'ck_live_a')
		expect(keys()[3]).toBe('K · another key · 5')
	})

	it('the console calls once at a time, with the key that was given', async () => {
		const first = model.send()
		await model.send()
		expect([asked.length, model.isSending]).toEqual([1, true])
		answer({ status: 200, ms: 1, body })
		await first
		expect(model.isSending).toBe(false)
		at.model.freshKeys.set(application.id, 'ck_live_a')
		await called()
		const call = { url: application.url, method: 'eth_blockNumber', params: [] }
		expect(asked).toEqual([call, { ...call, key: 'ck_live_a' }])
		expect(model.reply).toMatchObject({ method: 'eth_blockNumber', body: { result: '0x10', list: [1] } })
	})

	it('the movement keys of the console move in the reply once it is gone into, and in the methods otherwise', async () => {
		model.enterReply()
		expect([model.inReply, model.movable, model.back()]).toEqual([false, model.list, false])
		model.openRow()
		expect(at.app.topOverlay).toBeUndefined()
		await called()
		expect(model.movable).toBe(model.list)
		model.enterReply()
		expect(model.movable).toBe(model.reply?.tree)
		expect([model.back(), model.back(), model.movable]).toEqual([true, false, model.list])
	})

	it('Enter in a reply of the console folds and unfolds what opens, and shows all of a value', async () => {
		await called()
		model.enterReply()
		const tree = model.reply!.tree
		const rows = (): readonly string[] => tree.rows.map(({ text }) => text)
		const whole = ['{', '"0x10"', '[', '1', ']', '}']
		for (const [place, folded] of [
			[2, ['{', '"0x10"', '[ 1 item ]', '}']],
			[4, ['{', '"0x10"', '[ 1 item ]', '}']],
			[5, ['{ 2 members }']],
		] as const) {
			tree.cursor.select(place)
			run('open')
			expect(rows()).toEqual(folded)
			run('open')
			expect(rows()).toEqual(whole)
		}
		tree.cursor.select(1)
		run('open')
		expect([(at.app.topOverlay as Notice).title, rows()]).toEqual(['.result', whole])
		expect(wordsOver(at.app)).toContain('0x10')
	})

	it('the console copies its call as a curl line and the reply as it came', async () => {
		run('curl')
		await called()
		run('copy')
		expect(copied).toEqual([expect.stringMatching(/^curl line: curl .*eth_blockNumber/s), `reply: ${body}`])
		expect(model.call.key).toBeUndefined()
		const open = await openPage(({ routes }) => routes.tryIt({ ...application, keyRequired: false } as never))
		expect((open.model.page.model as TryModel).call.key).toBe('none')
		expect((open.model.page.model as TryModel).needsKey).toBe(false)
	})

	it('the panel of the methods of the console has less than half of a narrow screen, 56 cells from 110 on and 64 from 150 on', async () => {
		for (const [width, cells] of [
			[90, 40],
			[93, 41],
			[95, 42],
			[109, 42],
			[110, 56],
			[149, 56],
			[150, 64],
		] as const) {
			expect([width, at.panels(width, 20)[0]]).toEqual([width, `Methods 0,0 ${cells}x20`])
		}
	})

	it('the panel of a reply of the console tells its status in the colour of a success below 400', async () => {
		const reply = (): readonly string[] =>
			at.draw(96, 20).map((row) =>
				row
					.slice(43)
					.replaceAll(/[│─╭╮╰╯]/g, '')
					.trim(),
			)
		for (const [status, told] of [
			[200, '✓ status 200 · 1.3 ms · eth_blockNumber'],
			[399, '✓ status 399 · 1.3 ms · eth_blockNumber'],
			[400, '✗ status 400 · 1.3 ms · eth_blockNumber'],
		] as const) {
			await called(status)
			expect(reply()).toContain(told)
		}
		const sending = model.send()
		expect(reply()).toContain('◌ calling')
		answer({ status: 200, ms: 1, body })
		await sending
	})
})

describe('the forms of the console', () => {
	it('a key of the console begins with ck_live_ and is kept without blanks around it', async () => {
		const given: string[] = []
		askKey(at.app, (key) => given.push(key))
		const form = at.app.topOverlay as Form
		const wrong = 'a key starts with ck_live_'
		expect(
			['', 'ck_live_', 'xck_live_a', 'ck_live_a b', ' ck_live_a '].flatMap((key) => typeInto(form, { key })),
		).toEqual([...[wrong, wrong, wrong, wrong, '']])
		expect(form.field('key')?.masked).toBe(true)
		submit()
		await closed()
		expect(given).toEqual(['ck_live_a'])
		run('key')
		typeInto(at.app.topOverlay as Form, { key: 'ck_live_b' })
		submit()
		await closed()
		expect(model.key).toBe('ck_live_b')
	})

	it('the parameters of a method of the console are a JSON array, kept until they are changed again', async () => {
		editParameters(at.app, model.parameters, model.method)
		const form = at.app.topOverlay as Form
		expect([form.title, form.field('params')?.options.rows]).toEqual(['Parameters of eth_blockNumber', 3])
		expect(['{}', '[', '["a"]'].flatMap((params) => typeInto(form, { params }))).toEqual([
			...['a JSON array such as ["latest", false]', 'a JSON array such as ["latest", false]', 'a JSON array'],
		])
		submit()
		await closed()
		expect(model.parameters.of(model.method)).toEqual(['a'])
	})

	it('the whole value at a path of a reply is copied as it is', () => {
		for (const [path, text, title, whole] of [
			['', '"a\\nb"', 'Reply', 'a\nb'],
			['.a', '12', '.a', '12'],
			[`.${'x'.repeat(59)}`, 'null', `.${'x'.repeat(59)}`, 'null'],
			[`.${'x'.repeat(60)}`, 'null', `.${'x'.repeat(59)}…`, 'null'],
		] as const) {
			copied.length = 0
			showValue(at.app, { path, text } as never)
			const notice = at.app.topOverlay as Notice
			expect(notice.title).toBe(title)
			notice
				.commands()
				.find(({ id }) => id.endsWith('copy'))
				?.run()
			expect(copied).toEqual([`value: ${whole}`])
		}
	})
})
