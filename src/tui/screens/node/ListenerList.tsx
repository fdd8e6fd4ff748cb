import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useNow, useTheme } from '../../kit/hooks/useModel.ts'
import { linkText } from '../../kit/text/linkText.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { age } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import { type ListenerName, listenerNames, type NodeModel } from './NodeModel.ts'

const listenerWords = {
	rpc: 'Tendermint RPC',
	rest: 'REST',
	grpc: 'gRPC',
	legacy8: 'legacy REST gen 8',
	endpoints: 'private RPC',
} as const

/** Which port was asked for, where another program has it. */
function movedNote({ status }: NodeModel, name: ListenerName, theme: Theme): string {
	const moved = status?.moved?.[name]
	return moved === undefined ? '' : `  ${theme.warn(`! moved: ${moved.asked} is taken`)}`
}

/** The node's listeners and snapshots. */
export function ListenerList({ model }: { readonly model: NodeModel }): ReactElement {
	useNow()
	const { app, status } = model
	const theme = useTheme()
	const listeners = status?.listeners ?? {}
	const copy = `${app.keyFor('node.copy')} copies`
	return (
		<Panel title="Listeners and snapshots" remark={model.admin === undefined ? copy : `⏎ switches · ${copy}`} active>
			<Table
				header={false}
				cursor={model.cursor}
				count={model.rowCount}
				columns={[
					{ title: '', width: 1 },
					{ title: 'what', width: 18 },
					{ title: 'where', width: 'flex' },
				]}
				row={(index) => {
					const name = listenerNames[index]
					if (name !== undefined) {
						const address = listeners[name]
						const off = status?.kind === 'remote' ? 'not known' : 'off'
						return address === undefined
							? [theme.muted('○'), listenerWords[name], theme.muted(off)]
							: [theme.good('●'), listenerWords[name], linkText(app.links, address) + movedNote(model, name, theme)]
					}
					const snapshot = model.snapshots[index - listenerNames.length]
					if (snapshot === undefined) return []
					const taken = age(snapshot.time, app.clock())
					const back = `${app.keyFor('node.revert')} goes back to it`
					return [
						theme.chart2('◈'),
						safeText(snapshot.name, 18),
						`block ${grouped(snapshot.height)}, ${taken} ago · ${back}`,
					]
				}}
				empty={[]}
			/>
		</Panel>
	)
}
