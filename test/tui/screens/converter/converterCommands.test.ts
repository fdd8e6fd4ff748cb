import { setImmediate as allThatIsDue } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { analyzeStdTx } from '../../../../src/client/legacy/analyzeStdTx.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { ConverterModel } from '../../../../src/tui/screens/converter/ConverterModel.ts'
import type { Conversion } from '../../../../src/tui/screens/converter/conversion.ts'
import { converterCommands } from '../../../../src/tui/screens/converter/converterCommands.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { commandLines, commandOf } from '../../support/commandLines.ts'
import { placesApp } from '../../support/placesApp.ts'
import { recordedBody, recordedHash, recordedState } from '../../support/recordedTx.ts'

const body = recordedBody('sync accepted')
const analysis = analyzeStdTx(body, recordedState())
const forward: Conversion = { direction: 'forward', analysis, simulated: { gasUsed: 5n } }

let app: TuiApp
let chain: ChainDouble
let model: ConverterModel
let copied: string[]

beforeEach(() => {
	app = placesApp({})
	chain = new ChainDouble({ keys: ['alice'] })
	chain.known = recordedState()
	app.client = chain
	model = app.screens.find(({ id }) => id === 'converter')!.model as ConverterModel
	copied = []
	app.copy = (text, what) => void copied.push(`${what}: ${text}`)
})

const lines = (): readonly string[] => commandLines(converterCommands(model))
const run = (verb: string): unknown => commandOf(converterCommands(model), verb).run()
const enabled = (verb: string): true | string | undefined => commandOf(converterCommands(model), verb).enabled?.()
const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
const show = (text: string, conversion?: Conversion): void => {
	model.text = text
	model.conversion = conversion
}

describe('the keys of the Converter', () => {
	it('the keys of the Converter say without a text how to begin', () => {
		expect(lines()).toEqual([
			'enter · type · 1',
			'o · open file · 2',
			'S · sample · 3 · ✗ the node has not reported its settings yet',
			'm · from my key · 4 · ✗ you have no key yet',
			'L · sent before · ✗ nothing was sent from here yet',
			'b · broadcast · 1 · ✗ there is no protobuf transaction yet',
			'tab · to result · 3 · ✗ paste a transaction first',
			'v · bytes · 4 · ✗ paste a transaction first',
			'z · fold · ✗ there are no fields',
			'r · check again · ✗ paste a transaction first',
			'y · copy result · 5 · ✗ there is no result to copy',
			'Y · copy hex · ✗ there is no protobuf transaction yet',
			'H · copy hash · ✗ there is no protobuf transaction yet',
			't · open transaction · ✗ it is in no block yet',
			'x · clear · ✗ paste a transaction first',
		])
	})

	it('the keys of the Converter act on a converted text', () => {
		show(body, forward)
		expect(lines()).toEqual([
			'enter · edit · 6',
			'o · open file · 2',
			'S · sample · ✗ the node has not reported its settings yet',
			'm · from my key · ✗ you have no key yet',
			'L · sent before · ✗ nothing was sent from here yet',
			'b · broadcast · 1',
			'tab · to result · 3',
			'v · bytes · 4',
			'z · fold',
			'r · check again',
			'y · copy result · 5',
			'Y · copy hex',
			'H · copy hash',
			't · open transaction · ✗ it is in no block yet',
			'x · clear',
		])
		model.pane = 'checks'
		expect([lines()[6], enabled('fold')]).toEqual(['tab · to source · 3', 'there are no fields'])
	})

	it('the keys of the Converter say of a text that is no transaction why they are off', () => {
		show('{', { direction: 'none', error: new UserError('No transaction.') })
		expect(lines().filter((line) => line.includes('✗'))).toEqual([
			'S · sample · ✗ the node has not reported its settings yet',
			'm · from my key · ✗ you have no key yet',
			'L · sent before · ✗ nothing was sent from here yet',
			'b · broadcast · 1 · ✗ it would be refused at “decodes”',
			'z · fold · ✗ there are no fields',
			'y · copy result · 5 · ✗ there is no result to copy',
			'Y · copy hex · ✗ there is no protobuf transaction yet',
			'H · copy hash · ✗ there is no protobuf transaction yet',
			't · open transaction · ✗ it is in no block yet',
		])
		show('x'.repeat(100_000))
		expect(enabled('edit')).toBe(true)
		show('x'.repeat(100_001))
		expect(enabled('edit')).toBe('the text is too long to edit: change its file and open it again')
	})

	it('the Converter takes a sample once the node has told its settings, and a transaction of a key that signs alone', async () => {
		app.set({ status: await chain.status(), keys: await chain.keys.list(), current: 'alice' })
		expect([enabled('sample'), enabled('mine')]).toEqual([true, true])
		await run('sample')
		expect(model.text).toContain('a sample <with> what Go escapes')
		const [alice] = app.state.keys
		app.set({ keys: [{ ...alice!, kind: 'watch' }] })
		expect(enabled('mine')).toBe('alice cannot sign alone')
		model.history = [{ at: 0, text: '', words: '', hash: '', outcome: '✓' }]
		expect(enabled('history')).toBe(true)
	})

	it('a transaction is sent from the Converter once, and again where that failed', () => {
		show(body, forward)
		const states = ['signing', 'in-mempool', 'committed', 'failed'].map((state) => {
			model.sent = { state, problem: '', log: '', next: '' } as never
			return [state, enabled('broadcast'), enabled('tx'), commandOf(converterCommands(model), 'tx').footer]
		})
		expect(states).toEqual([
			['signing', 'it was sent already', 'it is in no block yet', undefined],
			['in-mempool', 'it was sent already', 'it is in no block yet', undefined],
			['committed', 'it was sent already', true, 1],
			['failed', true, 'it is in no block yet', undefined],
		])
	})

	it('the views and parts of the Converter follow each other, and what is shown is copied', () => {
		show(body, forward)
		const titles: unknown[] = []
		for (const _ of ['bytes', 'sign', 'json']) {
			titles.push([
				commandOf(converterCommands(model), 'view').title,
				commandOf(converterCommands(model), 'pane').title,
			])
			model.pane = 'source'
			run('view')
			titles.push([model.view, model.pane])
			run('copy')
		}
		expect(titles).toEqual([
			['bytes', 'to result'],
			['bytes', 'result'],
			['sign document', 'to checks'],
			['sign', 'result'],
			['JSON', 'to checks'],
			['json', 'result'],
		])
		run('hex')
		run('hash')
		expect(copied.map((text) => text.slice(0, 40))).toEqual([
			'bytes in base64: Cl0KWwojL2NoYWluLmdyZWV',
			'sign document: {"account_number":"11","c',
			'transaction JSON: {"body":{"messages":[{',
			'bytes in hex: 0a5d0a5b0a232f636861696e2e',
			'hash: 09EA94696E948DB8A0E00348ED67685F14',
		])
		expect(copied.at(-1)).toBe(`hash: ${recordedHash}`)
		model.pane = 'source'
		const panes = [1, 2, 3].map(() => {
			run('pane')
			return model.pane
		})
		expect(panes).toEqual(['result', 'checks', 'source'])
		const rows = model.forms?.tree('source').rows.length
		run('fold')
		expect(model.forms?.tree('source').rows.length).not.toBe(rows)
		run('clear')
		expect([model.text, model.conversion, model.pane, model.busy]).toEqual(['', undefined, 'source', false])
	})
})

describe('a text of the Converter', () => {
	it('a text of the Converter is checked once it is taken, and one that is taken meanwhile counts', async () => {
		const wanted: (() => void)[] = []
		chain.analyzeLegacyTx = async (text) => {
			await new Promise<void>((resolve) => wanted.push(resolve))
			return analyzeStdTx(text, recordedState())
		}
		model.take(body)
		expect([model.busy, model.conversion, model.pane]).toEqual([true, undefined, 'source'])
		await until(() => wanted.length === 1)
		model.take('{')
		await until(() => wanted.length === 2)
		wanted[0]!()
		await allThatIsDue()
		expect([model.busy, model.conversion]).toEqual([true, undefined])
		wanted[1]!()
		await until(() => !model.busy)
		expect(model.conversion?.direction).toBe('none')
	})

	it('a text of the Converter is run by the chain where it becomes a transaction, and only there', async () => {
		let runs = 0
		chain.simulateTx = async () => {
			runs++
			return { gasUsed: 5n }
		}
		model.take(body)
		await until(() => !model.busy)
		expect([runs, model.conversion]).toMatchObject([1, { direction: 'forward', simulated: { gasUsed: 5n } }])
		chain.analyzeLegacyTx = async () => ({ ...analysis, converted: undefined })
		model.take(body)
		await until(() => !model.busy)
		expect([runs, model.conversion]).toMatchObject([1, { direction: 'forward', simulated: undefined }])
	})

	it('a text of the Converter is not checked without a place, and the checklist has no fields', () => {
		show(body, forward)
		app.client = undefined
		model.check()
		expect(model.busy).toBe(false)
		expect([model.fieldsOf('source'), model.fieldsOf('result')]).toEqual([model.forms, model.forms])
		expect([model.forms === undefined, model.fieldsOf('checks')]).toEqual([false, undefined])
	})

	it('another view of the result is shown from its first row', () => {
		show(body, forward)
		const { result } = model.scrolls
		result.window(Array.from({ length: 9 }, String), 3)
		result.edge('last')
		result.window(Array.from({ length: 9 }, String), 3)
		expect(result.top).toBe(6)
		run('view')
		expect(result.top).toBe(0)
	})

	it('a text of blanks is no question to the chain', () => {
		model.take(' \n')
		expect([model.busy, model.conversion]).toEqual([false, undefined])
	})

	it('an error that is none of the text is told in the checklist', async () => {
		chain.analyzeLegacyTx = async () => {
			throw new TypeError('broken')
		}
		model.take(body)
		await until(() => !model.busy)
		expect(model.steps[0]).toMatchObject({ state: 'bad', text: 'That failed: broken' })
	})

	it('a text is checked again after a block with transactions, unless it was sent or is checked already', async () => {
		let asked = 0
		chain.analyzeLegacyTx = async (text) => {
			asked++
			return analyzeStdTx(text, recordedState())
		}
		const block = (txs: number): void =>
			model.events([{ type: 'block', txs: Array.from({ length: txs }) } as never, { type: 'status' } as never])
		block(1)
		expect(model.busy).toBe(false)
		model.take(body)
		block(1)
		await until(() => !model.busy)
		expect(asked).toBe(1)
		block(0)
		expect(model.busy).toBe(false)
		block(1)
		expect(model.busy).toBe(true)
		await until(() => !model.busy)
		expect(asked).toBe(2)
		model.sent = { state: 'signing' } as never
		block(1)
		expect(model.busy).toBe(false)
		run('check')
		expect([model.sent, model.busy]).toEqual([undefined, true])
		await until(() => !model.busy)
	})

	it('nothing is sent without a transaction', () => {
		expect(() => model.broadcast()).toThrow('There is no transaction to send.')
		show(body, forward)
		app.client = undefined
		expect(() => model.broadcast()).toThrow('There is no transaction to send.')
	})

	it('the Converter remembers the 50 newest transactions that were sent from it', () => {
		const { converted } = analysis
		for (let number = 1; number <= 51; number++) {
			const proto = { ...converted!, hash: String(number) }
			show(body, { ...forward, analysis: { ...analysis, converted: proto } })
			model.broadcast()
		}
		expect([model.history.length, model.history[0]?.hash, model.history.at(-1)?.hash]).toEqual([50, '51', '2'])
	})
})
