import { Box } from 'ink'
import type { ReactElement, ReactNode } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { usePlain } from '../hooks/usePlain.ts'
import { Area } from './Area.tsx'

/** Stacked components. */
export interface StackProps {
	/** Rows of each component; the last of `rest` gets the remaining rows. */
	readonly parts: readonly { readonly key: string; readonly rows: number | 'rest'; readonly child: ReactNode }[]
	/** Components that would get fewer rows are left out; those of a panel by default. */
	readonly least?: number
}

/** Stacks components, each with its rows as its area. */
export function Stack({ parts, least = 3 }: StackProps): ReactElement {
	const { width, height } = useArea()
	const plain = usePlain()
	const fixed = parts.reduce((sum, { rows }) => sum + (rows === 'rest' ? 0 : rows), 0)
	const flexible = parts.filter(({ rows }) => rows === 'rest').length
	let left = height
	const placed = parts.flatMap(({ key, rows, child }) => {
		const wanted = rows === 'rest' ? Math.floor((height - fixed) / Math.max(1, flexible)) : rows
		const given = Math.min(left, wanted)
		if (given < least && !plain) return []
		left -= given
		return [{ key, rows: given, child }]
	})
	return (
		<Box flexDirection="column" width={width} {...(plain ? {} : { height })}>
			{placed.map(({ key, rows, child }) => (
				<Box
					key={key}
					flexDirection="column"
					flexShrink={0}
					{...(plain ? {} : { width, height: rows, overflow: 'hidden' as const })}
				>
					<Area width={width} height={plain ? height : rows}>
						{child}
					</Area>
				</Box>
			))}
		</Box>
	)
}
