import { Box } from 'ink'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { AreaContext, type AreaSize, useArea, usePlain } from '../hooks/hooks.ts'

/** Components and the size of their area. */
export interface AreaProps extends AreaSize {
	readonly children: ReactNode
}

/** Provides the size of an area to the components below. Draws nothing itself. */
export function Area({ width, height, children }: AreaProps): ReactElement {
	const size = useMemo(() => ({ width: Math.max(0, width), height: Math.max(0, height) }), [width, height])
	return <AreaContext value={size}>{children}</AreaContext>
}

/** An area beside or below others: what does not fit is cut, except for a screen reader. */
export function Part({ width, height, children }: AreaProps): ReactElement {
	const plain = usePlain()
	return (
		<Box flexDirection="column" flexShrink={0} {...(plain ? {} : { width, height, overflow: 'hidden' as const })}>
			<Area width={width} height={height}>
				{children}
			</Area>
		</Box>
	)
}

/** Two components side by side or stacked. */
export interface SplitProps {
	/** Cells (or rows) of the first; a value below 1 is a share of the area. */
	readonly at: number
	/** Stacks them. */
	readonly rows?: boolean
	readonly children: readonly [ReactNode, ReactNode]
}

/** Divides the area between two components, with a blank column between those side by side. */
export function Split({ at, rows = false, children }: SplitProps): ReactElement {
	const { width, height } = useArea()
	const plain = usePlain()
	const gap = rows ? 0 : 1
	const whole = rows ? height : width
	const first = Math.max(0, Math.min(whole, at < 1 ? Math.floor(whole * at) : at))
	const second = Math.max(0, whole - first - gap)
	const size = (cells: number): AreaSize =>
		plain ? { width, height } : rows ? { width, height: cells } : { width: cells, height }
	return (
		<Box flexDirection={rows || plain ? 'column' : 'row'} {...(plain ? {} : { width, height, columnGap: gap })}>
			<Part {...size(first)}>{children[0]}</Part>
			<Part {...size(second)}>{children[1]}</Part>
		</Box>
	)
}

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
				<Part key={key} width={width} height={plain ? height : rows}>
					{child}
				</Part>
			))}
		</Box>
	)
}
