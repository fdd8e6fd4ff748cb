import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { hint } from '../../kit/text/hints.ts'

/** A card of the tour. */
export interface TourCardProps {
	readonly title: string
	readonly text: readonly string[]
	/** `2 of 5`. */
	readonly place: string
	readonly last: boolean
}

/** A few words about the screen under it. */
export function TourCard(props: TourCardProps): ReactElement {
	return (
		<Panel title={props.title} remark={props.place} active>
			<CardText {...props} />
		</Panel>
	)
}

function CardText({ text, last }: TourCardProps): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const hints = `${hint(theme, 'enter', last ? 'done' : 'next')}   ${hint(theme, 'esc', 'end the tour')}`
	return <Rows lines={[...text.flatMap((line) => wrapCells(line, width)), '', hints]} />
}
