import { Box, Text } from 'ink'
import type { ReactElement, ReactNode } from 'react'
import { type AreaSize, useArea, useChanges, useNow, usePlain, useTheme } from '../hooks/hooks.ts'
import { cellWidth, cutCells } from '../text/cells.ts'
import type { RowSpace, Theme } from '../theme/Theme.ts'
import { Area } from './layout.tsx'
import { Row, Rows } from './Rows.tsx'

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
	/** Its inside as rows of finished text, redrawn on changes and each second; in place of children. */
	readonly rows?: (space: PanelSpace) => readonly string[]
	readonly children?: ReactNode
}

/** The inside of a panel. */
export interface PanelSpace extends AreaSize, RowSpace {
	/** Current time for ages, in milliseconds since the epoch. */
	readonly now: number
}

/** A frame with a title. Its inside is 4 cells narrower and 2 rows lower; content that does not fit is cut. */
export function Panel({ title, remark = '', active = false, rows, ...props }: PanelProps): ReactElement {
	const area = useArea()
	const theme = useTheme()
	const plain = usePlain()
	const width = props.width ?? area.width
	const height = props.height ?? area.height
	const children = rows === undefined ? props.children : <PanelRows rows={rows} />
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
	const line = active ? theme.borderActive : theme.border
	const sides = `${line('│')}\n`.repeat(height - 2).trimEnd()
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
			<Row text={line(`╰${'─'.repeat(width - 2)}╯`)} />
		</Box>
	)
}

function PanelRows({ rows }: { readonly rows: (space: PanelSpace) => readonly string[] }): ReactElement {
	useChanges()
	const now = useNow()
	const theme = useTheme()
	return <Rows lines={rows({ ...useArea(), theme, now })} />
}

/** The upper border of a panel, `╭─ Blocks ─── 3 of 40 ─╮`, in `width` cells. @param remark dropped without room */
function panelTop(theme: Theme, title: string, remark: string, active: boolean, width: number): string {
	const line = active ? theme.borderActive : theme.border
	const shown = cutCells(title, width - 6)
	const titleWidth = cellWidth(shown)
	const told = cellWidth(remark) > width - titleWidth - 9 ? '' : remark
	const dashes = width - 5 - titleWidth - (told === '' ? 0 : cellWidth(told) + 3)
	return (
		line('╭─ ') +
		(active ? theme.accent : theme.strong)(shown) +
		line(` ${'─'.repeat(dashes)}`) +
		(told === '' ? '' : theme.muted(` ${told} `)) +
		line(told === '' ? '╮' : '─╮')
	)
}
