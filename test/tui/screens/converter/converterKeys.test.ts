import { afterEach, describe, expect, it } from 'vitest'
import type { ConverterModel } from '../../../../src/tui/screens/converter/ConverterModel.ts'
import { recordedBody, recordedState } from '../../support/recordedTx.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const body = recordedBody('sync accepted')
const model = (): ConverterModel => t.app.screens.find(({ id }) => id === 'converter')!.model as ConverterModel
const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))

async function converter(text?: string): Promise<void> {
	t = await testApp({ columns: 120, rows: 60, keys: ['alice'] })
	t.chain.known = recordedState()
	t.press('7')
	// As a link of another screen leads here.
	t.app.open('converter', '')
	if (text === undefined) return
	t.event({ type: 'paste', text })
	await t.until(() => model().conversion !== undefined && !model().busy)
}

describe('the converter', () => {
	it('refuses a text longer than any transaction, and keeps the one before', async () => {
		await converter(body)
		const longest = 4_000_000
		t.event({ type: 'paste', text: 'x'.repeat(longest + 1) })
		await said('the text is longer than any transaction: at most 4,000,000 characters are read')
		expect(model().text).toBe(body)
		t.event({ type: 'paste', text: 'x'.repeat(longest) })
		expect(model().text).toHaveLength(longest)
	})

	it('goes back to the text at Esc, and from there to the screen before', async () => {
		await converter(body)
		t.press('tab', 'tab')
		expect(model().pane).toBe('checks')
		t.press('esc')
		expect([model().pane, t.app.state.screen]).toEqual(['source', 'converter'])
		t.press('esc')
		expect(t.app.state.screen).toBe('blocks')
	})

	it('remembers what it sent, the newest first, and each transaction once with what became of it', async () => {
		await converter(body)
		const send = async (state: string): Promise<void> => {
			t.press('b')
			await t.until('Send this transaction')
			t.press('enter')
			await t.until(() => model().sent?.state === state)
		}
		const remembered = (): readonly string[] => model().history.map(({ outcome, words }) => `${outcome} ${words}`)
		t.chain.failure = { state: 'failed', problem: 'It is refused.', log: 'code 5', next: 'Try again.' } as never
		await send('failed')
		const first = remembered()
		expect(first).toEqual([expect.stringMatching(/^✗ Writes the greeting “sync” of /)])
		t.chain.failure = undefined
		await send('in-mempool')
		expect(remembered()).toEqual([first[0]!.replace('✗', '…')])
		t.chain.makeBlock()
		await t.until(() => model().sent?.state === 'committed')
		expect(remembered()).toEqual([first[0]!.replace('✗', '✓')])
		t.event({ type: 'paste', text: Buffer.from(model().proto!.bytes).toString('base64') })
		await t.until(() => model().conversion?.direction === 'backward')
		const { converted } = await t.chain.analyzeLegacyTx(recordedBody('sync second of the same account in one block'))
		t.event({ type: 'paste', text: Buffer.from(converted!.bytes).toString('hex') })
		await t.until(() => model().proto?.hash === converted!.hash)
		await send('in-mempool')
		expect(remembered()).toEqual([expect.stringMatching(/^… /), first[0]!.replace('✗', '✓')])
	})

	it('tells the field under the cursor once where the screen is read out', async () => {
		await converter(body)
		const told = t.plainLines().filter((line) => line.includes('→') || line.includes('only on this side'))
		expect(told).toEqual([expect.stringContaining('● all of it → ◆ all of it')])
	})
})

describe('the mouse on the converter', () => {
	const at = (text: string): { readonly x: number; readonly y: number } => {
		const lines = t.screen().split('\n')
		const y = lines.findIndex((line) => line.includes(text))
		expect(y, text).toBeGreaterThan(-1)
		return { x: lines[y]!.indexOf(text) + 1, y }
	}

	it('takes a click on a field to what the field is on the other side', async () => {
		await converter(body)
		t.event({ type: 'mouse', mouse: { kind: 'press', ...at('"gas_limit"') } })
		expect(model().pane).toBe('result')
		expect(model().forms?.tree('source').selected?.path).toBe('.tx.fee.gas')
		t.event({ type: 'mouse', mouse: { kind: 'press', ...at('"signature":') } })
		expect([model().pane, model().forms?.tree('result').selected?.path]).toEqual(['source', '.signatures[0]'])
	})

	it('scrolls a part by three rows at each turn of the wheel, and shows another text from its first row', async () => {
		await converter('x'.repeat(30_000))
		t.lines()
		const place = at('xxxxx')
		const tops = ['wheel-down', 'wheel-down', 'wheel-up'].map((kind) => {
			t.event({ type: 'mouse', mouse: { kind: kind as 'wheel-up', ...place } })
			t.lines()
			return model().scrolls.source.top
		})
		expect(tops).toEqual([3, 6, 3])
		model().take('y'.repeat(30_000))
		expect(model().scrolls.source.top).toBe(0)
	})
})

describe('why a key of the converter does nothing', () => {
	it('says that the node has not reported its settings, or that a key cannot sign alone', async () => {
		await converter()
		const { status, keys } = t.app.state
		t.app.set({ status: undefined })
		t.press('S')
		await said('sample: the node has not reported its settings yet')
		t.app.set({ status, keys: [{ ...keys[0]!, kind: 'watch' }] })
		t.press('m')
		await said('from my key: alice cannot sign alone')
		t.app.set({ keys: [] })
		t.press('m')
		await said('from my key: you have no key yet')
	})
})
