import { isEnabled } from '../../kit/keymap/Command.ts'
import { formatKey } from '../../kit/keymap/formatKey.ts'
import { beside, panel } from '../../kit/lines/layout.ts'
import { table } from '../../kit/lines/table.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { fitCells, middle } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { absolute, age } from '../../kit/text/times.ts'
import { listenerNames, type NodeModel } from './NodeModel.ts'
import { nodeCommands } from './nodeCommands.ts'

const listenerWords = {
	rpc: 'Tendermint RPC',
	rest: 'REST',
	grpc: 'gRPC',
	legacy8: 'legacy REST gen 8',
	endpoints: 'private RPC',
} as const

/** From this width on the lists stand beside the state. */
const besideFrom = 100

/** Node: its state above (or at the left of) listeners and snapshots. */
export function nodeLines(model: NodeModel, view: View): readonly Line[] {
	const { width, height } = view
	const rows = statusRows(model, view)
	const wrapped = (cells: number): number => detailRows(view.theme, rows, cells - 4).length + 2
	if (width >= besideFrom) {
		const left = Math.floor(width * 0.46)
		const part = (top: number): View => view.part(0, top, left, height - top)
		const state = statePanel(view.part(0, 0, left, Math.min(height, wrapped(left))), rows)
		const about = aboutPanel(model, part(state.length))
		const powers = powersPanel(model, part(state.length + about.length))
		const column = [...state, ...about, ...powers]
		return beside([
			{ lines: column.length > state.length ? column : statePanel(part(0), rows), width: left },
			{ lines: listPanel(model, view.part(left + 1, 0, width - left - 1, height)), width: width - left - 1 },
		])
	}
	if (view.plain) return [...statePanel(view, rows), ...aboutPanel(model, view), ...listPanel(model, view)]
	const top = Math.min(wrapped(width), Math.max(5, height - 9))
	return [...statePanel(view.part(0, 0, width, top), rows), ...listPanel(model, view.part(0, top, width, height - top))]
}

function statusRows(model: NodeModel, view: View): readonly Detail[] {
	const { theme } = view
	const { status } = model
	if (status === undefined) return []
	const words = {
		live: 'live',
		starting: 'starting',
		paused: 'paused',
		syncing: 'catching up',
		unreachable: 'unreachable',
	}
	const why: readonly Detail[] = status.problem === '' ? [] : [['why', safeText(status.problem, 300)]]
	const paint = status.state === 'live' ? theme.good : status.state === 'unreachable' ? theme.bad : theme.warn
	const modes = {
		interval: `each ${(status.blockIntervalMs ?? 0) / 1_000} s`,
		instant: 'with each transaction',
		manual: 'only by hand',
	}
	const made: readonly Detail[] = status.blockMode === undefined ? [] : [['blocks', modes[status.blockMode]]]
	return [
		['state', paint(`${words[status.state]}, ${status.kind}`)],
		...why,
		[
			'chain',
			`${safeText(status.chainId, 48)} ${theme.muted('·')} addresses ${safeText(status.settings.prefix, 20)}1… ${theme.muted('·')} ${safeText(status.settings.denom, 20)}`,
		],
		['height', `${grouped(status.height)}  ${theme.muted(absolute(status.time))}`],
		...made,
		[
			'app hash',
			middle(
				status.appHash,
				Math.max(16, Math.min(64, (view.width >= besideFrom ? Math.floor(view.width * 0.46) : view.width) - 17)),
			),
		],
		['mempool', `${grouped(status.mempoolSize)} waiting`],
		['peers', status.kind === 'embedded' ? 'none: it is a chain of one' : grouped(status.peers)],
		['minimum fee', `${safeText(status.minimumGasPrices, 60)} per gas`],
	]
}

function statePanel(view: View, rows: readonly Detail[]): readonly Line[] {
	return panel(view, { title: 'Node' }, (inside) => detailRows(view.theme, rows, inside.width))
}

/** Who the node is, what it runs, and whom it is connected to; nothing where there is no room for it. */
function aboutPanel(model: NodeModel, view: View): readonly Line[] {
	const { about } = model
	if (about === undefined) return []
	const text = (value: string): string => (value === '' ? '–' : safeText(value, 100))
	const rows: readonly Detail[] = [
		['name', text(about.moniker)],
		['id', text(about.id)],
		['engine', `Tendermint ${text(about.engineVersion)}, block protocol ${text(about.blockProtocol)}`],
		['application', `${text(about.appName)} ${text(about.appVersion)}`],
		...about.peers.map(
			(peer, index): Detail => [
				index === 0 ? 'peers' : '',
				`${peer.outbound ? '→' : '←'} ${text(peer.moniker)} ${text(peer.address)} · Tendermint ${text(peer.version)}`,
			],
		),
	]
	const lines = detailRows(view.theme, rows, view.width - 4)
	const height = Math.min(lines.length + 2, view.height)
	return height < 6 ? [] : panel(view.part(0, 0, view.width, height), { title: 'About' }, () => lines)
}

/** What can be done with the node and by which key, where there is room to say it. */
function powersPanel(model: NodeModel, view: View): readonly Line[] {
	const { theme } = view
	const commands = nodeCommands(model).filter(isEnabled)
	if (view.height < commands.length + 2) return []
	return panel(view.part(0, 0, view.width, commands.length + 2), { title: 'What you can do' }, (inside) =>
		commands.map((command) => {
			const key = fitCells(formatKey(command.keys[0] ?? ''), 4)
			const words = inside.width < 64 ? command.title : command.description
			return fitCells(`${theme.key(key)}${theme.muted(words)}`, inside.width)
		}),
	)
}

function listPanel(model: NodeModel, view: View): readonly Line[] {
	const { theme } = view
	const listeners = model.status?.listeners ?? {}
	const remark = model.admin === undefined ? 'y copies' : '⏎ switches · y copies'
	return panel(view, { title: 'Listeners and snapshots', remark, active: true }, (inside) =>
		table(inside, {
			header: false,
			cursor: model.cursor,
			count: model.rowCount,
			columns: [
				{ title: '', width: 1 },
				{ title: 'what', width: 18 },
				{ title: 'where', width: 'flex' },
			],
			row: (index) => {
				const name = listenerNames[index]
				if (name !== undefined) {
					const address = listeners[name]
					return address === undefined
						? [
								theme.muted('○'),
								listenerWords[name],
								theme.muted(model.status?.kind === 'remote' ? 'not known' : 'off'),
							]
						: [theme.good('●'), listenerWords[name], inside.link(address)]
				}
				const snapshot = model.snapshots[index - listenerNames.length]!
				const taken = age(new Date(snapshot.at).toISOString(), model.app.clock())
				return [theme.chart2('◈'), 'snapshot', `block ${grouped(snapshot.height)}, ${taken} ago · v goes back to it`]
			},
			empty: [],
		}),
	)
}
