import type { ReactElement } from 'react'
import { type Action, allows, permissions, type Role, roles } from '../../../../../client/index.ts'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Rows } from '../../../../kit/components/Rows.tsx'
import { useArea } from '../../../../kit/hooks/useArea.ts'
import { useTheme } from '../../../../kit/hooks/useModel.ts'
import { fitCells, wrapCells } from '../../../../kit/text/cells.ts'
import type { Theme } from '../../../../kit/theme/Theme.ts'
import { actionWords } from './actionWords.ts'

/** The permission table of the service. */
export function RolesPanel(): ReactElement {
	return (
		<Panel title="What roles may do">
			<RoleRows />
		</Panel>
	)
}

/** One action per row; without room, actions of the same roles share a row. */
function RoleRows(): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const actions = Object.keys(permissions) as Action[]
	const rows =
		height > actions.length
			? actions.map((action) => ({ text: actionWords[action], action }))
			: groupedActions(actions).map((same) => ({
					text: same.map((action) => actionWords[action]).join(', '),
					action: same[0]!,
				}))
	// Each role takes its name and a gap; what is left is for the words.
	const label = Math.max(12, width - roles.reduce((sum, role) => sum + columnOf(role), 0))
	const head = fitCells('', label) + roles.map((role) => fitCells(role, columnOf(role))).join('')
	const lines = rows.flatMap(({ text, action }) =>
		wrapCells(text, label - 1).map((line, index) => fitCells(line, label) + (index === 0 ? marks(action, theme) : '')),
	)
	return <Rows lines={[theme.muted(head), ...lines]} />
}

/** Actions that the same roles may do. */
function groupedActions(actions: readonly Action[]): readonly (readonly Action[])[] {
	const groups = new Map<string, Action[]>()
	for (const action of actions) {
		const key = permissions[action].join()
		groups.set(key, [...(groups.get(key) ?? []), action])
	}
	return [...groups.values()]
}

function marks(action: Action, theme: Theme): string {
	return roles
		.map((role) => {
			const cells = columnOf(role)
			return allows(role, action) ? theme.good(fitCells('✓', cells)) : theme.muted(fitCells('–', cells))
		})
		.join('')
}

function columnOf(role: Role): number {
	return role.length + 2
}
