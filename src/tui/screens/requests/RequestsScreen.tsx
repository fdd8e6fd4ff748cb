import { type ReactElement, useEffect } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Split } from '../../kit/components/Split.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { RequestDetails } from './RequestDetails.tsx'
import { RequestList } from './RequestList.tsx'
import type { RequestsModel } from './RequestsModel.ts'

/** Least width that shows the selected request beside the list. */
const besideFrom = 130

/** Requests: what clients ask this node, and the selected one beside the list or in its place. */
export function RequestsScreen({ model }: { readonly model: RequestsModel }): ReactElement {
	useChanges()
	const { width } = useArea()
	const plain = usePlain()
	const wide = width >= besideFrom && !plain
	useEffect(() => model.setWide(wide), [model, wide])
	const opened = model.reading
	if (!wide) {
		return opened === undefined ? <RequestList model={model} /> : <RequestDetails model={model} reading={opened} />
	}
	const { selected } = model.list
	// Until the next one is read the one before stays: no flicker while requests stream in.
	const reading = opened ?? model.beside
	return (
		<Split at={0.55}>
			<RequestList model={model} />
			{reading === undefined || selected === undefined ? (
				<Panel title="Request">
					<Prose text={model.fault === '' ? 'Nothing is selected.' : model.fault} as="muted" />
				</Panel>
			) : (
				<RequestDetails model={model} reading={reading} />
			)}
		</Split>
	)
}
