import type { ReactElement } from 'react'
import type { EndpointsProject, TeamInvitation, UsageStatement } from '../../../../client/index.ts'
import { Split, Stack } from '../../../kit/components/layout.tsx'
import { Panel } from '../../../kit/components/Panel.tsx'
import { useArea, useChanges, usePlain } from '../../../kit/hooks/hooks.ts'
import { middle } from '../../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../../kit/text/detailRows.ts'
import { counted } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { Theme } from '../../../kit/theme/Theme.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { newEndpoint } from '../forms/newEndpoint.ts'
import { listPage } from '../ListPage.tsx'
import type { Page } from '../PageModel.ts'
import { RelaysByDay } from '../parts/RelaysByDay.tsx'
import { ago } from '../parts/texts.ts'
import { billText, freeTierText, planWords } from '../parts/usage.ts'

/** Least width that shows the account beside the list. */
const besideFrom = 100
/** A higher chart shows no more. */
const mostChartRows = 16
/** Rows of the account. */
const payerRows = 7

/** What stands beside the projects. */
interface Beside {
	statement: UsageStatement | undefined
	/** Open ones, to the account. */
	invitations: readonly TeamInvitation[]
}

/** The projects of the account, and what the account has used this month. */
export function projectsPage(model: EndpointsModel): Page {
	const beside: Beside = { statement: undefined, invitations: [] }
	const { routes } = model
	return listPage<EndpointsProject>(model, {
		crumb: '',
		operation: 'projects',
		read: async () => {
			const { client } = model
			const [projects, statement, invitations] = await Promise.all([
				client.projects(),
				client.statement(),
				client.invitations(),
			])
			Object.assign(beside, { statement, invitations })
			return projects
		},
		keyOf: ({ id }) => id,
		texts: ({ name, role }) => [name, role],
		columns: () => [
			{
				id: 'name',
				width: 'flex',
				text: ({ name }, { mark }) => mark(safeText(name, 100)),
				order: ({ name }) => name,
			},
			{
				id: 'role',
				title: 'you are',
				width: 10,
				text: ({ role }, { mark }) => mark(role),
				order: ({ role }) => role,
			},
			{
				id: 'made',
				width: 9,
				from: 50,
				text: ({ createdAt }, { theme, now }) => theme.muted(ago(createdAt, now)),
				order: ({ createdAt }) => createdAt,
			},
		],
		title: (rows) => `Projects ${rows.length}`,
		remarks: () => {
			const { length } = beside.invitations
			return length === 0 ? [] : [`${counted(length, 'invitation')}: I answers`]
		},
		empty: ['', 'You have no project yet.', 'n makes one, with an endpoint and its first key.'],
		subject: (row) => ({
			...(row === undefined ? {} : { project: row }),
			row,
			values: { projectId: row?.id },
			none: 'there is no project yet: n makes one',
		}),
		actions: (project) => {
			const none = { can: () => 'there is no project yet: n makes one', run: () => {} }
			return {
				invitations: {
					...(beside.invitations.length === 0 ? {} : { footer: 4 }),
					run: () => model.go(routes.invitations()),
				},
				new: { title: 'new project', footer: project === undefined ? 1 : 2, run: () => newEndpoint(model) },
				open: project === undefined ? none : { footer: 1, run: () => model.go(routes.project(project)) },
				team: project === undefined ? none : { footer: 3, run: () => model.go(routes.team(project)) },
			}
		},
		open: (project) => model.go(routes.project(project)),
		around: ({ list }) => <Around list={list} model={model} beside={beside} />,
	})
}

interface AroundProps {
	readonly list: ReactElement
	readonly model: EndpointsModel
	readonly beside: Beside
}

function Around({ list, model, beside }: AroundProps): ReactElement {
	useChanges()
	const plain = usePlain()
	const { width, height } = useArea()
	const payer = (
		<Panel
			title="Account"
			remark={beside.statement?.month ?? ''}
			rows={({ theme, width }) => detailRows(theme, payerDetails(model, beside.statement, theme, width - 11), width)}
		/>
	)
	if (width < besideFrom || plain) {
		const withPayer = height >= 16 || plain
		return (
			<Stack
				parts={[
					{ key: 'list', rows: 'rest', child: list },
					...(withPayer ? [{ key: 'payer', rows: payerRows, child: payer }] : []),
				]}
			/>
		)
	}
	return (
		<Split at={0.6}>
			{list}
			<Stack
				parts={[
					{ key: 'payer', rows: payerRows, child: payer },
					{
						key: 'days',
						rows: Math.min(mostChartRows, height - payerRows),
						child: <RelaysByDay statement={beside.statement} />,
					},
				]}
			/>
		</Split>
	)
}

/** The account in use: its plan, what it used this month, and where the service is. */
function payerDetails(
	{ account, app, client }: EndpointsModel,
	statement: UsageStatement | undefined,
	theme: Theme,
	room: number,
): readonly Detail[] {
	if (account === undefined || statement === undefined) return []
	return [
		['e-mail', safeText(account.email, 100)],
		['plan', planWords[account.plan]],
		['free tier', freeTierText(statement, theme, room)],
		['bill', billText(statement, theme, app.amounts)],
		['service', middle(safeText(client.url, 200), Math.max(8, room))],
	]
}
