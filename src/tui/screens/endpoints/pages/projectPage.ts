import type { EndpointsApplication, EndpointsProject, UsageStatement } from '../../../../client/index.ts'
import { grouped } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { newApplication } from '../forms/newEndpoint.ts'
import { listPage } from '../ListPage.tsx'
import type { Page, PageAction } from '../PageModel.ts'
import { protectionText } from '../parts/texts.ts'

const none = 'there is no application yet: n makes one'

/** The applications of one project. */
export function projectPage(model: EndpointsModel, project: EndpointsProject): Page {
	let statement: UsageStatement | undefined
	// The account in use owns the project: it sees what its applications used.
	const isMine = model.account?.id === project.accountId
	const relaysOf = ({ id }: EndpointsApplication): number =>
		statement?.applications.find(({ applicationId }) => applicationId === id)?.relays ?? 0
	const { routes } = model
	return listPage<EndpointsApplication>(model, {
		crumb: project.name,
		operation: 'applications',
		read: async () => {
			const { client } = model
			const [applications, read] = await Promise.all([client.applications(project.id), client.statement()])
			statement = read
			return applications
		},
		keyOf: ({ id }) => id,
		texts: (one) => [one.name, one.network, protectionText(one), one.description, one.url],
		columns: () => [
			{
				id: 'name',
				width: 'flex',
				text: ({ name }, { mark }) => mark(safeText(name, 100)),
				order: ({ name }) => name,
			},
			{ id: 'network', width: 9, text: ({ network }, { mark }) => mark(network), order: ({ network }) => network },
			{
				id: 'protection',
				title: 'callers need',
				width: 30,
				text: (one, { mark, theme }) => {
					const text = mark(protectionText(one))
					return one.warnings.length === 0 ? text : theme.warn(text)
				},
			},
			...(isMine
				? [
						{
							id: 'used',
							title: 'this month',
							width: 13,
							align: 'right',
							from: 70,
							text: (one: EndpointsApplication) => grouped(relaysOf(one)),
							order: relaysOf,
						} as const,
					]
				: []),
			{ id: 'url', title: 'URL', width: 66, from: 150, text: ({ url }, { theme }) => theme.muted(safeText(url)) },
		],
		title: (rows) => `${safeText(project.name, 60)} · applications ${rows.length}`,
		remarks: () => [`you are ${project.role}`],
		empty: ['', 'This project has no application yet.', 'n makes one: an endpoint with its own URL and key.'],
		subject: (row) => ({ project, row, values: { projectId: project.id, applicationId: row?.id }, none }),
		actions: (application) => {
			const on = (action: Omit<PageAction, 'run'>, run: (one: EndpointsApplication) => void): PageAction => ({
				...action,
				can: () => application !== undefined || none,
				run: () => {
					if (application !== undefined) run(application)
				},
			})
			return {
				new: {
					title: 'new application',
					footer: application === undefined ? 1 : 2,
					can: () => model.may(project, 'application.create'),
					run: () => newApplication(model, project),
				},
				open: on({ footer: 1 }, (one) => model.go(routes.application(project, one))),
				copy: on({ title: 'copy URL', footer: 3 }, ({ url }) => model.app.copy(url, 'URL')),
				statistics: on({}, (one) => model.go(routes.statistics(one))),
				team: { footer: 4, run: () => model.go(routes.team(project)) },
				audit: { can: () => model.may(project, 'audit.read'), run: () => model.go(routes.audit(project)) },
			}
		},
		open: (application) => model.go(routes.application(project, application)),
	})
}
