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
		expect([...segments('')]).toEqual([])
		// Half of a character may be the last of a piece of 256 and of the text.
		const half = `${'a'.repeat(255)}\ud83d`
		expect([...segments(half)].join('')).toBe(half)
	})

	it.each(['\u202e', 'Z\u0351\u0352', '\u001b[31m', '日本', '🇩🇪', 'x'])(
		'grapheme clusters of a long text of %j are laid out by short pieces, each part of it looked at a few times',
		(unit) => {
			const text = unit.repeat(20_000 / unit.length)
			const pieces: string[] = []
			const { segment } = Intl.Segmenter.prototype
			Intl.Segmenter.prototype.segment = function (piece) {
				pieces.push(piece)
				return segment.call(this, piece)
			}
			try {
				const lines = safeLines(text).flatMap((line) => wrapCells(line, 76))
				for (const line of lines.slice(0, 100)) expect(cellWidth(line)).toBeLessThanOrEqual(76)
			} finally {
				Intl.Segmenter.prototype.segment = segment
			}
			// The segmenter's time grows with the square of what it gets at once (Node 20).
			expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(256)
			// A mark of five characters may stand for one, and each line is measured and cut four times.
			expect(pieces.join('').length / text.length).toBeLessThan(20)
		},
	)
})
