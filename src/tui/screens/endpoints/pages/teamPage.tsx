import type { ReactElement } from 'react'
import {
	type Action,
	actionWords,
	allows,
	type EndpointsProject,
	permissions,
	type Role,
	roles,
	type TeamInvitation,
	type TeamMember,
} from '../../../../client/index.ts'
import { Split } from '../../../kit/components/layout.tsx'
import { Panel, type PanelSpace } from '../../../kit/components/Panel.tsx'
import { useArea, useChanges } from '../../../kit/hooks/hooks.ts'
import { fitCells, wrapCells } from '../../../kit/text/cells.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { Theme } from '../../../kit/theme/Theme.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { listPage } from '../ListPage.tsx'
import type { Page } from '../PageModel.ts'
import { ago } from '../parts/texts.ts'

/** Least width that shows the roles beside the team. */
const besideFrom = 130

/** A team member (`self` is the account in use), or an account that is invited (`kind`). */
type TeamRow = (TeamMember & { readonly self: boolean }) | TeamInvitation

/** The team of a project, followed by its open invitations, and what each role may do. */
export function teamPage(model: EndpointsModel, project: EndpointsProject): Page {
	return listPage<TeamRow>(model, {
		crumb: 'team',
		operation: 'members',
		read: async () => {
			const { client } = model
			const [members, invitations] = await Promise.all([
				client.members(project.id),
				client.projectInvitations(project.id),
			])
			return [
				...members.map((member) => ({ ...member, self: member.accountId === model.account?.id })),
				...invitations.filter(({ state }) => state === 'pending'),
			]
		},
		keyOf: (row) => ('kind' in row ? `invitation ${row.id}` : `member ${row.accountId}`),
		texts: ({ email, role }) => [email, role],
		columns: () => [
			{
				id: 'email',
				title: 'e-mail',
				width: 'flex',
				text: ({ email }, { mark }) => mark(safeText(email, 200)),
				order: ({ email }) => email,
			},
			{ id: 'role', width: 10, text: ({ role }, { mark }) => mark(role), order: ({ role }) => role },
			{ id: 'added', width: 9, text: (row, { now }) => ago('kind' in row ? row.createdAt : row.addedAt, now) },
			{ id: 'state', title: '', width: 9, text: stateOf },
		],
		title: () => `Team of ${safeText(project.name, 60)}`,
		empty: ['Nobody is in this team.'],
		subject: (row) => ({
			project,
			row: row ?? {},
			values: {
				projectId: project.id,
				accountId: row !== undefined && 'accountId' in row ? row.accountId : undefined,
				invitationId: row !== undefined && 'kind' in row ? row.id : undefined,
			},
			none: row === undefined ? 'nobody is selected' : 'they have not accepted yet',
		}),
		actions: () => ({ team: { can: () => 'this is the team', run: () => {} } }),
		around: ({ list, page }) => <Around list={list} rows={page.list.all.length} />,
	})
}

function stateOf(row: TeamRow): string {
	if (!('kind' in row)) return row.self ? '● you' : ''
	return row.kind === 'transfer' ? 'offered' : 'invited'
}

function Around({ list, rows }: { readonly list: ReactElement; readonly rows: number }): ReactElement {
	useChanges()
	const { width, height } = useArea()
	const beside = width >= besideFrom
	const top = Math.max(6, Math.min(rows + 3, Math.floor(height / 2)))
	return (
		<Split rows={!beside} at={beside ? 0.5 : top}>
			{list}
			<Panel title="What roles may do" rows={roleRows} />
		</Split>
	)
}

/** One action per row; without room, actions of the same roles share a row. */
function roleRows({ theme, width, height }: PanelSpace): readonly string[] {
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
	return [theme.muted(head), ...lines]
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
