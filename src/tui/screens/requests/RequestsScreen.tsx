import { type ReactElement, useEffect } from 'react'
import { listenerWords, outcomeOf } from '../../../client/index.ts'
import { defineScreen } from '../../app/defineScreen.ts'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import { tabs } from '../../app/tabs.ts'
import { FirstAction } from '../../kit/components/FirstAction.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { useArea, useChanges, usePlain } from '../../kit/hooks/hooks.ts'
import { isEnabled } from '../../kit/keymap/Command.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { RequestDetails } from './RequestDetails.tsx'
import { RequestsModel, requestColumns } from './RequestsModel.ts'
import { firstRequest, requestsCommands } from './requestsCommands.ts'

/** Least width that shows the selected request beside the list. */
const besideFrom = 130

/** Requests: what clients ask this node, and the selected one beside the list or in its place. */
export function RequestsScreen({ model }: { readonly model: RequestsModel }): ReactElement {
	useChanges()
	const { width } = useArea()
	const plain = usePlain()
	const wide = width >= besideFrom && !plain
	useEffect(() => model.setWide(wide), [model, wide])
	const { stream, list, listener } = model
	const open = requestsCommands(model).find(({ id }) => id === 'requests.open')!
	if (model.isEmpty && isEnabled(open)) return <FirstAction title="Requests" command={open} text={firstText(model)} />
	const isOn = stream.on === true
	const failed = list.shown.filter((request) => outcomeOf(request).bad).length
	return (
		<ListScreen
			model={model}
			title={isOn ? counted(stream.count, 'request') : 'Requests'}
			remarks={
				isOn
					? [
							...(listener === undefined ? [] : [listenerWords[listener]]),
							...(failed === 0 ? [] : [`${grouped(failed)} failed`]),
							model.held === undefined ? 'live' : 'paused',
						]
					: ['off']
			}
			columns={requestColumns}
			empty={emptyRows(model)}
			onOpen={() => model.app.attempt(() => model.open())}
			detail={() => <SelectedRequest model={model} />}
			besideFrom={besideFrom}
			at={0.55}
		/>
	)
}

function SelectedRequest({ model }: { readonly model: RequestsModel }): ReactElement {
	// Until the next one is read the one before stays: no flicker while requests stream in.
	const reading = model.reading ?? (model.list.selected === undefined ? undefined : model.beside)
	if (reading !== undefined) return <RequestDetails model={model} reading={reading} />
	return (
		<Panel title="Request">
			<Prose text={model.fault === '' ? 'Nothing is selected.' : model.fault} as="muted" />
		</Panel>
	)
}

/** What the screen is for, below its first action. */
function firstText(model: RequestsModel): string {
	const line = firstRequest(model)
	return model.stream.on === true
		? `No client has sent a request yet. ${line ?? ''}`
		: 'See what clients ask this node: JSON-RPC, REST, gRPC, private endpoints, each with its answer, time and size. The node keeps the newest 500 requests in memory, with keys and passwords masked, until you switch it off.'
}

/** The reason the list is empty, and the next step. */
function emptyRows({ app, stream, offered, listener }: RequestsModel): readonly string[] {
	const key = (id: string): string => app.keyFor(id)
	if (!offered) {
		return [
			'',
			'This node does not show what clients ask it.',
			'The node inside the app does, and so does your own node with --admin.',
		]
	}
	if (stream.fault !== '') return ['', safeText(stream.fault, 400), `${key('requests.switch')} tries again.`]
	if (stream.on === undefined) return ['', '…']
	if (listener !== undefined)
		return ['', 'No request of this listener.', `${key('requests.listener')} or Esc shows all again.`]
	return ['', 'No client has sent a request yet.']
}

/** Requests that clients send to this node. */
export const requestsScreen = defineScreen({
	...tabs.requests,
	model: (app) => new RequestsModel(app),
	commands: requestsCommands,
	Screen: RequestsScreen,
})
