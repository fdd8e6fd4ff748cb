import { type ReactElement, type ReactNode, useMemo } from 'react'
import { AreaContext } from '../hooks/useArea.ts'

/** Provides the size of an area to the components below. Draws nothing itself. */
export function Area({
	width,
	height,
	children,
}: {
	readonly width: number
	readonly height: number
	readonly children: ReactNode
}): ReactElement {
	const size = useMemo(() => ({ width: Math.max(0, width), height: Math.max(0, height) }), [width, height])
	return <AreaContext value={size}>{children}</AreaContext>
}
