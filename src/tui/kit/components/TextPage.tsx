import type { ReactElement } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { useChanges, useNow, useTheme } from '../hooks/useModel.ts'
import { usePlain } from '../hooks/usePlain.ts'
import type { NoticeArea } from './NoticeView.tsx'
import { Panel } from './Panel.tsx'
import { Rows } from './Rows.tsx'

/** A page of rows in a panel. */
export interface TextPageProps {
	readonly title: string
	readonly remark?: string
	/** Rows safe to print, for the inside of the panel. */
	readonly rows: (area: NoticeArea) => readonly string[]
}

/** Rows of text in a panel, updated on changes and each second. */
export function TextPage(props: TextPageProps): ReactElement {
	useChanges()
	return (
		<Panel title={props.title} remark={props.remark ?? ''} active>
			<PageRows {...props} />
		</Panel>
	)
}

function PageRows({ rows }: TextPageProps): ReactElement {
	useNow()
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	return <Rows lines={rows({ width, height, theme, plain })} />
}
