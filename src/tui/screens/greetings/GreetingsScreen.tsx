import type { ReactElement } from 'react'
import { Split } from '../../kit/components/Split.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges } from '../../kit/hooks/useModel.ts'
import { GreetingDetail } from './GreetingDetail.tsx'
import { GreetingList } from './GreetingList.tsx'
import type { GreetingsModel } from './GreetingsModel.ts'

/** Least width that shows the detail beside the list. */
const detailFrom = 100

/** All greetings: the list, and the selected one beside it or in its place. */
export function GreetingsScreen({ model }: { readonly model: GreetingsModel }): ReactElement {
	useChanges()
	const { width } = useArea()
	if (width >= detailFrom) {
		return (
			<Split at={width < 140 ? 0.55 : 0.5}>
				<GreetingList model={model} />
				<GreetingDetail model={model} />
			</Split>
		)
	}
	const open = model.detailOpen && model.selected !== undefined
	return open ? <GreetingDetail model={model} /> : <GreetingList model={model} />
}
