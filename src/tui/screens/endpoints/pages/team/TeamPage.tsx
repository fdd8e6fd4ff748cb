import type { ReactElement } from 'react'
import { ItemTable } from '../../../../kit/components/ItemTable.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Split } from '../../../../kit/components/Split.tsx'
import { useArea } from '../../../../kit/hooks/useArea.ts'
import { useChanges, useNow } from '../../../../kit/hooks/useModel.ts'
import { filterRemark } from '../../../../kit/text/filterRemark.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { ago } from '../../parts/times.ts'
import { RolesPanel } from './RolesPanel.tsx'
import { personOf, type TeamModel, type TeamRow } from './TeamModel.ts'

/** Least width that shows the roles beside the team. */
const besideFrom = 130

/** The team of a project, and what each role may do. */
export function TeamPage({ model }: { readonly model: TeamModel }): ReactElement {
	useChanges()
	const { width, height } = useArea()
	const beside = width >= besideFrom
	const top = Math.max(6, Math.min(model.list.all.length + 3, Math.floor(height / 2)))
	return (
		<Split rows={!beside} at={beside ? 0.5 : top}>
			<TeamTable model={model} />
			<RolesPanel />
		</Split>
	)
}

function TeamTable({ model }: { readonly model: TeamModel }): ReactElement {
	useNow()
	const { list } = model
	const now = model.clock()
	return (
		<Panel title={`Team of ${safeText(model.project.name, 60)}`} remark={filterRemark(list)} active>
			<ItemTable
				list={list}
				columns={[
					{ title: 'e-mail', width: 'flex', id: 'email' },
					{ title: 'role', width: 10, id: 'role' },
					{ title: 'added', width: 9 },
					{ title: '', width: 9 },
				]}
				row={(row, mark) => [
					mark(safeText(personOf(row).email, 200)),
					mark(personOf(row).role),
					ago('member' in row ? row.member.addedAt : row.invitation.createdAt, now),
					stateOf(model, row),
				]}
				empty={['Nobody is in this team.']}
			/>
		</Panel>
	)
}

/** Role or state of a row. */
function stateOf(model: TeamModel, row: TeamRow): string {
	if ('member' in row) return model.isSelf(row.member) ? '● you' : ''
	return row.invitation.kind === 'transfer' ? 'offered' : 'invited'
}
