import type { ReactElement } from 'react'
import { ItemTable } from '../../../../kit/components/ItemTable.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { useNow, useTheme } from '../../../../kit/hooks/useModel.ts'
import { filterRemark } from '../../../../kit/text/filterRemark.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { ago } from '../../parts/times.ts'
import type { ApplicationModel } from './ApplicationModel.ts'
import { keyState, keyWorks } from './keyState.ts'

/** The keys of an application, those that work first. */
export function KeyTable({ model }: { readonly model: ApplicationModel }): ReactElement {
	useNow()
	const theme = useTheme()
	const { list, seesKeys } = model
	const now = model.app.clock()
	return (
		<Panel title={`Keys ${model.workingKeys}`} remark={filterRemark(list)} active>
			<ItemTable
				list={list}
				columns={[
					{ title: 'key', width: 14 },
					{ title: 'label', width: 'flex', id: 'label' },
					{ title: 'made', width: 9, from: 60, id: 'made' },
					{ title: 'used', width: 9, id: 'used' },
					{ title: 'state', width: 22 },
				]}
				row={(key, mark) => {
					const state = keyState(key, now)
					return [
						mark(safeText(key.hint, 40)),
						mark(safeText(key.label, 100)),
						theme.muted(ago(key.createdAt, now)),
						ago(key.lastUsedAt, now),
						keyWorks(key, now) ? state : theme.bad(state),
					]
				}}
				empty={seesKeys === true ? ['There is no key. n makes one.'] : [`Keys are not shown: ${seesKeys}.`]}
			/>
		</Panel>
	)
}
