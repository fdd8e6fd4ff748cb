import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useApp } from '../hooks/AppContext.ts'
import { useArea } from '../hooks/useArea.ts'
import { useHit } from '../hooks/useHit.ts'
import { useChanges, useNow, useTheme } from '../hooks/useModel.ts'
import { usePlain } from '../hooks/usePlain.ts'
import { fill } from '../lines/layout.ts'
import { createView, type HitRegion, type Line, type View } from '../lines/View.ts'
import { Rows } from './Rows.tsx'

/** What is still drawn by a function that returns lines. */
export function Lines({ render }: { readonly render: (view: View) => readonly Line[] }): ReactElement {
	useChanges()
	const app = useApp()
	const theme = useTheme()
	const now = useNow()
	const plain = usePlain()
	const { width, height } = useArea()
	const regions: HitRegion[] = []
	const lines = render(
		createView({ x: 0, y: 0, width, height }, theme, now, regions, { links: app.links && !plain, plain }),
	)
	const at = (x: number, y: number, takes: (region: HitRegion) => boolean): HitRegion | undefined =>
		regions.findLast(
			(region) =>
				takes(region) && x >= region.x && x < region.x + region.width && y >= region.y && y < region.y + region.height,
		)
	const box = useHit({
		onClick: (x, y) => {
			const region = at(x, y, () => true)
			region?.onClick?.(x - region.x, y - region.y)
		},
		onWheel: (direction, x, y) => {
			const region = at(x, y, ({ onWheel }) => onWheel !== undefined)
			region?.onWheel?.(direction)
			return region !== undefined
		},
	})
	return (
		<Box ref={box} flexDirection="column" width={width} height={plain ? undefined : height}>
			<Rows lines={plain ? lines.filter((line) => line.trim() !== '') : fill(lines, width, height)} />
		</Box>
	)
}
