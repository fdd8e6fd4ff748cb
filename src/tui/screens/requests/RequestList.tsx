import type { ReactElement } from 'react'
import { clientOf, listenerWords, msText, outcomeOf, whatOf } from '../../../client/index.ts'
import { ItemTable } from '../../kit/components/ItemTable.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { filterRemark } from '../../kit/text/filterRemark.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { RequestsModel } from './RequestsModel.ts'

/** The requests in a table, the newest first. */
export function RequestList({ model }: { readonly model: RequestsModel }): ReactElement {
	useChanges()
	const { stream, list } = model
	const failed = list.shown.filter((request) => outcomeOf(request).bad).length
	const remarks =
		stream.on === true
			? [
					...(model.listener === undefined ? [] : [listenerWords[model.listener]]),
					...(list.filter === '' ? [] : [filterRemark(list)]),
					...(failed === 0 ? [] : [`${grouped(failed)} failed`]),
					model.held === undefined ? 'live' : 'paused',
				]
			: ['off']
	const title = stream.on === true ? counted(stream.count, 'request') : 'Requests'
	return (
		<Panel title={title} remark={remarks.join(' · ')} active={model.reading === undefined}>
			<RequestTable model={model} />
		</Panel>
	)
}

function RequestTable({ model }: { readonly model: RequestsModel }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const { list } = model
	return (
		<ItemTable
			list={list}
			columns={columns}
			row={(request, mark) => {
				const outcome = outcomeOf(request)
				return [
					theme.muted(request.time.slice(11, 19)),
					mark(listenerWords[request.listener]),
					mark(safeText(whatOf(request), 300)),
					theme.muted(mark(safeText(clientOf(request), 64))),
					(outcome.bad ? theme.bad : theme.good)(mark(outcome.text)),
					msText(request.ms),
					grouped(request.replyBytes),
				]
			}}
			empty={emptyRows(model).flatMap((line) => wrapCells(line, width))}
			onOpen={() => model.app.attempt(() => model.open())}
		/>
	)
}

const columns = [
	{ title: 'time', width: 8, id: 'time' },
	{ title: 'listener', width: 10, id: 'listener' },
	{ title: 'what', width: 'flex', id: 'what' },
	{ title: 'from', width: 16, from: 100, id: 'from' },
	{ title: 'status', width: 10, id: 'status' },
	{ title: 'ms', width: 6, align: 'right', id: 'ms' },
	{ title: 'bytes', width: 9, align: 'right', from: 84, id: 'bytes' },
] as const

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
	if (!stream.on) {
		return [
			'',
			'See what clients ask this node: JSON-RPC, REST, gRPC, private endpoints, each with its answer, time and size.',
			'',
			`${key('requests.switch')} starts recording. The node then keeps the newest 500 requests in memory, with keys and passwords masked, until you switch it off.`,
		]
	}
	if (listener !== undefined)
		return ['', 'No request of this listener.', `${key('requests.listener')} or Esc shows all again.`]
	const { rest, rpc } = app.state.status?.listeners ?? {}
	const example = rest !== undefined ? `${rest}/node_info` : rpc === undefined ? undefined : `${rpc}/status`
	return ['', 'No client has sent a request yet.', ...(example === undefined ? [] : [`Try: curl ${example}`])]
}
