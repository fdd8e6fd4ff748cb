import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as allThatIsDue } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { analyzeStdTx } from '../../../../src/client/legacy/analyzeStdTx.ts'
import { dispatch, dispatchKey } from '../../../../src/tui/app/dispatch.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import type { ConverterModel } from '../../../../src/tui/screens/converter/ConverterModel.ts'
import { converterCommands } from '../../../../src/tui/screens/converter/converterCommands.ts'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'
import { commandOf } from '../../support/commandLines.ts'
import { placesApp } from '../../support/placesApp.ts'
import { recordedBody, recordedHash, recordedState } from '../../support/recordedTx.ts'
import { wordsOver } from '../../support/renderPart.tsx'

const body = recordedBody('sync accepted')
const analysis = analyzeStdTx(body, recordedState())

let app: TuiApp
let chain: ChainDouble
let model: ConverterModel

beforeEach(() => {
	app = placesApp({})
	chain = new ChainDouble({ keys: ['alice', 'bob'] })
	chain.known = recordedState()
	app.client = chain
	app.set({ phase: 'ready', screen: 'converter' })
	model = app.screens.find(({ id }) => id === 'converter')!.model as ConverterModel
})

const run = (verb: string): unknown => commandOf(converterCommands(model), verb).run()
const press = (id: string): void => dispatchKey(app, { id })
const paste = (text: string): void => dispatch(app, { type: 'paste', text })
const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
const checked = (): Promise<void> => until(() => !model.busy)

function show(): void {
	model.text = body
	model.conversion = { direction: 'forward', analysis, simulated: { gasUsed: 5n } }
}

describe('what the Converter asks for', () => {
	it('the text of the Converter is typed in a field as high as the terminal allows, which begins with the text before', async () => {
		model.text = 'before'
		for (const [rows, high] of [
			[10, 5],
			[17, 5],
			[18, 6],
			[40, 28],
		] as const) {
			app.set({ rows })
			run('edit')
			const field = (app.topOverlay as Form).fields[0]!
			expect([rows, field.options.rows, field.value]).toEqual([rows, high, 'before'])
			press('esc')
		}
		run('edit')
		const form = app.topOverlay as Form
		form.fields[0]!.buffer.set(' \n')
		press('enter')
		expect([form.fields[0]!.error, app.topOverlay]).toEqual(['paste or type a transaction', form])
		form.fields[0]!.buffer.set('{')
		press('enter')
		await until(() => app.topOverlay === undefined)
		expect(model.text).toBe('{')
		await checked()
	})

	it('a file of a transaction is opened by its path, and nothing by none', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-converter-'))
		try {
			writeFileSync(join(folder, 'tx.json'), body)
			run('open')
			paste('  ')
			press('enter')
			expect([app.topOverlay, app.log.entries]).toEqual([undefined, []])
			run('open')
			paste(` ${join(folder, 'tx.json')} `)
			press('enter')
			await until(() => model.text === body)
			await checked()
		} finally {
			rmSync(folder, { recursive: true })
		}
	})

	it('a transaction is sent from the Converter after a question that says what it does, and can be taken again', async () => {
		run('broadcast')
		expect(app.topOverlay).toBeUndefined()
		show()
		run('broadcast')
		expect(app.topOverlay?.title).toBe('Send this transaction')
		expect(wordsOver(app)).toContain(`Hash ${recordedHash}`)
		press('enter')
		await until(() => model.sent?.state === 'in-mempool')
		expect(model.history).toMatchObject([{ text: body, hash: recordedHash, outcome: '…' }])
		run('tx')
		expect(app.state.screen).toBe('converter')
		chain.makeBlock()
		await until(() => model.sent?.state === 'committed')
		run('tx')
		expect(app.state.screen).toBe('transactions')
		app.open('converter')
		model.clear()
		run('history')
		const words = wordsOver(app).join('\n')
		expect(words).toMatch(/Sent from here[\s\S]*✓ /)
		press('enter')
		await until(() => model.text === body)
		await checked()
	})
})

describe('a transaction of one’s own in the Converter', () => {
	it('a transaction of one’s own in the Converter is a greeting of the chosen key in its legacy form, over many rows', async () => {
		const asked: unknown[] = []
		const sign = chain.signAmino.bind(chain)
		chain.signAmino = async (...args: Parameters<typeof sign>) => {
			asked.push(...args)
			return sign(...args)
		}
		app.set({ keys: await chain.keys.list(), current: 'bob' })
		model.fromKey()
		await until(() => model.text !== '')
		expect(asked).toEqual([
			'bob',
			[
				{
					typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
					value: { owner: addressOf('bob'), message: 'hello from a legacy wallet' },
				},
			],
		])
		expect(model.text.split('\n').slice(0, 3)).toEqual(['{', expect.stringMatching(/^ {2}"\w/), expect.any(String)])
		expect(JSON.stringify(JSON.parse(model.text), null, 2)).toBe(model.text)
		await checked()
		expect(model.conversion?.direction).toBe('forward')
	})

	it('a transaction of one’s own in the Converter is none without a key, without a place, and without a legacy form', async () => {
		model.fromKey()
		app.set({ keys: await chain.keys.list(), current: 'bob' })
		app.client = undefined
		model.fromKey()
		await allThatIsDue()
		expect(app.log.entries).toEqual([])
		app.client = chain
		chain.signAmino = async () => Uint8Array.of(1, 2, 3)
		model.fromKey()
		await until(() => app.state.toast !== undefined)
		expect([app.state.toast?.text, model.text]).toEqual(['This transaction has no legacy form.', ''])
	})
})

describe('the parts of the Converter', () => {
	it('Esc in a part of the Converter goes to the text, and leaves the screen from there', () => {
		expect(['result', 'checks', 'source'].map((pane) => [Object.assign(model, { pane }).back(), model.pane])).toEqual([
			[true, 'source'],
			[true, 'source'],
			[false, 'source'],
		])
	})

	it('the movement keys of the Converter move in the part that has them, in its fields where there are any', () => {
		const moved = (): readonly unknown[] =>
			(['source', 'result', 'checks'] as const).map((pane) => {
				model.pane = pane
				return model.movable()
			})
		const { source, result, checks } = model.scrolls
		expect(moved()).toEqual([source, result, checks])
		show()
		const [first, second, third] = moved()
		expect(first).toBe(model.forms?.tree('source'))
		expect(second).toBe(model.forms?.tree('result'))
		expect(third).toBe(checks)
		model.view = 'bytes'
		expect(moved()[1]).toBe(result)
	})

	it('a text of more than 4,000,000 characters is not taken by the Converter', () => {
		model.text = 'before'
		expect(model.onPaste('x'.repeat(4_000_001))).toBe(true)
		expect([model.text, app.state.toast?.text]).toEqual([
			'before',
			'the text is longer than any transaction: at most 4,000,000 characters are read',
		])
	})
})
