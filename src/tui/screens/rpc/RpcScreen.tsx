import type { ReactElement } from 'react'
import { isOwn, type PlaceReport, protocolWords } from '../../../client/index.ts'
import { defineScreen } from '../../app/defineScreen.ts'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import { shownName } from '../../app/names/shownName.ts'
import { tabs } from '../../app/tabs.ts'
import { Split } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { sparkline } from '../../kit/text/sparkline.ts'
import { duration } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import { ownName, type PlaceRow, RpcModel } from './RpcModel.ts'
import { rpcCommands } from './rpcCommands.ts'

/** From this height on the selected place is told below the list, which keeps its whole width. */
const belowFrom = 30

/** Every place the app can talk to, and the test of the selected one below the list, beside it or in its place. */
export function RpcScreen({ model }: { readonly model: RpcModel }): ReactElement {
	const { height } = useArea()
	const plain = usePlain()
	const isBelow = height >= belowFrom && !plain
	const rows = Math.min(Math.max(2, model.list.count) + 3, Math.floor(height / 2))
	return (
		<ListScreen
			model={model}
			title={`Nodes · ${counted(model.list.all.length, 'place')}`}
			remarks={[
				...(model.compared === undefined ? [] : [`c compares with ${safeText(model.compared, 20)}`]),
				`${model.app.keyFor('go.endpoints')} is for your private endpoints`,
			]}
			columns={(width) => rpcColumns(model, width)}
			empty={['', 'No place is saved yet.']}
			{...(isBelow
				? {
						above: (list) => (
							<Split rows at={rows}>
								{list}
								<PlaceDetail model={model} />
							</Split>
						),
					}
				: { detail: () => <PlaceDetail model={model} />, besideFrom: 150, at: 0.62 })}
		/>
	)
}

/** From this width on the table has the kinds of places. */
const kindFrom = 90

/** From this width on it says which place is in use in words. */
const wordsFrom = 112

/** From this width on offers have a column; before, they stand behind the latency. */
const offersFrom = 129

/** From this width on names have room. */
const wideFrom = 153

/** The columns of the list. */
function rpcColumns(model: RpcModel, tableWidth: number): readonly ListColumn<PlaceRow>[] {
	const hasWords = tableWidth >= wordsFrom
	const hasOffers = tableWidth >= offersFrom
	return [
		{
			id: 'state',
			title: '',
			width: 1,
			text: (row, { theme }) => {
				const { fault } = model.state(row)
				if (fault === undefined) return theme.muted('◌')
				return fault === '' ? theme.good('●') : theme.bad('○')
			},
		},
		{
			id: 'name',
			width: tableWidth < kindFrom ? 13 : tableWidth < wideFrom ? 14 : 32,
			text: ({ name }, { mark, theme }) => (name === ownName ? theme.strong(mark('own chain')) : mark(shownName(name))),
		},
		{
			id: 'use',
			title: '',
			width: hasWords ? 10 : 1,
			text: (row, { theme }) => {
				if (row.url === model.used) return theme.accent(hasWords ? '★ in use' : '★')
				return row.standBy ? theme.warn(hasWords ? '☆ stand-by' : '☆') : ''
			},
		},
		{
			id: 'kind',
			width: hasWords ? 16 : 12,
			from: kindFrom,
			text: (row) => kindOf(model, row),
		},
		{
			id: 'chain',
			width: 14,
			from: 66,
			text: (row, { mark }) => mark(safeText(model.state(row).chainId || row.chainId || '–')),
		},
		{
			id: 'height',
			width: 10,
			align: 'right',
			text: (row) => {
				const { height } = model.state(row)
				return height === 0 ? '–' : grouped(height)
			},
		},
		{
			id: 'lag',
			width: 7,
			align: 'right',
			from: 80,
			text: (row, { theme }) => {
				const lag = model.lag(row)
				if (lag === undefined) return '–'
				// Of many the number alone has room.
				return lag === 0 ? theme.muted('0') : theme.warn(lag < 1_000 ? `${lag} blk` : grouped(lag))
			},
		},
		{
			id: 'latency',
			title: hasOffers ? 'latency' : 'latency, offers',
			width: 'flex',
			text: (row, { theme }) => {
				const { fault, latencies, deadSince } = model.state(row)
				if (fault !== undefined && fault !== '') {
					const seconds = deadSince === undefined ? undefined : Math.round((model.app.clock() - deadSince) / 1_000)
					return theme.bad(`✗ ${safeText(fault, 120)}${seconds === undefined ? '' : `, ${duration(seconds)}`}`)
				}
				const last = latencies.at(-1)
				if (last === undefined) return theme.muted(waitingWords(model, row))
				const cells = hasOffers ? 8 : 4
				const line = `${theme.chart(sparkline(latencies.slice(-cells), cells))}  ${msText(last)}`
				return hasOffers ? line : `${line}  ${safeText((model.state(row).report?.offers ?? []).join(' '), 60)}`
			},
		},
		{
			id: 'offers',
			width: tableWidth < wideFrom ? 22 : 28,
			from: hasOffers ? 0 : Number.POSITIVE_INFINITY,
			text: (row, { theme }) => {
				const { report } = model.state(row)
				if (report === undefined && model.isAsleep(row)) return ''
				return report === undefined ? theme.muted(`${row.speaks}, t tests it`) : safeText(report.offers.join(' '))
			},
		},
	]
}

/** What stands for the latency of a place that was not asked yet. */
function waitingWords(model: RpcModel, row: PlaceRow): string {
	if (!isOwn(row.url) || row.url === model.used) return '…'
	if (model.isAsleep(row)) return 'does not run'
	return model.isStarting(row) ? 'starts …' : 'runs on'
}

/** What a place is: the own chain, a node, a server of one protocol, another provider's endpoint. */
function kindOf(model: RpcModel, row: PlaceRow): string {
	if (isOwn(row.url)) return 'own chain'
	if (row.keyed) return 'private endpoint'
	const kind = model.state(row).report?.kind ?? ''
	if (kind !== '') return safeText(kind.replace('REST generation', 'REST'))
	return row.speaks === 'rpc' ? 'node' : protocolWords[row.speaks].replace('REST of generation', 'REST')
}

/** The test of the selected place. */
function PlaceDetail({ model }: { readonly model: RpcModel }): ReactElement {
	useChanges()
	const { selected } = model.list
	const name = selected === undefined ? '' : selected.name === ownName ? 'own chain' : shownName(selected.name)
	return (
		<Panel title={name} active={model.testing}>
			<DetailRows model={model} />
		</Panel>
	)
}

function DetailRows({ model }: { readonly model: RpcModel }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const { selected } = model.list
	if (selected === undefined) return <Rows lines={[]} />
	const { report } = model.state(selected)
	const url = model.addressOf(selected)
	const lines = [
		...(url === '' ? [] : [theme.muted(safeText(url, 200)), '']),
		...(report === undefined ? [] : reportRows(theme, report, width)),
		'',
		...wrapCells(advice(model, selected), width).map(theme.muted),
	]
	return <Rows lines={lines} />
}

/** A report as rows: a sign, the protocol, its time and what was found. */
export function reportRows(theme: Theme, report: PlaceReport, width: number): readonly string[] {
	const rows = report.checks.flatMap(({ ok, protocol, ms, text, url }) => {
		const where = ok && url !== undefined && url !== report.url ? `, found at ${url}` : ''
		const [first = '', ...rest] = wrapCells(safeText(`${text}${where}`, 300), Math.max(20, width - 30))
		const sign = ok ? theme.good('✓') : theme.muted('✗')
		return [
			`${sign} ${protocol.padEnd(15)} ${(ok ? msText(ms) : '–').padStart(8)}   ${first}`,
			...rest.map((line) => `${' '.repeat(29)}${line}`),
		]
	})
	const key = report.needsKey ? [theme.warn('It wants a key (x-api-key): e takes it, the keyring keeps it.')] : []
	const parts = [report.chainId, `block ${grouped(report.height)}`, report.denom, report.prefix && `${report.prefix}1…`]
	const words = parts.filter((part) => part !== '').map((part) => safeText(part, 60))
	return [...(report.chainId === '' ? [] : [words.join(' · '), '']), ...rows, ...key]
}

/** What one can do with a place. */
function advice(model: RpcModel, row: PlaceRow): string {
	const { app, used } = model
	const { url, standBy } = row
	const key = (id: string): string => app.keyFor(`rpc.${id}`)
	if (url === used) return 'It is in use.'
	if (isOwn(url)) {
		return model.isAsleep(row)
			? `${key('use')} starts it and goes to it. Its blocks are kept in a folder of its own.`
			: `${key('use')} goes back to it. It runs and serves all the while.`
	}
	return `${key('use')} uses it; the own chain runs on. ${key('test')} tests it, ${key('stand-by')} ${standBy ? 'ends its stand-by' : 'makes it the stand-by'}: reads go there when the place in use fails.`
}

function msText(ms: number): string {
	return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}

/** The places the app can talk to, and which is in use. */
export const rpcScreen = defineScreen({
	...tabs.rpc,
	model: (app) => new RpcModel(app),
	commands: rpcCommands,
	Screen: RpcScreen,
})
