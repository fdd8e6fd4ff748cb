import { fitCells } from './cells.ts'

/** The words of a text, numbered, in as many columns as fit; read down each column. */
export function wordGrid(text: string, width: number): readonly string[] {
	const words = text.trim().split(/\s+/)
	const cell = 15
	const columns = Math.max(1, Math.min(4, Math.floor(width / cell)))
	const rows = Math.ceil(words.length / columns)
	return Array.from({ length: rows }, (_, row) =>
		Array.from({ length: columns }, (__, column) => {
			const index = column * rows + row
			const word = words[index]
			return fitCells(word === undefined ? '' : `${String(index + 1).padStart(2)} ${word}`, cell)
		}).join(''),
	)
}
