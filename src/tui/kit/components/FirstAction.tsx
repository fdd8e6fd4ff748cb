import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useApp, useHit, useTheme } from '../hooks/hooks.ts'
import type { CommandRecord } from '../keymap/Command.ts'
import { formatKey } from '../keymap/formatKey.ts'
import { Panel } from './Panel.tsx'
import { Prose } from './Prose.tsx'
import { Row } from './Rows.tsx'

/** A screen that has nothing yet: a button, which the key of its command presses too, and below it what it is about. */
export function FirstAction({
	title,
	remark = '',
	command,
	text,
}: {
	readonly title: string
	readonly remark?: string
	readonly command: CommandRecord
	readonly text: string
}): ReactElement {
	const theme = useTheme()
	const app = useApp()
	const box = useHit({ onClick: () => app.attempt(async () => command.run()) })
	const button = ` ${formatKey(command.keys[0] ?? '')} ${command.title} `
	return (
		<Panel title={title} remark={remark} active>
			<Row text="" />
			<Box ref={box} flexShrink={0}>
				<Row text={theme.colored ? theme.selected(theme.strong(button)) : `[${button}]`} />
			</Box>
			<Row text="" />
			<Prose text={text} />
		</Panel>
	)
}
