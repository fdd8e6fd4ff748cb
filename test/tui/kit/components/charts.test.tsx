import { describe, expect, it } from 'vitest'
import { Chart } from '../../../../src/tui/kit/components/Chart.tsx'
import { JsonView } from '../../../../src/tui/kit/components/JsonView.tsx'
import { QrCode } from '../../../../src/tui/kit/components/QrCode.tsx'
import { JsonTree } from '../../../../src/tui/kit/models/JsonTree.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
import { chartRows, seriesRow } from '../../../../src/tui/kit/text/chartRows.ts'
import { loadQr } from '../../../../src/tui/kit/text/qrRows.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { kitApp } from '../../support/kitApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

describe('Chart', () => {
	it('Chart has axes that end in round numbers with their unit, and times', () => {
		const { text } = renderPart(
			<Chart values={[1, 2, 3, 4, 8]} format={(value) => `${value} k`} ends={['02:10', 'now']} empty="nothing yet" />,
			{ width: 24, height: 6 },
		)
		const rows = text().split('\n')
		expect(rows).toHaveLength(6)
		expect(rows[0]).toMatch(/^10 k ┤/)
		expect(rows[4]).toBe(` 0 k └${'─'.repeat(18)}`)
		expect(rows[5]).toBe('      02:10          now')
		expect(rows[3]!.trimEnd().slice(-5)).toMatch(/^[⠁-⣿]{5}$/)
	})

	it('fills every width and height exactly', () => {
		const theme = makeTheme('dark', 'dark', 0)
		for (let width = 16; width < 120; width += 7) {
			for (let height = 3; height < 20; height += 3) {
				const values = Array.from({ length: 300 }, (_, index) => (index % 7 === 0 ? undefined : index))
				const rows = chartRows(theme, {
					values,
					width,
					height,
					format: String,
					ends: ['a', 'b'],
					paint: (text) => text,
				})
				expect(rows).toHaveLength(height)
				for (const row of rows) expect(cellWidth(row)).toBeLessThanOrEqual(width)
			}
		}
	})

	it('draws a few values as bars that share the width, with rows below that stand in line with them', () => {
		const theme = makeTheme('dark', 'dark', 0)
		for (const [count, width] of [
			[24, 60],
			[24, 200],
			[7, 40],
			[60, 69],
		] as const) {
			const values = Array.from({ length: count }, (_, index) => (index === 2 ? 8 : 0))
			const { text, unmount } = renderPart(
				<Chart values={values} format={String} ends={['a', 'b']} bars axis={7} empty="" />,
				{ width: Math.min(width, 100), height: 6 },
			)
			const bar = text().split('\n')[3]!
			const options = { width: Math.min(width, 100), axis: 7, highest: 8, paint: (row: string) => row }
			const row = seriesRow(theme, '4xx', values, options)
			expect(cellWidth(row)).toBeLessThanOrEqual(options.width)
			expect(row.indexOf('█'), `${count} in ${width}`).toBe(bar.indexOf('█'))
			expect(row.lastIndexOf('█'), `${count} in ${width}`).toBe(bar.lastIndexOf('█'))
			expect(row.match(/·/g)!.length % (count - 1)).toBe(0)
			unmount()
		}
		// Little is seen, but not as nothing.
		expect(seriesRow(theme, '5xx', [1, 0], { width: 12, axis: 3, highest: 1_000, paint: (row) => row })).toBe(
			'5xx  ▁▁ ·· ',
		)
	})

	const inNine = (row: string): string => row.slice(0, 9)
	/** A chart as text, 6 rows high without its axis. */
	const drawn = (values: readonly (number | undefined)[], level = false): string =>
		renderPart(<Chart values={values} level={level} format={(value) => `${value} t`} ends={['a', 'b']} empty="" />, {
			width: 6 + 9,
			height: 8,
		}).text()

	it('holds a level where nobody measured it, and leaves other gaps blank', () => {
		const values = [undefined, 10, undefined, undefined, 5]
		const rows = drawn(values, true)
			.split('\n')
			.map((row) => row.split(/[┤│]/)[1])
		expect(rows.slice(0, 3)).toEqual(['  ⣿⣿⣿⣿⣿⡇', '  ⣿⣿⣿⣿⣿⡇', '  ⣿⣿⣿⣿⣿⡇'].map(inNine))
		expect(rows.slice(3, 6)).toEqual(['  ⣿⣿⣿⣿⣿⣿⣿', '  ⣿⣿⣿⣿⣿⣿⣿', '  ⣿⣿⣿⣿⣿⣿⣿'].map(inNine))
		expect(drawn(values).split('\n')[0]).toMatch(/┤ {2}⣿⣿ *$/)
	})

	it('Chart has no tick of half a transaction', () => {
		for (const [highest, ticks] of [
			[1, ['1 t', '0 t']],
			[2, ['2 t', '1 t', '0 t']],
			[3, ['5 t', '0 t']],
			[17, ['20 t', '10 t', '0 t']],
		] as const) {
			expect([...drawn([0, highest]).matchAll(/\d[\d.]* t/g)].map(([tick]) => tick)).toEqual(ticks)
		}
		// What is not counted may have halves.
		expect(drawn([0, 0.9])).toContain('0.5 t')
	})

	it('spreads few values over the whole width, so that charts side by side begin at the same time', () => {
		expect(drawn([1, 1, 1]).split('\n')[0]).toBe(`1 t ┤${'⣿'.repeat(10)}`)
	})

	it('Chart reads the value under its cursor, in its column and below it', () => {
		const theme = makeTheme('dark', 'dark', 0)
		const rows = chartRows(theme, {
			values: [1, 2, 3, 4],
			width: 24,
			height: 6,
			format: (value) => `${value} t`,
			ends: ['a', 'b'],
			paint: (text) => text,
			cursor: 0.99,
		}).map((row) => row.replaceAll(/\u001b\[[\d;]*m/g, ''))
		expect(rows.at(-1)).toMatch(/▲ 4 t$/)
	})

	it('says what would fill it while it is empty', () => {
		const part = <Chart values={[]} format={String} ends={['', '']} empty="The first block fills it." />
		expect(renderPart(part).text()).toBe('The first block fills it.')
	})
})

describe('JsonView', () => {
	const value = { name: 'a\u001b[2Jb', list: [1, { deep: true }], empty: {}, none: null }

	it('shows a value in rows that are JSON, with text of strangers made safe', () => {
		const rows = renderPart(<JsonView tree={new JsonTree(value)} active={false} />, { height: 20 })
			.text()
			.split('\n')
			.map((row) => row.replaceAll(/[▾▸]/g, ' '))
		expect(JSON.parse(rows.join('\n'))).toEqual({ ...value, name: 'a\\u001b[2Jb'.replace('\\u001b', '\u001b') })
	})

	it('folds and unfolds where the keys are, and keeps the place', () => {
		const app = kitApp()
		const tree = new JsonTree(value)
		const { text } = renderPart(<JsonView tree={tree} />, { app, height: 20 })
		tree.move(3)
		tree.toggle()
		app.touch()
		expect(text()).toContain('▸ "list": [ 2 items ],')
		expect(text()).not.toContain('deep')
		expect(tree.rows[tree.cursor.selected]?.path).toBe('.list')
		app.hits.click(4, 2)
		app.touch()
		expect(text()).toContain('"deep": true')
	})

	it('tells of clicks: on any row, and on the selected one', () => {
		const app = kitApp()
		const done: string[] = []
		renderPart(
			<JsonView tree={new JsonTree(value)} onSelect={() => done.push('select')} onOpen={() => done.push('open')} />,
			{ app, height: 20 },
		)
		app.hits.click(4, 1)
		app.touch()
		app.hits.click(4, 1)
		app.hits.click(4, 18)
		expect(done).toEqual(['select', 'open', 'select'])
	})

	it('begins folded from a depth on', () => {
		const { text } = renderPart(<JsonView tree={new JsonTree(value, 1)} />, { height: 20 })
		expect(text()).toContain('[ 2 items ]')
		expect(text()).not.toContain('deep')
	})
})

describe('QrCode', () => {
	it('QrCode is drawn where there is room for all of it, and never of a text too long for one', async () => {
		await loadQr()
		const code = (text: string, height: number) =>
			renderPart(<QrCode text={text} />, { width: 80, height })
				.text()
				.split('\n')
		const rows = code('https://example.org/device?code=WDJB-MJHT', 30)
		expect(rows.length).toBeGreaterThan(12)
		expect(rows.join('')).toMatch(/[▀▄█]{7}/)
		expect(code('https://example.org/device?code=WDJB-MJHT', 8)).toEqual([''])
		expect(code('x'.repeat(5_000), 400)).toEqual([''])
	})
})
