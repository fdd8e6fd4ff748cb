import type { ReactElement } from 'react'
import { ItemTable } from '../../../../kit/components/ItemTable.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { useChanges, useNow } from '../../../../kit/hooks/useModel.ts'
import { filterRemark } from '../../../../kit/text/filterRemark.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { ago } from '../../parts/times.ts'
import type { InvitationsModel } from './InvitationsModel.ts'

/** Invitations and offers that wait for the account's answer. */
export function InvitationsPage({ model }: { readonly model: InvitationsModel }): ReactElement {
	useChanges()
	useNow()
	const { list } = model
	const now = model.clock()
	return (
		<Panel title={`Invitations ${list.all.length}`} remark={filterRemark(list)} active>
			<ItemTable
				list={list}
				columns={[
					{ title: 'project', width: 'flex', id: 'project' },
					{ title: 'as', width: 10 },
					{ title: 'from', width: 'flex' },
					{ title: 'sent', width: 9, from: 60, id: 'sent' },
				]}
				row={({ projectName, role, invitedBy, createdAt }, mark) => [
					mark(safeText(projectName, 100)),
					mark(role),
					mark(safeText(invitedBy, 200)),
					ago(createdAt, now),
				]}
				empty={['', 'No invitation is open.', 'An admin of a project invites you by the e-mail of your account.']}
				onOpen={() => model.accept()}
			/>
		</Panel>
	)
}
