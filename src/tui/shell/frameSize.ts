/** Smallest terminal the app is drawn on. */
export const minimumSize = { columns: 60, rows: 16 } as const

/** From this width on, the tabs stand at the left. */
const sidebarFrom = 100

/** How the frame shares a terminal. */
export interface FrameSize {
	/** There is too little room for anything. */
	readonly tooSmall: boolean
	/** Cells of the tabs at the left, 0 where they stand in a row: narrow while the screens need the room more. */
	readonly sidebar: number
	/** The part of the screens. */
	readonly contentWidth: number
	readonly contentHeight: number
}

/**
 * Shares a terminal of a size.
 *
 * @param said Rows a long message takes above the footer.
 */
export function frameSize(columns: number, rows: number, said = 0): FrameSize {
	const sidebar = columns < sidebarFrom ? 0 : columns < 122 ? 17 : 18
	return {
		tooSmall: columns < minimumSize.columns || rows < minimumSize.rows,
		sidebar,
		contentWidth: columns - sidebar,
		contentHeight: Math.max(0, rows - 3 - said),
	}
}

/** What is said where there is too little room: in the middle of the terminal. */
export function tooSmallRows(columns: number, rows: number): readonly string[] {
	const lines = [
		'Make me larger, please:',
		`${minimumSize.columns}x${minimumSize.rows} at least, now ${columns}x${rows}.`,
	]
	const top = Math.max(0, Math.floor((rows - lines.length) / 2))
	const centred = lines.map((line) => {
		const cut = line.slice(0, Math.max(0, columns))
		return ' '.repeat(Math.floor((columns - cut.length) / 2)) + cut
	})
	return [...Array.from({ length: top }, () => ''), ...centred].slice(0, rows)
}
