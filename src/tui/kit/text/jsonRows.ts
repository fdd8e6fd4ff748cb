import type { Paint, Theme } from '../theme/Theme.ts'
import { breakCells, cellWidth } from './cells.ts'
import { safeText } from './safeText.ts'

/** JSON, a member a line, in colours: names quieter, kinds of values apart; long values wrap, marks show untrusted. */
export function jsonRows(value: unknown, theme: Theme, width: number): readonly string[] {
	const text = JSON.stringify(value, null, 2) ?? String(value)
	return text.split('\n').flatMap((raw) => {
		const line = safeText(raw, 8_192)
		const [, space = '', name = '', rest = ''] = member.exec(line) ?? ['', '', '', line]
		const paint = paintOf(rest.trimStart(), theme)
		if (cellWidth(line) <= width) return [space + theme.muted(name) + paint(rest)]
		return wrapLong(line, width).map((part, index) => {
			if (index > 0) return paint(part)
			const [, lead = '', shown = '', tail = ''] = member.exec(part) ?? ['', '', '', part]
			return lead + theme.muted(shown) + paint(tail)
		})
	})
}

/** Indentation, name, value. */
const member = /^(\s*)("(?:[^"\\]|\\.)*":|)(.*)$/s

function paintOf(value: string, theme: Theme): Paint {
	if (value.startsWith('"')) return theme.good
	if (/^-?\d/.test(value)) return theme.chart2
	if (/^(true|false|null)/.test(value)) return theme.warn
	return (text) => text
}

/** Parses JSON text; text that is none stays a string. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown
	} catch {
		return text
	}
}

function wrapLong(line: string, width: number): readonly string[] {
	const space = Math.min(/^ */.exec(line)![0].length, Math.max(0, width - 12))
	const first = Math.max(1, width - space)
	const [head = '', ...rest] = breakCells(line.trimStart(), first)
	const tail = breakCells(rest.join(''), Math.max(1, first - 2))
	return [' '.repeat(space) + head, ...tail.map((part) => ' '.repeat(space + 2) + part)]
}
