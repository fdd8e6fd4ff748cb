/**
 * The panels of a frame without colours, in the order of their corners: `Chain 0,0 52×10` is one with the title
 * Chain whose corner is in row 0 and cell 0, 52 cells wide and 10 rows high.
 */
export function panelsOf(frame: string): readonly string[] {
	const rows = frame.split('\n').map((row) => [...row])
	return rows.flatMap((cells, top) =>
		cells.flatMap((cell, left) => {
			if (cell !== '╭') return []
			const right = cells.indexOf('╮', left)
			const bottom = rows.findIndex((row, index) => index > top && row[left] === '╰')
			const [, title = ''] = /^─ (.*?) ─/.exec(cells.slice(left + 1, right).join('')) ?? []
			return [`${title} ${top},${left} ${right - left + 1}×${bottom - top + 1}`]
		}),
	)
}
