import type { Line } from '../lines/View.ts'
import type { Theme } from '../theme/Theme.ts'
import { breakCells, cellWidth } from './cells.ts'
import { safeText } from './safeText.ts'

/** JSON, one member a line, names quieter than values; long values wrap. Text of strangers shows as marks. */
export function jsonRows(value: unknown, theme: Theme, width: number): readonly Line[] {
	const text = JSON.stringify(value, null, 2) ?? String(value)
	return text.split('\n').flatMap((raw) => {
		const line = safeText(raw, 8_192)
		const lines = cellWidth(line) <= width ? [line] : wrapLong(line, width)
		return lines.map((part, index) =>
			index === 0
				? part.replace(/^(\s*)("(?:[^"\\]|\\.)*":)/, (_all, space: string, name: string) => space + theme.muted(name))
				: part,
		)
	})
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
