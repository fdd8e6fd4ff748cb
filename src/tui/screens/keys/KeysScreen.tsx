import type { ReactElement } from 'react'
import { Split } from '../../kit/components/Split.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import { detailRows } from '../../kit/text/detailRows.ts'
import { KeyDetails, keyDetailRows } from './KeyDetails.tsx'
import { KeyList } from './KeyList.tsx'
import type { KeysModel } from './KeysModel.ts'

/** Least width that shows the details beside the list. */
const besideFrom = 120
/** Rows of the list that stay when the details stand below it. */
const fewestRows = 4

/** Keys: the list, and the selected one beside it, or below it where it is narrow. */
export function KeysScreen({ model }: { readonly model: KeysModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const { width, height } = useArea()
	const key = model.selected
	if (width >= besideFrom) {
		return (
			<Split at={0.58}>
				<KeyList model={model} />
				<KeyDetails model={model} />
			</Split>
		)
	}
	const wanted = key === undefined ? 0 : detailRows(theme, keyDetailRows(model, key), width - 4).length + 2
	const rows = Math.min(height - wanted, Math.max(model.keys.length, fewestRows) + 3)
	if (key === undefined || rows < fewestRows + 3) return <KeyList model={model} />
	return (
		<Split rows at={rows}>
			<KeyList model={model} />
			<KeyDetails model={model} />
		</Split>
	)
}
