import { formatCoins } from '../../app/format/coins.ts'
import { txLine } from '../../app/format/txLine.ts'
import { throughputLines } from '../../app/throughput.ts'
import { beside, fill, panel } from '../../kit/lines/layout.ts'
import { table } from '../../kit/lines/table.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { fitCells, middle } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { bar } from '../../kit/text/sparkline.ts'
import { age } from '../../kit/text/times.ts'
import type { HomeModel } from './HomeModel.ts'

/** Home: chain and throughput above (or at the left of) what happened last. */
export function homeLines(model: HomeModel, view: View): readonly Line[] {
	const { width, height } = view
	const rows = chainRows(model, view)
	if (view.plain) {
		return [...chainPanel(model, view, rows), ...youPanel(model, view), ...latestPanel(model, view)]
	}
	if (width >= 130) {
		const left = 52
		const column = [
			...chainPanel(model, view.part(0, 0, left, rows.length + 2), rows),
			...throughputPanel(model, view.part(0, rows.length + 2, left, 6)),
			...youPanel(model, view.part(0, rows.length + 8, left, 5)),
			...blocksPanel(model, view.part(0, rows.length + 13, left, height - rows.length - 13)),
		]
		return beside([
			{ lines: fill(column, left, height), width: left },
			{ lines: latestPanel(model, view.part(left + 1, 0, width - left - 1, height)), width: width - left - 1 },
		])
	}
	const left = Math.max(40, Math.floor(width * 0.54))
	const right = width - left - 1
	const top = Math.min(rows.length + 2, Math.max(7, height - 7))
	const chain = chainPanel(model, view.part(0, 0, left, top), rows)
	const side =
		top >= 9
			? [
					...throughputPanel(model, view.part(left + 1, 0, right, top - 5)),
					...youPanel(model, view.part(left + 1, top - 5, right, 5)),
				]
			: throughputPanel(model, view.part(left + 1, 0, right, top))
	return [
		...beside([
			{ lines: chain, width: left },
			{ lines: side, width: right },
		]),
		...latestPanel(model, view.part(0, top, width, height - top)),
	]
}

function chainRows(model: HomeModel, view: View): readonly Detail[] {
	const { theme } = view
	const status = model.app.state.status
	if (status === undefined) return []
	const seconds = model.app.pulses.blockSeconds
	const blocks = status.state === 'paused' ? 'paused' : seconds === undefined ? '' : `${seconds.toFixed(1)} s blocks`
	const problem: readonly Detail[] = status.problem === '' ? [] : [['why', safeText(status.problem, 200)]]
	return [
		['height', `${theme.strong(grouped(status.height))}  ${theme.muted(blocks)}`],
		['app hash', middle(status.appHash, 20)],
		[
			'mempool',
			`${grouped(status.mempoolSize)}   ${theme.muted(status.kind === 'embedded' ? 'no peers' : counted(status.peers, 'peer'))}`,
		],
		['minimum fee', `${safeText(status.minimumGasPrices, 40)} ${theme.muted('per gas')}`],
		...problem,
		...model.endpoints.map((endpoint): Detail => [endpoint.label, view.link(endpoint.address)]),
	]
}

function chainPanel(model: HomeModel, view: View, rows: readonly Detail[]): readonly Line[] {
	const chainId = safeText(model.app.state.status?.chainId ?? '', 40)
	return panel(view, { title: 'Chain', remark: chainId }, (inside) => detailRows(view.theme, rows, inside.width))
}

function throughputPanel(model: HomeModel, view: View): readonly Line[] {
	const { theme } = view
	const { pulses } = model.app
	return panel(view, { title: 'Throughput', remark: `last ${counted(pulses.list.length, 'block')}` }, (inside) => {
		const lines = throughputLines(pulses, theme, inside.width)
		return inside.height >= 4 ? ['', ...lines] : lines
	})
}

function youPanel(model: HomeModel, view: View): readonly Line[] {
	const { theme } = view
	const { app } = model
	const key = app.state.keys.find((candidate) => candidate.name === app.state.current)
	return panel(view, { title: 'You' }, (inside) =>
		key === undefined
			? [
					theme.muted('You have no key yet.'),
					`${theme.key(app.keyFor('go.keys'))} ${theme.muted('goes to Keys, where you make one.')}`,
				]
			: [
					`${theme.strong(safeText(key.name, 30))}  ${theme.muted(middle(key.address, Math.max(16, inside.width - 16)))}`,
					`${formatCoins(app.state.balances, app.denom)}`,
					theme.muted(model.greetings === undefined ? '' : `${counted(model.greetings, 'greeting')} on the chain`),
				],
	)
}

/** The newest blocks, where there is room for more than a few. */
function blocksPanel(model: HomeModel, view: View): readonly Line[] {
	if (view.height < 5) return []
	const { theme, now } = view
	const most = Math.max(1, ...model.app.pulses.list.map((pulse) => pulse.gas))
	return panel(view, { title: 'Blocks' }, (inside) =>
		model.app.pulses.list
			.slice(-inside.height)
			.reverse()
			.map((pulse) => {
				const when = age(new Date(pulse.time).toISOString(), now).padStart(4)
				const txs = pulse.txs === 0 ? theme.muted('empty') : counted(pulse.txs, 'tx')
				const gas = pulse.gas === 0 ? '' : theme.chart2(bar(pulse.gas, most, 10).replaceAll('░', ' '))
				return `${grouped(pulse.height).padStart(8)} ${theme.muted(when)}  ${fitCells(txs, 8)} ${gas}`
			}),
	)
}

function latestPanel(model: HomeModel, view: View): readonly Line[] {
	const { theme, now } = view
	const { app } = model
	return panel(view, { title: 'Latest', active: true }, (inside) =>
		table(inside, {
			header: false,
			cursor: model.cursor,
			count: model.latest.length,
			columns: [
				{ title: 'block', width: 8, align: 'right' },
				{ title: 'age', width: 4, align: 'right' },
				{ title: '', width: 1 },
				{ title: 'kind', width: 8 },
				{ title: 'who', width: 12 },
				{ title: 'what', width: 'flex' },
			],
			row: (index) => {
				const tx = model.latest[index]!
				const summary = txLine(tx, (address) => app.shortName(address, 12), app.denom)
				return [
					grouped(tx.height),
					age(tx.time, now),
					summary.failed ? theme.bad('✗') : theme.good('✓'),
					summary.kind,
					summary.who,
					summary.what,
				]
			},
			empty: ['', 'Nothing has happened on this chain yet.', 'n writes the first greeting.'],
			onOpen: () => app.open('transactions', model.latest[model.cursor.selected]?.hash),
		}),
	)
}
