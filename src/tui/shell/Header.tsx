import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useTuiApp } from '../app/TuiAppContext.ts'
import { Row } from '../kit/components/Rows.tsx'
import { useHit } from '../kit/hooks/useHit.ts'
import { useChanges, useModel, useTheme } from '../kit/hooks/useModel.ts'
import { headerFacts } from './headerFacts.ts'
import { headerRow } from './headerRow.ts'

/** The first row: where the user is, who signs and how the node is. A click on the last two opens their screens. */
export function Header({ width }: { readonly width: number }): ReactElement {
	useChanges()
	const app = useTuiApp()
	useModel(() => app.state)
	const { text, whoFrom, stateFrom } = headerRow(useTheme(), headerFacts(app), width)
	const jump = (id: string): void => {
		if (app.screens.some((screen) => screen.id === id)) app.open(id)
	}
	const box = useHit({
		onClick: (x) => {
			if (x >= stateFrom) jump('node')
			else if (x >= whoFrom) jump('keys')
		},
	})
	return (
		<Box ref={box} height={1} flexShrink={0}>
			<Row text={text} />
		</Box>
	)
}
