import { Box, Text } from 'ink'
import type { ReactElement, ReactNode } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { useTheme } from '../hooks/useModel.ts'
import { usePlain } from '../hooks/usePlain.ts'
import { cellWidth, fitCells } from '../text/cells.ts'
import type { Theme } from '../theme/Theme.ts'
import { Area } from './Area.tsx'
import { Row } from './Rows.tsx'

/** Props of a panel. */
export interface PanelProps {
	readonly title: string
	/** Text at the right end of the upper border; dropped without room. */
	readonly remark?: string
	/** Whether it has the focus. */
	readonly active?: boolean
	/** Cells; those of the area by default. */
	readonly width?: number
	readonly height?: number
	readonly children: ReactNode
}

/** A frame with a title. Its inside is 4 cells narrower and 2 rows lower; content that does not fit is cut. */
export function Panel({ title, remark = '', active = false, children, ...size }: PanelProps): ReactElement {
	const area = useArea()
	const theme = useTheme()
	const plain = usePlain()
	const width = size.width ?? area.width
	const height = size.height ?? area.height
	if (plain) {
		return (
			<Box flexDirection="column">
				<Text>{remark === '' ? title : `${title} (${remark})`}</Text>
				<Area width={width} height={height}>
					{children}
				</Area>
			</Box>
		)
	}
	if (width < 6 || height < 3) {
		return (
			<Box width={width} height={height} overflow="hidden">
				<Area width={width} height={height}>
					{children}
				</Area>
			</Box>
		)
	}
	const side = (active ? theme.borderActive : theme.border)('│')
	const sides = `${side}\n`.repeat(height - 2).trimEnd()
	return (
		<Box flexDirection="column" width={width} height={height} flexShrink={0}>
			<Row text={panelTop(theme, title, remark, active, width)} />
			<Box height={height - 2} flexShrink={0}>
				<Text>{sides}</Text>
				<Box flexDirection="column" width={width - 4} height={height - 2} marginX={1} overflow="hidden" flexShrink={0}>
					<Area width={width - 4} height={height - 2}>
						{children}
					</Area>
				</Box>
				<Text>{sides}</Text>
			</Box>
			<Row text={panelBottom(theme, active, width)} />
		</Box>
	)
}

/**
 * The upper border of a panel with its title, `╭─ Blocks ──── 3 of 40 ─╮`, exactly `width` cells.
 *
 * @param remark At the right end, dropped where there is no room.
 */
export function panelTop(theme: Theme, title: string, remark: string, active: boolean, width: number): string {
	const line = active ? theme.borderActive : theme.border
	const shown = cellWidth(title) <= width - 6 ? title : fitCells(title, width - 6)
	const titleWidth = cellWidth(shown)
	const told = cellWidth(remark) > width - titleWidth - 9 ? '' : remark
	const dashes = width - 5 - titleWidth - (told === '' ? 0 : cellWidth(told) + 3)
	return (
		line('╭─ ') +
		(active ? theme.accent : theme.strong)(shown) +
		line(` ${'─'.repeat(Math.max(0, dashes))}`) +
		(told === '' ? '' : theme.muted(` ${told} `)) +
		line(told === '' ? '╮' : '─╮')
	)
}

/** The lower border. */
export function panelBottom(theme: Theme, active: boolean, width: number): string {
	return (active ? theme.borderActive : theme.border)(`╰${'─'.repeat(Math.max(0, width - 2))}╯`)
}
