import { type ReactElement, type ReactNode, useMemo } from 'react'
import { AreaContext } from '../hooks/useArea.ts'

/** Tells what is below how many cells it has. Draws nothing itself. */
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
