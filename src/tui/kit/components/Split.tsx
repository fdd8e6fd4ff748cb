import { Box } from 'ink'
import type { ReactElement, ReactNode } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { usePlain } from '../hooks/usePlain.ts'
import { Area } from './Area.tsx'

/** Two components side by side or stacked. */
export interface SplitProps {
	/** Cells (or rows) of the first; a value below 1 is a share of the area. */
	readonly at: number
	/** Cells between the two (default: 1 side by side, 0 stacked). */
	readonly gap?: number
	/** Stacks them. */
	readonly rows?: boolean
	readonly children: readonly [ReactNode, ReactNode]
}

/** Divides the area between two components. */
export function Split({ at, rows = false, gap = rows ? 0 : 1, children }: SplitProps): ReactElement {
	const { width, height } = useArea()
	const plain = usePlain()
	const whole = rows ? height : width
	const first = Math.max(0, Math.min(whole, at < 1 ? Math.floor(whole * at) : at))
	const second = Math.max(0, whole - first - gap)
	const part = (cells: number, child: ReactNode): ReactElement => {
		const size = plain ? { width, height } : rows ? { width, height: cells } : { width: cells, height }
		return (
			<Box flexDirection="column" flexShrink={0} {...(plain ? {} : { ...size, overflow: 'hidden' as const })}>
				<Area {...size}>{child}</Area>
			</Box>
		)
	}
	return (
		<Box
			flexDirection={rows || plain ? 'column' : 'row'}
			{...(plain ? {} : { width, height, columnGap: rows ? 0 : gap, rowGap: rows ? gap : 0 })}
		>
			{part(first, children[0])}
			{part(second, children[1])}
		</Box>
	)
}
