import { type ReactElement, useMemo } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { useTheme } from '../hooks/useModel.ts'
import { usePlain } from '../hooks/usePlain.ts'
import type { TextScroll } from '../models/TextScroll.ts'
import { wrapCells } from '../text/cells.ts'
import { safeLines } from '../text/safeText.ts'
import type { Token } from '../theme/Theme.ts'
import { Rows } from './Rows.tsx'

/** A text to read. */
export interface ProseProps {
	/** Of anybody: it is made safe here. */
	readonly text: string
	/** Where the reader is, in a text that may be longer than its place. */
	readonly scroll?: TextScroll
	/** Rows it may take; those of the area by default. */
	readonly rows?: number
	readonly as?: Token
	/** Characters shown at most, and what is said in place of the rest. */
	readonly limit?: number
	readonly rest?: string
}

/** A text of several lines, wrapped to the area; with a scroll position only the rows there. */
export function Prose({ text, scroll, as, limit = 50_000, rest = '…', ...options }: ProseProps): ReactElement {
	const { width, height } = useArea()
	const theme = useTheme()
	const plain = usePlain()
	const rows = plain ? Number.POSITIVE_INFINITY : (options.rows ?? height)
	// Without a way to scroll no more is looked at than could be shown, so that a megabyte costs no more.
	const most = scroll === undefined && Number.isFinite(rows) ? Math.min(limit, width * rows) : limit
	const lines = useMemo(() => {
		const wrapped = safeLines(text, most).flatMap((line) => wrapCells(line, width))
		return text.length <= most ? wrapped : [...wrapped, rest]
	}, [text, width, most, rest])
	const shown =
		scroll !== undefined && !plain
			? scroll.window(lines, rows)
			: lines.length <= rows
				? lines
				: [...lines.slice(0, rows - 1), rest]
	return <Rows lines={as === undefined ? shown : shown.map(theme[as])} />
}
