/** Smallest terminal the app is drawn on. */
export const minimumSize = { columns: 60, rows: 16 } as const

/** Least width that shows the tabs at the left. */
const sidebarFrom = 100

/** Layout of the frame. */
export interface FrameSize {
	/** Whether the terminal is too small. */
	readonly tooSmall: boolean
	/** Width of the tabs at the left, 0 if they are in a row; narrow if the screens need the space. */
	readonly sidebar: number
	/** The part of the screens. */
	readonly contentWidth: number
	readonly contentHeight: number
}

/** Lays out the frame for a size. @param said Rows of a long message above the footer. */
export function frameSize(columns: number, rows: number, said = 0): FrameSize {
	const sidebar = columns < sidebarFrom ? 0 : columns < 122 ? 17 : 18
	return {
		tooSmall: columns < minimumSize.columns || rows < minimumSize.rows,
		sidebar,
		contentWidth: columns - sidebar,
		contentHeight: Math.max(0, rows - 3 - said),
	}
}

/** The text for a terminal that is too small, centred. */
export function tooSmallRows(columns: number, rows: number): readonly string[] {
	const lines = [
		'Make me larger, please:',
		`${minimumSize.columns}x${minimumSize.rows} at least, now ${columns}x${rows}.`,
		'Ctrl-C leaves.',
	]
	const top = Math.max(0, Math.floor((rows - lines.length) / 2))
	const centred = lines.map((line) => {
		const cut = line.slice(0, Math.max(0, columns))
		return ' '.repeat(Math.floor((columns - cut.length) / 2)) + cut
	})
	return [...Array.from({ length: top }, () => ''), ...centred].slice(0, rows)
}
