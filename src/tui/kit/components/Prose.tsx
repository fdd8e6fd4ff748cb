import { type ReactElement, useMemo } from 'react'
import { useArea, usePlain, useTheme } from '../hooks/hooks.ts'
import type { TextScroll } from '../models/TextScroll.ts'
import { wrapCells } from '../text/cells.ts'
import { safeLines } from '../text/safeText.ts'
import type { Token } from '../theme/Theme.ts'
import { Rows } from './Rows.tsx'

/** Most characters that are shown of a text. */
const longest = 50_000

/** A text to read. */
export interface ProseProps {
	/** Untrusted text; the component makes it safe. */
	readonly text: string
	/** Scroll position of a text that may be longer than its area. */
	readonly scroll?: TextScroll | undefined
	/** Most rows (default: those of the area). */
	readonly rows?: number
	readonly as?: Token
	/** In place of what is not shown. */
	readonly rest?: string
}

/** A text of several lines, wrapped to the area. With a scroll position only its rows are shown. */
export function Prose({ text, scroll, as, rest = '…', ...options }: ProseProps): ReactElement {
	const { width, height } = useArea()
	const theme = useTheme()
	const plain = usePlain()
	const rows = plain ? Number.POSITIVE_INFINITY : (options.rows ?? height)
	// Without scrolling only as much text as fits is processed, so that a megabyte costs no more.
	const most = scroll === undefined && Number.isFinite(rows) ? Math.min(longest, width * rows) : longest
	const lines = useMemo(() => {
		const wrapped = safeLines(text, most).flatMap((line) => wrapCells(line, width))
		return text.length <= most ? wrapped : [...wrapped, rest]
	}, [text, width, most, rest])
	const shown =
		scroll !== undefined
			? scroll.window(lines, rows)
			: lines.length <= rows
				? lines
				: [...lines.slice(0, rows - 1), rest]
	return <Rows lines={as === undefined ? shown : shown.map(theme[as])} />
}
