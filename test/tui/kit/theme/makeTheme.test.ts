import { describe, expect, it } from 'vitest'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { type Theme, type ThemeName, themeNames } from '../../../../src/tui/kit/theme/Theme.ts'

const tokens = Object.keys(makeTheme('dark', 'dark', 0)).filter((key) => key !== 'name' && key !== 'colored')

/** What a theme writes around a text of a meaning, as numbers of colours and styles. */
function styles(theme: Theme, token: string): string {
	const painted = theme[token as 'muted']('x')
	const before = painted.slice(0, painted.indexOf('x'))
	return [...before.matchAll(/\u001b\[([\d;]+)m/g)].map(([, codes]) => codes).join(' ')
}

const table = (name: ThemeName, background: 'dark' | 'light', level: 0 | 1 | 2 | 3, of: readonly string[] = tokens) =>
	of.map((token) => `${token} ${styles(makeTheme(name, background, level), token)}`.trimEnd())

describe('a theme', () => {
	it('a theme without colours shows by bold, underline and inverse what must not be missed', () => {
		const plain = (...bold: readonly string[]) =>
			tokens.map((token) => {
				const codes = [
					...(token === 'selected' || token === 'cursor' ? ['7'] : []),
					...(bold.includes(token) ? ['1'] : []),
					...(token === 'match' || token === 'link' || (bold.includes('match') && token === 'bad') ? ['4'] : []),
				]
				return [token, ...codes].join(' ')
			})
		for (const background of ['dark', 'light'] as const) {
			for (const name of ['auto', 'dark', 'light'] as const) {
				expect(table(name, background, 0), name).toEqual(plain('strong', 'accent', 'selected'))
			}
			expect(table('colorblind', background, 0)).toEqual(plain('strong', 'accent', 'bad', 'selected'))
			expect(table('contrast', background, 0)).toEqual(
				plain('strong', 'accent', 'good', 'warn', 'bad', 'key', 'selected', 'match'),
			)
		}
	})

	it('a theme has the colours that its terminal shows: of sixteen, of 256 or exact ones', () => {
		const some = ['strong', 'muted', 'accent', 'selected', 'cursor', 'match']
		expect(table('dark', 'dark', 1, some)).toEqual([
			...['strong 1', 'muted 37', 'accent 36 1', 'selected 7 1', 'cursor 7', 'match 93 4'],
		])
		expect(table('dark', 'dark', 2, some)).toEqual([
			...['strong 1', 'muted 38;5;248', 'accent 38;5;80 1', 'selected 48;5;237 1', 'cursor 7', 'match 38;5;215 4'],
		])
		expect(table('dark', 'dark', 3, some)).toEqual([
			...['strong 1', 'muted 38;2;160;170;181', 'accent 38;2;92;207;230 1', 'selected 48;2;29;59;83 1', 'cursor 7'],
			'match 38;2;255;180;84 4',
		])
	})

	it('the upper part of a chart is half way to the colour of text, and of sixteen colours the same', () => {
		const high = ['chart', 'chartHigh', 'chart2', 'chart2High']
		expect(table('dark', 'dark', 3, high)).toEqual([
			...[
				'chart 38;2;92;207;230',
				'chartHigh 38;2;174;231;243',
				'chart2 38;2;210;168;255',
				'chart2High 38;2;233;212;255',
			],
		])
		expect(table('light', 'light', 3, high)).toEqual([
			...['chart 38;2;0;104;139', 'chartHigh 38;2;0;52;70', 'chart2 38;2;91;33;182', 'chart2High 38;2;46;17;91'],
		])
		expect(table('dark', 'dark', 1, high)).toEqual(['chart 36', 'chartHigh 36', 'chart2 95', 'chart2High 95'])
	})

	it('the themes auto, contrast and colorblind are light on a light background, dark and light ones on any', () => {
		const by = (background: 'dark' | 'light') =>
			themeNames.map((name) => styles(makeTheme(name, background, 3), 'accent'))
		const [dark, light] = ['38;2;92;207;230 1', '38;2;0;104;139 1']
		expect(by('dark')).toEqual([dark, dark, light, '38;2;0;255;255 1', '38;2;240;228;66 1'])
		expect(by('light')).toEqual([light, dark, light, '38;2;0;0;139 1', '38;2;91;42;134 1'])
	})

	it('a theme says whether it has colours, and paints nothing around no text', () => {
		expect(([0, 1, 2, 3] as const).map((level) => makeTheme('dark', 'dark', level).colored)).toEqual([
			...[false, true, true, true],
		])
		expect(makeTheme('dark', 'dark', 3).accent('')).toBe('')
	})
})
