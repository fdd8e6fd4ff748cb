import packageWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import stringWidth from '../../../../src/tui/kit/text/stringWidth.ts'
import { randomSource, runSeed } from '../../../support/random.js'

const pieces = [
	'a',
	'row 12',
	'│',
	'…',
	'▸',
	'é',
	'日',
	'👩‍💻',
	'\u0301',
	'm',
	'[31m',
	'\u001b[31m',
	'\u001b[38;5;12m',
	'\u001b[38:2::1:2:3m',
	'\u001b[m',
	'\u001b[2K',
	'\u001b[31',
	'\u001b',
	'\u009b1m',
	'\u001b]8;;http://a\u0007',
	'\u001b]8;;\u0007',
]

describe('stringWidth', () => {
	it('counts each sign of the basic plane as the package string-width does', () => {
		const differing: string[] = []
		for (let code = 0; code <= 0xffff; code++) {
			const sign = String.fromCharCode(code)
			if (stringWidth(sign) !== packageWidth(sign)) differing.push(code.toString(16))
		}
		expect(differing).toEqual([])
		expect(stringWidth('日')).toBe(2)
	})

	it('counts the cells of coloured, wide, joined and broken texts as the package string-width does', () => {
		const random = randomSource('widths of texts')
		for (let round = 0; round < 2_000; round++) {
			const text = Array.from({ length: random(8) }, () => pieces[random(pieces.length)]).join('')
			const told = `${JSON.stringify(text)}, seed ${runSeed}`
			expect(stringWidth(text), told).toBe(packageWidth(text))
			const all = { countAnsiEscapeCodes: true }
			expect(stringWidth(text, all), told).toBe(packageWidth(text, all))
		}
	})
})
