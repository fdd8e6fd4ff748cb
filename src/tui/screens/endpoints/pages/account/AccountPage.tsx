import type { ReactElement } from 'react'
import { Details } from '../../../../kit/components/Details.tsx'
import { ItemTable } from '../../../../kit/components/ItemTable.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Stack } from '../../../../kit/components/Stack.tsx'
import { useChanges, useNow } from '../../../../kit/hooks/useModel.ts'
import type { Detail } from '../../../../kit/text/detailRows.ts'
import { filterRemark } from '../../../../kit/text/filterRemark.ts'
import { grouped } from '../../../../kit/text/numbers.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { ago, until, when } from '../../parts/times.ts'
import type { AccountModel } from './AccountModel.ts'

/** The account that is logged in, and its sessions. */
export function AccountPage({ model }: { readonly model: AccountModel }): ReactElement {
	useChanges()
	const rows = accountRows(model)
	const details = (
		<Panel title="Account">
			<Details rows={rows} />
		</Panel>
	)
	return (
		<Stack
			parts={[
				{ key: 'account', rows: rows.length + 2, child: details },
				{ key: 'sessions', rows: 'rest', child: <SessionTable model={model} /> },
			]}
		/>
	)
}

function accountRows({ account }: AccountModel): readonly Detail[] {
	if (account === undefined) return []
	const { email, id, plan, cap, hasPassword, createdAt } = account
	return [
		['e-mail', safeText(email, 200)],
		['account id', safeText(id, 60)],
		['plan', plan === 'enterprise' ? 'enterprise' : 'pay as you go'],
		['hard cap', cap === null ? 'none' : `${grouped(cap)} relays a month`],
		['password', hasPassword ? 'set' : 'none: logs in with a provider'],
		['since', when(createdAt)],
	]
}

function SessionTable({ model }: { readonly model: AccountModel }): ReactElement {
	useNow()
	const { list } = model
	const now = model.clock()
	return (
		<Panel title={`Sessions ${list.all.length}`} remark={filterRemark(list)} active>
			<ItemTable
				list={list}
				columns={[
					{ title: 'logged in with', width: 'flex' },
					{ title: 'since', width: 10, id: 'since' },
					{ title: 'last used', width: 12, id: 'used' },
					{ title: 'ends in', width: 8 },
					{ title: '', width: 10 },
				]}
				row={({ method, createdAt, lastUsedAt, expiresAt, current }, mark) => [
					mark(safeText(method, 40)),
					ago(createdAt, now),
					ago(lastUsedAt, now),
					until(expiresAt, now),
					current ? '● this one' : '',
				]}
				empty={[]}
			/>
		</Panel>
	)
}
