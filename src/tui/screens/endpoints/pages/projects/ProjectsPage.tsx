import type { ReactElement } from 'react'
import { ItemTable } from '../../../../kit/components/ItemTable.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Split } from '../../../../kit/components/Split.tsx'
import { Stack } from '../../../../kit/components/Stack.tsx'
import { useArea } from '../../../../kit/hooks/useArea.ts'
import { useChanges, useNow, useTheme } from '../../../../kit/hooks/useModel.ts'
import { usePlain } from '../../../../kit/hooks/usePlain.ts'
import { filterRemark } from '../../../../kit/text/filterRemark.ts'
import { counted } from '../../../../kit/text/numbers.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { RelaysByDay } from '../../parts/RelaysByDay.tsx'
import { ago } from '../../parts/times.ts'
import { PayerPanel, payerRows } from './PayerPanel.tsx'
import type { ProjectsModel } from './ProjectsModel.ts'

/** Least width that shows the account beside the list. */
const besideFrom = 100
/** A higher chart shows no more. */
const mostChartRows = 16

/** The projects, and the account that pays for them. */
export function ProjectsPage({ model }: { readonly model: ProjectsModel }): ReactElement {
	useChanges()
	const plain = usePlain()
	const { width, height } = useArea()
	const list = <ProjectTable model={model} />
	const payer = <PayerPanel model={model} />
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
						child: <RelaysByDay statement={model.statement} />,
					},
				]}
			/>
		</Split>
	)
}

function ProjectTable({ model }: { readonly model: ProjectsModel }): ReactElement {
	useNow()
	const theme = useTheme()
	const { list, invitations } = model
	const now = model.clock()
	const waiting = invitations.length === 0 ? '' : `${counted(invitations.length, 'invitation')}: I answers`
	return (
		<Panel title={`Projects ${list.all.length}`} remark={filterRemark(list, waiting)} active>
			<ItemTable
				list={list}
				columns={[
					{ title: 'name', width: 'flex', id: 'name' },
					{ title: 'you are', width: 10, id: 'role' },
					{ title: 'made', width: 9, from: 50, id: 'made' },
				]}
				row={({ name, role, createdAt }, mark) => [
					mark(safeText(name, 100)),
					mark(role),
					theme.muted(ago(createdAt, now)),
				]}
				empty={['', 'You have no project yet.', 'n makes one, with an endpoint and its first key.']}
				onOpen={() => model.open()}
			/>
		</Panel>
	)
}
