import { afterEach, describe, expect, it, test } from 'vitest'
import { analyzeStdTx } from '../../../../src/client/legacy/analyzeStdTx.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { ConverterModel, type Pane } from '../../../../src/tui/screens/converter/ConverterModel.ts'
import { ConverterScreen } from '../../../../src/tui/screens/converter/ConverterScreen.tsx'
import type { Conversion } from '../../../../src/tui/screens/converter/conversion.ts'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { recordedBody, recordedState } from '../../support/recordedTx.ts'
import { type RenderedPart, renderPart } from '../../support/renderPart.tsx'

const body = recordedBody('sync accepted')
const runs = { gasUsed: 5n }
const none: Conversion = { direction: 'none', error: new UserError('No transaction.', { next: 'Paste another.' }) }
const forward = (text = body): Conversion => ({
	direction: 'forward',
	analysis: analyzeStdTx(text, recordedState()),
	simulated: runs,
})

let part: RenderedPart | undefined
afterEach(() => part?.unmount())

/** A model with a text and a conversion, which no chain was asked for. */
function modelOf(text: string, conversion?: Conversion, pane: Pane = 'source'): ConverterModel {
	const model = new ConverterModel({ ...kitApp({ theme: namedTheme }), keyFor: (id: string) => `<${id}>` } as never)
	model.text = text
	model.conversion = conversion
	model.pane = pane
	return model
}

function draw(model: ConverterModel, width: number, height: number): RenderedPart {
	part?.unmount()
	part = renderPart(<ConverterScreen model={model} />, { app: model.app, width, height })
	return part
}

/** Panels of the screen by their titles and remarks: left edge, top, width and height; the active one with a star. */
function panels(model: ConverterModel, width: number, height: number): readonly string[] {
	const drawn = draw(model, width, height)
	const active = /‹borderActive:╭─ ›‹accent:([^›]*)›/.exec(named(drawn.frame()))?.[1]
	const lines = drawn.text().split('\n')
	return lines.flatMap((line, top) =>
		[...line.matchAll(/╭─ (.*?) ─([^╭╮]*)╮/g)].map(({ 0: whole, 1: title = '', 2: rest = '', index }) => {
			const bottom = lines.findIndex((other, y) => y > top && other[index] === '╰')
			const remark = rest.replaceAll('─', '').trim()
			return `${title}${title === active ? '*' : ''} ${index},${top} ${whole.length}x${bottom - top + 1} ${remark}`.trimEnd()
		}),
	)
}

describe('the parts of the Converter', () => {
	test.each<readonly [number, number, readonly string[]]>([
		// Three beside each other, three or four rows below them; the checklist has at most 58 cells.
		[
			150,
			39,
			[
				'Legacy transaction* 0,0 51x36 1 of 34',
				'Protobuf transaction 52,0 52x36 [json] bytes sign',
				'Checklist 105,0 45x36',
			],
		],
		[
			150,
			40,
			[
				'Legacy transaction* 0,0 51x36 1 of 34',
				'Protobuf transaction 52,0 52x36 [json] bytes sign',
				'Checklist 105,0 45x36',
			],
		],
		[
			193,
			20,
			[
				'Legacy transaction* 0,0 67x17 1 of 34',
				'Protobuf transaction 68,0 67x17 [json] bytes sign',
				'Checklist 136,0 57x17 1-15 of 19',
			],
		],
		[
			194,
			20,
			[
				'Legacy transaction* 0,0 67x17 1 of 34',
				'Protobuf transaction 68,0 67x17 [json] bytes sign',
				'Checklist 136,0 58x17 1-15 of 19',
			],
		],
		[
			200,
			20,
			[
				'Legacy transaction* 0,0 70x17 1 of 34',
				'Protobuf transaction 71,0 70x17 [json] bytes sign',
				'Checklist 142,0 58x17 1-15 of 19',
			],
		],
		[
			149,
			20,
			[
				'Legacy transaction* 0,0 74x9 1 of 34',
				'Protobuf transaction 75,0 74x9 [json] bytes sign',
				'Checklist 0,9 149x8 1-6 of 11',
			],
		],
		[
			96,
			30,
			[
				'Legacy transaction* 0,0 47x14 1 of 34',
				'Protobuf transaction 48,0 48x14 [json] bytes sign',
				'Checklist 0,14 96x13',
			],
		],
		[
			96,
			31,
			[
				'Legacy transaction* 0,0 47x14 1 of 34',
				'Protobuf transaction 48,0 48x14 [json] bytes sign',
				'Checklist 0,14 96x14',
			],
		],
		[
			96,
			34,
			[
				'Legacy transaction* 0,0 47x17 1 of 34',
				'Protobuf transaction 48,0 48x17 [json] bytes sign',
				'Checklist 0,17 96x14',
			],
		],
		[95, 20, ['Legacy transaction* 0,0 95x13 1 of 34', 'Checklist 0,13 95x4']],
		[95, 16, ['Legacy transaction* 0,0 95x9 1 of 34', 'Checklist 0,9 95x4']],
		[95, 15, ['Legacy transaction* 0,0 95x10 1 of 34', 'Checklist 0,10 95x4']],
		[95, 14, ['Legacy transaction* 0,0 95x9 1 of 34', 'Checklist 0,9 95x4']],
		[95, 13, ['Legacy transaction* 0,0 95x12 1 of 34']],
	])('the parts of the Converter stand beside and below each other as %i×%i cells allow', (width, height, expected) => {
		expect(panels(modelOf(body, forward()), width, height)).toEqual(expected)
	})

	test.each<readonly [Pane, number, readonly string[]]>([
		['source', 12, ['Legacy transaction* 0,0 80x12']],
		['source', 13, ['Legacy transaction* 0,0 80x6', 'Checklist 0,6 80x7 1-5 of 10']],
		['source', 21, ['Legacy transaction* 0,0 80x9', 'Checklist 0,9 80x12']],
		['source', 23, ['Legacy transaction* 0,0 80x10', 'Checklist 0,10 80x13']],
		['source', 24, ['Legacy transaction* 0,0 80x11', 'Checklist 0,11 80x13']],
		['result', 13, ['Protobuf transaction* 0,0 80x6 [json] bytes sign', 'Checklist 0,6 80x7 1-5 of 10']],
		['checks', 12, ['Checklist* 0,0 80x12']],
		['checks', 13, ['Legacy transaction 0,0 80x5', 'Checklist* 0,5 80x8 1-6 of 10']],
		['checks', 20, ['Legacy transaction 0,0 80x5', 'Checklist* 0,5 80x15']],
	])(
		'the parts of the Converter of a text that is no transaction, with the keys in %s, fit %i rows',
		(pane, height, expected) => {
			expect(panels(modelOf('{', none, pane), 80, height)).toEqual(expected)
		},
	)

	it('the checklist of forms has more of the screen until all of it holds', () => {
		const noted = forward() as Extract<Conversion, { direction: 'forward' }>
		const [signer] = noted.analysis.signers
		const signers = [{ ...signer!, verdict: 'unknown', state: 'note' } as const]
		const model = modelOf(body, { ...noted, analysis: { ...noted.analysis, signers } })
		expect(panels(model, 95, 20)).toEqual(['Legacy transaction* 0,0 95x7 1 of 34', 'Checklist 0,7 95x10 1-8 of 12'])
		const twice = body.replace('"mode":"sync"', '"mode":"sync","mode":"sync"')
		expect(panels(modelOf(twice, forward(twice)), 95, 20)).toEqual([
			'Legacy transaction* 0,0 95x8',
			'Checklist 0,8 95x12 1-10 of 11',
		])
	})

	it('the Converter is one part while there is no text', () => {
		expect(panels(modelOf(''), 80, 20)).toEqual(['Legacy transaction* 0,0 80x20'])
	})
})

describe('the rows below the forms', () => {
	const legend =
		'‹muted:● here  ◆ the same on the other side  ○ only on this side  <converter.fold> folds  <converter.…›'
	const rowsBelow = (model: ConverterModel, height: number): readonly string[] =>
		named(draw(model, 95, height).frame())
			.split('\n')
			.slice(height <= 15 ? -1 : height < 40 ? -3 : -4)

	it('the rows below the forms say what the field under the cursor is on the other side, and its whole value where that is long', () => {
		const memo = (length: number): string => body.replace('"memo":""', `"memo":"${'m'.repeat(length)}"`)
		const at = (length: number, side: 'source' | 'result', path: string): ConverterModel => {
			const model = modelOf(memo(length), forward(memo(length)), side)
			expect(model.forms?.tree(side).select(path)).toBe(true)
			return model
		}
		expect(rowsBelow(at(22, 'source', '.tx.memo'), 20)).toEqual(['‹accent:● .tx.memo → ◆ .body.memo›', '', legend])
		expect(rowsBelow(at(23, 'source', '.tx.memo'), 20)).toEqual([
			'‹accent:● .tx.memo → ◆ .body.memo›',
			'‹good:"mmmmmmmmmmmmmmmmmmmmmmm"›',
			legend,
		])
		expect(rowsBelow(at(23, 'result', '.body.memo'), 40)).toEqual([
			'‹accent:● .body.memo → ◆ .tx.memo›',
			'‹good:"mmmmmmmmmmmmmmmmmmmmmmm"›',
			'',
			legend,
		])
		expect(rowsBelow(at(23, 'source', '.mode'), 20)).toEqual([
			'‹warn:○ .mode · no part of the transaction: it says when the node replies›',
			'',
			legend,
		])
		expect(rowsBelow(at(23, 'source', '.mode'), 15)).toEqual([
			'‹warn:○ .mode · no part of the transaction: it says when the node replies›',
		])
		expect(rowsBelow(at(23, 'source', '.tx.memo'), 15)).toEqual(['‹accent:● .tx.memo → ◆ .body.memo›'])
		expect(rowsBelow(at(23, 'source', ''), 20)).toEqual(['‹accent:● all of it → ◆ all of it›', '', legend])
	})
})

describe('the checklist of the Converter', () => {
	const { signers, ...analysis } = (forward() as Extract<Conversion, { direction: 'forward' }>).analysis
	const bad = { ...signers[0]!, verdict: 'invalid', state: 'problem', text: 'it is wrong.' } as const
	const stopped = (): Conversion => ({
		...{ direction: 'forward', simulated: runs },
		analysis: { ...analysis, converted: undefined, signers: [bad, signers[0]!, signers[0]!] },
	})

	it('the checklist of the Converter is scrolled once to what stops it with three rows below that, and stays where it is put', () => {
		const tops = [9, 10, 11, 12].map((height) => {
			const model = modelOf(body, stopped(), 'checks')
			draw(model, 95, height)
			return model.scrolls.checks.top
		})
		expect(tops).toEqual([4, 3, 2, 1])
		const model = modelOf(body, stopped(), 'checks')
		const drawn = draw(model, 95, 9)
		model.scrolls.checks.edge('last')
		drawn.frame()
		expect(model.scrolls.checks.top).toBe(11)
		model.conversion = stopped()
		drawn.frame()
		expect(model.scrolls.checks.top).toBe(4)
		model.scrolls.checks.edge('first')
		model.sent = { state: 'in-mempool' } as never
		drawn.frame()
		expect(model.scrolls.checks.top).toBe(4)
	})

	it('the checklist of a transaction that is sent is scrolled to its end', () => {
		const model = modelOf(body, forward(), 'checks')
		const drawn = draw(model, 95, 9)
		expect(model.scrolls.checks.top).toBe(0)
		model.sent = { state: 'in-mempool' } as never
		drawn.frame()
		expect(model.scrolls.checks.top).toBe(3)
		model.sent = { state: 'failed', problem: 'No.', next: 'Try again.' } as never
		drawn.frame()
		expect(model.scrolls.checks.top).toBe(4)
	})
})

describe('the text of the Converter', () => {
	const source = (text: string, width = 80): readonly string[] =>
		named(draw(modelOf(text, none), width, 12).frame())
			.split('\n')
			.slice(1, -1)
			.map((row) => row.replace(/^‹border(?:Active)?:│› ?(.*?) *‹border(?:Active)?:│›$/, '$1'))

	test.each<readonly [string, string, readonly string[]]>([
		['JSON on one line over many rows', ' {"a":[1]}\n', ['{', '  ‹muted:"a":› [', '    ‹chart2:1›', '  ]', '}']],
		['JSON of several lines as it is', '{"a":\n1}', ['{"a":', '1}']],
		['JSON that would be another written again as it is', '{"a": 1}', ['{"a": 1}']],
		['null as it is', 'null', ['null']],
		['a text in quotes as it is', '"a"', ['"a"']],
	])('the Converter shows %s', (_, text, rows) => {
		expect(source(text).filter((row) => row !== '')).toEqual(rows)
	})

	it('a pasted text is cut after 32,768 characters, and how many there are besides is told', () => {
		const end = (length: number): readonly string[] => {
			const model = modelOf('x'.repeat(length), none)
			const drawn = draw(model, 80, 12)
			model.scrolls.source.edge('last')
			return drawn
				.text()
				.split('\n')
				.slice(-3, -1)
				.map((row) => row.slice(2, -2).trimEnd())
		}
		expect(end(32_768)).toEqual(['x'.repeat(76), 'x'.repeat(12)])
		expect(end(34_000)).toEqual(['x'.repeat(12), '… 1,232 more characters, not shown'])
	})

	it('JSON on one line is spread over many rows up to 32,768 characters', () => {
		const list = (length: number): string => `["${'x'.repeat(length - 4)}"]`
		expect(source(list(32_768))[0]).toBe('[')
		expect(source(list(32_769))[0]).toBe(`["${'x'.repeat(74)}`)
	})

	it('the Converter asks for a text while there is none', () => {
		expect(source('').slice(0, 8)).toEqual([
			'',
			'Paste a legacy transaction here: a StdTx, or a whole body of POST /txs.',
			'',
			'Transaction bytes work too, as base64 or hex: they are converted back to the',
			'legacy form.',
			'',
			'‹key:o› ‹muted:opens a file›   ‹key:⏎› ‹muted:types it›',
			'‹key:<converter.sample>› ‹muted:takes a sample›   ‹key:<converter.mine>› ‹muted:makes one of my key›',
		])
	})
})
