import type { ReactElement } from 'react'
import { Area } from '../../kit/components/Area.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import type { RowSpace } from '../../kit/theme/RowSpace.ts'

/** Cells and rows the page is at most: longer lines are hard to read. */
const widest = 84
const highest = 21

/** The first-run page, see `Welcome`. */
export function WelcomeView({
	title,
	rows,
}: {
	readonly title: () => string
	readonly rows: (space: RowSpace) => readonly string[]
}): ReactElement {
	useChanges()
	const { width, height } = useArea()
	return (
		<Area width={Math.min(width, widest)} height={Math.min(height, highest)}>
			<Panel title={title()} active>
				<PageRows rows={rows} />
			</Panel>
		</Area>
	)
}

function PageRows({ rows }: { readonly rows: (space: RowSpace) => readonly string[] }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	return <Rows lines={rows({ theme, width })} />
}
