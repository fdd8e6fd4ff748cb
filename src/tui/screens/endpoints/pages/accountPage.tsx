import type { ReactElement } from 'react'
import type { EndpointsAccount, EndpointsSession } from '../../../../client/index.ts'
import { Details } from '../../../kit/components/Details.tsx'
import { Stack } from '../../../kit/components/layout.tsx'
import { Panel } from '../../../kit/components/Panel.tsx'
import { useChanges } from '../../../kit/hooks/hooks.ts'
import type { Detail } from '../../../kit/text/detailRows.ts'
import { grouped } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { linkProvider } from '../forms/DeviceLogin.tsx'
import { changePassword } from '../forms/passwordLogin.ts'
import { listPage } from '../ListPage.tsx'
import { operationActions } from '../operations.ts'
import type { Page } from '../PageModel.ts'
import { ago, until, when } from '../parts/texts.ts'
import { planWords } from '../parts/usage.ts'

/** The account that is logged in and its sessions. */
export function accountPage(model: EndpointsModel): Page {
	return listPage<EndpointsSession>(model, {
		crumb: 'account',
		operation: 'sessions',
		read: async () => {
			const { client } = model
			const [account, sessions] = await Promise.all([client.account(), client.sessions()])
			model.account = account
			return sessions
		},
		keyOf: ({ id }) => id,
		texts: ({ method }) => [method],
		columns: () => [
			{
				id: 'method',
				title: 'logged in with',
				width: 'flex',
				text: ({ method }, { mark }) => mark(safeText(method, 40)),
			},
			{
				id: 'since',
				width: 10,
				text: ({ createdAt }, { now }) => ago(createdAt, now),
				order: ({ createdAt }) => createdAt,
			},
			{
				id: 'used',
				title: 'last used',
				width: 12,
				text: ({ lastUsedAt }, { now }) => ago(lastUsedAt, now),
				order: ({ lastUsedAt }) => lastUsedAt,
			},
			{ id: 'ends', title: 'ends in', width: 8, text: ({ expiresAt }, { now }) => until(expiresAt, now) },
			{ id: 'current', title: '', width: 10, text: ({ current }) => (current ? '● this one' : '') },
		],
		title: (rows) => `Sessions ${rows.length}`,
		empty: [],
		subject: (row) => ({ row, values: { sessionId: row?.id }, none: 'there is no session' }),
		actions: () => ({
			account: { can: () => 'this is the account', run: () => {} },
			...capActions(model, 2),
			password: { footer: 1, run: () => changePassword(model) },
			link: { footer: 3, run: () => linkProvider(model) },
			copy: { title: 'copy account id', run: () => model.app.copy(model.account?.id ?? '', 'account id') },
		}),
		around: ({ list }) => <Around list={list} model={model} />,
	})
}

/** The hard cap of the account, with its place in the footer. */
export function capActions(model: EndpointsModel, footer: number) {
	const row = model.account === undefined ? undefined : { ...model.account }
	const { cap } = operationActions(model, 'account', { row, values: {}, none: 'nobody is logged in' })
	return cap === undefined ? {} : { cap: { ...cap, footer } }
}

function Around({ list, model }: { readonly list: ReactElement; readonly model: EndpointsModel }): ReactElement {
	useChanges()
	const rows = accountRows(model.account)
	const details = (
		<Panel title="Account">
			<Details rows={rows} />
		</Panel>
	)
	return (
		<Stack
			parts={[
				{ key: 'account', rows: rows.length + 2, child: details },
				{ key: 'sessions', rows: 'rest', child: list },
			]}
		/>
	)
}

function accountRows(account: EndpointsAccount | undefined): readonly Detail[] {
	if (account === undefined) return []
	const { email, id, plan, cap, hasPassword, createdAt } = account
	return [
		['e-mail', safeText(email, 200)],
		['account id', safeText(id, 60)],
		['plan', planWords[plan]],
		['hard cap', cap === null ? 'none' : `${grouped(cap)} relays a month`],
		['password', hasPassword ? 'set' : 'none: logs in with a provider'],
		['since', when(createdAt)],
	]
}
