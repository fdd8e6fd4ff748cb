import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import type { EndpointsModel } from './EndpointsModel.ts'

/** Explains how to reach the service if the node in use does not offer it. */
export function ServiceOff({ model }: { readonly model: EndpointsModel }): ReactElement {
	return (
		<Panel title="Private endpoints">
			<Reasons model={model} />
		</Panel>
	)
}

function Reasons({ model: { app } }: { readonly model: EndpointsModel }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const [first = '', second = ''] =
		app.state.status?.kind === 'remote'
			? [
					'The endpoint service of a remote node is managed on its own machine.',
					'Run chain-tui there, or without --node for a chain of your own.',
				]
			: [
					'The endpoint service of this node is off.',
					`Switch its listener on at the Node screen (${app.keyFor('go.node')}), or start with --endpoints 127.0.0.1:8545.`,
				]
	return <Rows lines={[...wrapCells(first, width), ...wrapCells(second, width).map(theme.muted)]} />
}
