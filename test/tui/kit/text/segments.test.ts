import { describe, expect, it } from 'vitest'
import { cellWidth, wrapCells } from '../../../../src/tui/kit/text/cells.ts'
import { safeLines } from '../../../../src/tui/kit/text/safeText.ts'
import { segments } from '../../../../src/tui/kit/text/segments.ts'
import { randomSource, runSeed } from '../../../support/random.js'

const pieces = [
	'a',
	' ',
	'e\u0301',
	'日',
	'한',
	'🇩🇪',
	'🇯',
	'👩‍💻',
	'👨‍👩‍👧‍👦',
	'👋🏽',
	'\u202e',
	'\r\n',
	'\n',
	'\u200d',
	'\ud800',
	'❤️',
	'1️⃣',
	'क्षि',
	'Z\u0351\u0352\u0353\u0354',
] // prettier-ignore

describe('grapheme clusters', () => {
	it('grapheme clusters are those of the platform’s segmenter, however long the text is and wherever it is cut', () => {
		const random = randomSource('grapheme clusters')
		const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
		for (let round = 0; round < 300; round++) {
			const text = Array.from({ length: random(400) }, () => pieces[random(pieces.length)]).join('')
			const wanted = Array.from(segmenter.segment(text), ({ segment }) => segment)
			expect([...segments(text)], `seed ${runSeed}, round ${round}`).toEqual(wanted)
		}
		const tower = `x${'\u0301'.repeat(5_000)}y`
		expect([...segments(tower)]).toEqual([tower.slice(0, -1), 'y'])
	})

	it.each(['\u202e', 'Z\u0351\u0352', '\u001b[31m', '日本', '🇩🇪', 'x'])(
		'grapheme clusters of a long text of %j are laid out in a time that grows with its length',
		(unit) => {
			const text = unit.repeat(60_000 / unit.length)
			const before = process.cpuUsage()
			const lines = safeLines(text).flatMap((line) => wrapCells(line, 76))
			const { user } = process.cpuUsage(before)
			for (const line of lines.slice(0, 100)) expect(cellWidth(line)).toBeLessThanOrEqual(76)
			// One takes a second, with the square of it they took up to a minute. The time is that of all threads of the process.
			expect(user / 1_000).toBeLessThan(20_000)
		},
	)
})
