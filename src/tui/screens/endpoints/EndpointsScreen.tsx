import type { ReactElement } from 'react'
import type { UserError } from '../../../errors/UserError.ts'
import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { Split } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Row } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { hint } from '../../kit/text/hints.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import { createRoutes } from './createRoutes.ts'
import { EndpointsModel } from './EndpointsModel.ts'
import { endpointCommands } from './endpointsCommands.ts'

/** Rows a page needs to be worth showing under what went wrong. */
const leastRows = 6

/** Private endpoints: the current page, or the reason there is none. */
export function EndpointsScreen({ model }: { readonly model: EndpointsModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const { height } = useArea()
	// Deeper pages need the row for themselves.
	if (model.pages.length > 1 || height < leastRows) return <Pages model={model} />
	const { app } = model
	const key = app.keyFor('go.endpoints')
	const nodes = theme.muted(`${key} again: Nodes, the places this app talks to`)
	return (
		<Split rows at={1}>
			<Row text={` ${theme.strong('Private endpoints')}   ${nodes}`} />
			<Pages model={model} />
		</Split>
	)
}

function Pages({ model }: { readonly model: EndpointsModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	if (model.service === undefined) return <ServiceOff model={model} />
	const { problem, page } = model
	const { isRead, crumb } = page.model
	if (problem === undefined) {
		if (isRead) return page.view()
		const title = crumb === '' ? 'Private endpoints' : safeText(crumb, 80)
		return <Panel title={title} rows={() => [theme.accent('◌ asking the endpoint service')]} />
	}
	const rows = problemRows(theme, problem, width - 4)
	const top = Math.min(height, rows.length + 2)
	const failed = <Panel title="That failed" height={top} rows={() => rows} />
	// Earlier content stays visible if there is room.
	if (!isRead || (height - top < leastRows && !plain)) return failed
	return (
		<Split rows at={top}>
			{failed}
			{page.view()}
		</Split>
	)
}

/** Explains how to reach the service if the node in use does not offer it. */
function ServiceOff({ model: { app } }: { readonly model: EndpointsModel }): ReactElement {
	const [first = '', second = ''] =
		app.state.status?.kind === 'remote'
			? [
					'The endpoint service of a remote node is managed on its own machine.',
					`Run chain-tui there, or go to a chain of your own: ${app.keyFor('rpc.own')} at ${app.keyFor('go.rpc')}.`,
				]
			: [
					'The endpoint service of this node is off.',
					`Switch its listener on at the Node screen (${app.keyFor('go.node')}), or start with --endpoints 127.0.0.1:8545.`,
				]
	return (
		<Panel
			title="Private endpoints"
			rows={({ theme, width }) => [...wrapCells(first, width), ...wrapCells(second, width).map(theme.muted)]}
		/>
	)
}

/** An error with its cause, next step and keys. */
function problemRows(theme: Theme, { message, why, next }: UserError, width: number): readonly string[] {
	const lines = (text: string): readonly string[] => (text === '' ? [] : wrapCells(safeText(text, 500), width))
	return [
		...lines(`✗ ${message}`).map(theme.bad),
		...lines(why),
		...lines(next).map(theme.warn),
		`${hint(theme, 'r', 'reads again')}   ${hint(theme, 'esc', 'goes up')}`,
	]
}

/** Private JSON-RPC endpoints: accounts, projects, teams, applications, keys, statistics and bills. */
export const endpointsScreen = defineScreen({
	...tabs.endpoints,
	model: (app) => new EndpointsModel(app, createRoutes),
	commands: endpointCommands,
	Screen: EndpointsScreen,
})
