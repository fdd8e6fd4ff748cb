import { Box } from 'ink'
import type { ReactElement } from 'react'
import { type AreaSize, useArea, useChanges, useHit, usePlain, useTheme } from '../hooks/hooks.ts'
import type { TextScroll } from '../models/TextScroll.ts'
import { pageCells } from '../text/cells.ts'
import { hint } from '../text/hints.ts'
import type { Theme } from '../theme/Theme.ts'
import { Panel } from './Panel.tsx'
import { Rows } from './Rows.tsx'

/** The area that a notice's lines are made for. */
export interface NoticeArea extends AreaSize {
	readonly theme: Theme
	/** Whether a screen reader reads it. */
	readonly plain: boolean
}

/** A page to read, see `Notice`. It is only as high as its content. */
export function NoticeView({
	title,
	lines,
	scroll,
	page,
	hints,
}: {
	readonly title: string
	readonly lines: (area: NoticeArea) => readonly string[]
	readonly scroll: TextScroll
	/** Limits the width to readable lines. */
	readonly page: boolean
	readonly hints: readonly { readonly key: string; readonly title: string }[]
}): ReactElement {
	useChanges()
	const theme = useTheme()
	const plain = usePlain()
	const area = useArea()
	const { height } = area
	const width = page ? Math.min(area.width, pageCells) : area.width
	const content = lines({ width: width - 4, height: height - 4, theme, plain })
	const box = useHit({ onWheel: (direction) => scroll.move(3 * direction) })
	const rows = Math.min(height, content.length + 4)
	const shown = plain ? content : scroll.window(content, rows - 4)
	return (
		<Box ref={box} flexDirection="column">
			<Panel title={title} remark={plain ? '' : scroll.remark} active width={width} height={rows}>
				<Rows lines={[...shown, '', hints.map(({ key, title: word }) => hint(theme, key, word)).join('   ')]} />
			</Panel>
		</Box>
	)
}
