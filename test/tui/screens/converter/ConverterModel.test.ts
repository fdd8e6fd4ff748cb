import { setImmediate as allThatIsDue } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { analyzeStdTx } from '../../../../src/client/legacy/analyzeStdTx.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { ConverterModel } from '../../../../src/tui/screens/converter/ConverterModel.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'
import { recordedBody, recordedHash, recordedState } from '../../support/recordedTx.ts'

const body = recordedBody('sync accepted')
const analysis = analyzeStdTx(body, recordedState())

let app: TuiApp
let chain: ChainDouble
let model: ConverterModel

beforeEach(() => {
	app = placesApp({})
	chain = new ChainDouble({ keys: ['alice'] })
	chain.known = recordedState()
	app.client = chain
	app.set({ phase: 'ready', screen: 'converter' })
	model = app.screens.find(({ id }) => id === 'converter')!.model as ConverterModel
})

const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
/** How often the chain was asked about a text. */
const looks = (): number => chain.calls.filter((call) => call === 'analyzeLegacyTx').length
const block = (...txs: readonly object[]) => ({ type: 'block', block: { height: 2 }, txs }) as never
const log = { type: 'log', entry: {} } as never

describe('a text in the Converter', () => {
	it('a text in the Converter is looked at again after a block with transactions, and once it is sent not any more', async () => {
		model.take(body)
		expect(model.busy).toBe(true)
		// What is being looked at is not looked at twice.
		model.events([block({})])
		await until(() => !model.busy)
		expect(looks()).toBe(1)
		model.events([log, block()])
		expect(model.busy).toBe(false)
		const before = model.conversion
		model.events([log, block({})])
		expect([model.busy, model.conversion]).toEqual([true, before])
		await until(() => !model.busy)
		expect([looks(), model.conversion === before, model.conversion?.direction]).toEqual([2, false, 'forward'])
		model.sent = { state: 'checking' } as never
		model.events([block({})])
		expect([model.busy, looks()]).toEqual([false, 2])
	})

	it('a text in the Converter is not looked at without a chain or where it is blank', async () => {
		model.text = ' \n'
		model.check()
		expect(model.busy).toBe(false)
		model.text = body
		app.client = undefined
		model.check()
		await allThatIsDue()
		expect([model.busy, looks(), app.log.entries]).toEqual([false, 0, []])
	})

	it('a text in the Converter takes the place of the one before from its first row on', async () => {
		model.conversion = { direction: 'forward', analysis, simulated: undefined }
		model.sent = { state: 'failed' } as never
		model.pane = 'checks'
		for (const scroll of Object.values(model.scrolls)) {
			scroll.window(['1', '2', '3'], 1)
			scroll.move(2)
		}
		const blank = ' '.repeat(4_000_000)
		model.take(blank)
		expect(model.text).toBe(blank)
		expect([model.conversion, model.sent, model.pane, model.busy]).toEqual([undefined, undefined, 'source', false])
		expect(Object.values(model.scrolls).map(({ top }) => top)).toEqual([0, 0, 0])
	})

	it('a text in the Converter that is cleared leaves nothing, and a late answer about it changes nothing', async () => {
		expect([model.busy, model.view, model.pane, model.history]).toEqual([false, 'json', 'source', []])
		let answer = (): void => {}
		const late = new Promise<void>((resolve) => {
			answer = resolve
		})
		const analyze = chain.analyzeLegacyTx.bind(chain)
		chain.analyzeLegacyTx = async (text) => {
			await late
			return analyze(text)
		}
		model.take(body)
		model.pane = 'result'
		model.sent = { state: 'failed' } as never
		await until(() => model.busy)
		model.clear()
		const left = () => [model.text, model.busy, model.conversion, model.sent, model.pane]
		expect(left()).toEqual(['', false, undefined, undefined, 'source'])
		answer()
		await until(() => looks() === 1)
		await allThatIsDue()
		expect(left()).toEqual(['', false, undefined, undefined, 'source'])
	})

	it('a text in the Converter whose look fails late says nothing once another one is there', async () => {
		let refuse = (): void => {}
		const late = new Promise<never>((_, reject) => {
			refuse = () => reject(new TypeError('too late'))
		})
		const analyze = chain.analyzeLegacyTx.bind(chain)
		chain.analyzeLegacyTx = () => late
		model.take(body)
		await allThatIsDue()
		chain.analyzeLegacyTx = analyze
		model.take(`${body} `)
		await until(() => !model.busy)
		refuse()
		await allThatIsDue()
		expect([model.busy, model.conversion?.direction]).toEqual([false, 'forward'])
		chain.analyzeLegacyTx = async () => {
			throw new TypeError('in time')
		}
		model.check()
		await until(() => model.conversion?.direction === 'none')
		expect(model.busy).toBe(false)
	})

	it('a text in the Converter has fields beside the text and the JSON of its result alone', () => {
		model.text = body
		model.conversion = { direction: 'forward', analysis, simulated: undefined }
		const has = () => (['source', 'result', 'checks'] as const).map((pane) => model.fieldsOf(pane) !== undefined)
		expect(has()).toEqual([true, true, false])
		model.view = 'bytes'
		expect(has()).toEqual([true, false, false])
	})
})

describe('what was sent from the Converter', () => {
	it('what was sent from the Converter is remembered, the newest first, each once and fifty at most', () => {
		const converted = analysis.converted!
		const send = (hash: string): void => {
			model.text = `text of ${hash}`
			const changed = { ...analysis, converted: { ...converted, hash } }
			model.conversion = { direction: 'forward', analysis: changed, simulated: undefined }
			model.broadcast()
		}
		expect(() => model.broadcast()).toThrow('There is no transaction to send.')
		send(recordedHash)
		for (let index = 1; index <= 50; index++) send(`${index}`)
		const hashes = (): readonly string[] => model.history.map(({ hash }) => hash)
		expect([hashes().length, hashes()[0], hashes().at(-1)]).toEqual([50, '50', '1'])
		send('7')
		expect([hashes().length, hashes()[0], hashes().filter((hash) => hash === '7').length]).toEqual([50, '7', 1])
		expect(model.history[0]).toMatchObject({ text: 'text of 7', outcome: '…' })
		app.client = undefined
		expect(() => model.broadcast()).toThrow('There is no transaction to send.')
	})
})
