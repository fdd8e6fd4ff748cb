import { listenerWords } from '../../../client/index.ts'
import { listCommands } from '../../app/list/listCommands.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import type { RequestsModel } from './RequestsModel.ts'

/** Commands of the Requests screen. */
export function requestsCommands(model: RequestsModel): readonly CommandRecord[] {
	const { app, list, stream } = model
	const isOpen = model.reading !== undefined
	const isOn = stream.on === true
	const whenOpen = (): true | string => isOpen || 'no request is open'
	const whenListed = (): true | string => isOpen || list.shown.length > 0 || 'there is no request'
	const inList = (): true | string => (isOn && !isOpen) || (isOpen ? 'a request is open' : 'requests are not recorded')
	return [
		{
			id: 'requests.switch',
			keys: ['o'],
			title: isOn ? 'switch off' : 'switch on',
			description: 'Record what clients ask this node, or stop and delete the recorded requests.',
			footer: isOn ? 9 : 0,
			enabled: () => model.offered || 'this node does not show what clients ask it',
			run: () => model.toggle(),
		},
		...listCommands(model, {
			id: 'requests',
			open: {
				description:
					'Open the selected request: its reply, body and headers. While there is none: record them, or copy a first one.',
				...(isOpen ? {} : { footer: 1 }),
				...(firstAction(model) ?? {
					enabled: () => (!isOpen && list.shown.length > 0) || (isOpen ? 'it is open' : 'there is no request'),
					run: () => model.open(),
				}),
			},
			filter: {
				placeholder: 'a method, path, status, client; failed',
				description:
					'Show only requests with these words, while you type: a method, a path, a status, a client, failed.',
				footer: 4,
				enabled: inList,
			},
			sort: { footer: 7, enabled: inList },
		}),
		{
			id: 'requests.part',
			keys: ['v'],
			title: 'next part',
			description: 'Show the next part of the opened request: reply, request, headers, the reply to sending it again.',
			...(isOpen ? { footer: 1 } : {}),
			enabled: whenOpen,
			run: () => model.reading?.nextPart(),
		},
		{
			id: 'requests.fold',
			keys: ['z'],
			title: 'fold',
			description: 'Fold or open the selected object or list of the opened request.',
			...(isOpen ? { footer: 4 } : {}),
			enabled: () => model.reading?.front.tree !== undefined || 'there is no JSON',
			run: () => model.reading?.front.tree?.toggle(),
		},
		{
			id: 'requests.replay',
			keys: ['r'],
			title: 'send again',
			description: 'Send the request again as it came, with its key, and show the reply.',
			footer: 2,
			enabled: whenListed,
			run: () => model.replay(),
		},
		{
			id: 'requests.curl',
			keys: ['y'],
			title: 'copy as curl',
			description: 'Copy the shell line that sends the request again; a key in it becomes the variable API_KEY.',
			footer: 3,
			enabled: whenListed,
			run: async () => app.copy(await model.curl(), 'shell line'),
		},
		{
			id: 'requests.copy',
			keys: ['Y'],
			title: 'copy part',
			description: 'Copy the shown part of the opened request.',
			enabled: whenOpen,
			run: () => {
				const part = model.reading?.front
				if (part !== undefined) app.copy(part.text, part.id === 'again' ? 'reply' : part.id)
			},
		},
		{
			id: 'requests.newer',
			keys: ['<'],
			title: 'one up',
			description: 'Open the previous request of the list.',
			enabled: whenOpen,
			run: () => model.open(-1),
		},
		{
			id: 'requests.older',
			keys: ['>'],
			title: 'one down',
			description: 'Open the next request of the list.',
			...(isOpen ? { footer: 5 } : {}),
			enabled: whenOpen,
			run: () => model.open(1),
		},
		{
			id: 'requests.pause',
			keys: ['p'],
			title: model.held === undefined ? 'pause' : 'follow',
			description: 'Pause the list, or follow the newest requests.',
			footer: 5,
			enabled: inList,
			run: () => model.togglePause(),
		},
		{
			id: 'requests.listener',
			keys: ['d'],
			title: model.listener === undefined ? 'listener: all' : `listener: ${listenerWords[model.listener]}`,
			description: 'Show only the requests of the next listener; after the last one, all.',
			footer: 6,
			enabled: inList,
			run: () => model.nextListener(),
		},
		{
			id: 'requests.clear',
			keys: ['x'],
			title: 'clear',
			description: 'Delete the recorded requests; recording goes on.',
			footer: 8,
			enabled: inList,
			run: () => model.clear(),
		},
	]
}

/** What to do first while no request is there: record them, then send one. */
function firstAction(model: RequestsModel): Pick<CommandRecord, 'title' | 'enabled' | 'run'> | undefined {
	const { app, stream } = model
	if (!model.isEmpty) return undefined
	if (!stream.on) return { title: 'record requests', enabled: () => true, run: () => model.toggle() }
	const line = firstRequest(model)
	if (line === undefined || model.listener !== undefined) return undefined
	return { title: 'copy a first request', enabled: () => true, run: () => app.copy(line, 'shell line') }
}

/** A shell line that sends a request to this node; undefined while it serves nothing over http. */
export function firstRequest({ app }: RequestsModel): string | undefined {
	const { rest, rpc } = app.state.status?.listeners ?? {}
	return rest !== undefined ? `curl ${rest}/node_info` : rpc === undefined ? undefined : `curl ${rpc}/status`
}
