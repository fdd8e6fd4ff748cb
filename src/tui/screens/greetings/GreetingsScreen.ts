import { linked, nodeUrl } from '../../app/format/nodeUrl.ts'
import { describeProgress } from '../../app/Outbox.ts'
import { beside, panel } from '../../kit/lines/layout.ts'
import { table } from '../../kit/lines/table.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { middle, wrapCells } from '../../kit/text/cells.ts'
import { detailRows } from '../../kit/text/detailRows.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeLines, safeText } from '../../kit/text/safeText.ts'
import { absolute, age } from '../../kit/text/times.ts'
import type { GreetingsModel } from './GreetingsModel.ts'

/** From this width on the detail stands beside the list. */
const detailFrom = 100

/** Greetings: the list, and the selected one beside it or in its place. */
export function greetingsLines(model: GreetingsModel, view: View): readonly Line[] {
	const { width, height } = view
	if (width >= detailFrom) {
		const left = Math.floor(width * (width < 140 ? 0.55 : 0.5))
		const right = width - left - 1
		return beside([
			{ lines: listPanel(model, view.part(0, 0, left, height)), width: left },
			{ lines: detailPanel(model, view.part(left + 1, 0, right, height)), width: right },
		])
	}
	return model.detailOpen && model.selected !== undefined ? detailPanel(model, view) : listPanel(model, view)
}

function listPanel(model: GreetingsModel, view: View): readonly Line[] {
	const { app } = model
	const { theme, now } = view
	const place = model.rowCount === 0 ? '' : `${grouped(model.cursor.selected + 1)} of ${grouped(model.rowCount)}`
	const remarks = [
		...(model.filter === '' ? [] : [`/${safeText(model.filter, 24)}${model.scanning ? ' …' : ''}`]),
		...(model.newestFirst ? [] : ['oldest first']),
		...(model.following ? ['following'] : []),
		...(place === '' ? [] : [place]),
	]
	return panel(
		view,
		{ title: `Greetings ${grouped(model.pages.count)}`, remark: remarks.join(' · '), active: true },
		(inside) =>
			table(inside, {
				cursor: model.cursor,
				count: model.rowCount,
				columns: [
					{ title: 'id', width: Math.max(3, grouped(model.pages.count).length), align: 'right' },
					{ title: 'owner', width: inside.width >= 60 ? 12 : 8 },
					{ title: 'message', width: 'flex' },
					{ title: 'age', width: 4, align: 'right' },
				],
				row: (index) => {
					const row = model.row(index)
					if (row === undefined) return []
					if ('entry' in row) {
						const { progress, label, key } = row.entry
						const paint =
							progress.state === 'failed' ? theme.bad : progress.state === 'committed' ? theme.good : theme.accent
						const sign = { signing: '◌', 'in-mempool': '◌', committed: '✓', failed: '✗' }[progress.state]
						const state = paint(describeProgress(progress).replace(/^[◌✓✗] /, ''))
						return [paint(sign), safeText(key, 24), `${safeText(label, 60)}  ${state}`, '']
					}
					const greeting = model.pages.get(row.id)
					const seen = model.seen.get(row.id)
					if (greeting === undefined) return [grouped(row.id), theme.muted('…'), '', '']
					return [
						grouped(greeting.id),
						app.shortName(greeting.owner, inside.width >= 60 ? 12 : 8),
						safeText(greeting.message, 400),
						seen === undefined ? '' : age(seen.time, now),
					]
				},
				empty:
					model.filter === ''
						? ['', 'Nobody has said anything yet.', 'n writes the first greeting.']
						: ['', model.scanning ? 'Looking …' : 'No greeting matches.', 'Esc clears the filter.'],
				onSelect: () => {
					model.following = false
					model.selectedFacts.load()
				},
				onOpen: () => {
					model.open(true)
				},
			}),
	)
}

function detailPanel(model: GreetingsModel, view: View): readonly Line[] {
	const { app } = model
	const { theme } = view
	const entry = model.selectedEntry
	if (entry !== undefined) {
		return panel(view, { title: 'On its way' }, (inside) => [
			...message(entry.label, inside.width, inside.height - 6),
			'',
			...detailRows(
				theme,
				[['state', describeProgress(entry.progress)], ...progressDetails(entry.progress)],
				inside.width,
			),
		])
	}
	const greeting = model.selected
	if (greeting === undefined) return panel(view, { title: 'Greeting' }, () => [theme.muted('Nothing is selected.')])
	const remark = model.detailOpen ? model.scroll.remark : ''
	return panel(view, { title: `#${grouped(greeting.id)}`, remark, active: model.detailOpen }, (inside) => {
		const name = app.nameOf(greeting.owner)
		const facts = model.facts?.id === greeting.id ? model.facts : undefined
		const url = nodeUrl(app.state.status, 'greeting', greeting.id)
		const rows = detailRows(
			theme,
			[
				[
					'owner',
					name === greeting.owner
						? greeting.owner
						: `${theme.strong(name)}  ${middle(greeting.owner, inside.width - 24)}`,
				],
				['size', counted(Buffer.byteLength(greeting.message), 'byte')],
				...txDetails(model, inside),
				['proof', proofText(facts, theme)],
				...(url === undefined || inside.height < 16 ? [] : [['REST', view.link(url)] as const]),
			],
			inside.width,
		)
		if (!model.detailOpen || view.plain)
			return [...message(greeting.message, inside.width, inside.height - rows.length - 1), '', ...rows]
		const { message: text } = greeting
		const lines = model.drawn.lines([greeting.id, text, inside.width], () => wholeMessage(text, inside.width))
		return [...model.scroll.window(lines, inside.height - rows.length - 1), '', ...rows]
	})
}

/** Characters of a text that can be scrolled through: more than anyone reads here. */
const longestText = 50_000

/** A text in full, as far as anyone reads. */
function wholeMessage(text: string, width: number): readonly Line[] {
	const lines = safeLines(text, longestText).flatMap((line) => wrapCells(line, width))
	return text.length <= longestText ? lines : [...lines, restOf(text)]
}

function restOf(text: string): Line {
	return `… ${counted(Buffer.byteLength(text), 'byte')} in all, y copies them`
}

/** The first rows of a text. Only as much of it is looked at as could be shown, so that a megabyte costs no more. */
function message(text: string, width: number, rows: number): readonly Line[] {
	const room = Math.max(1, rows)
	const most = width * room
	const lines = safeLines(text, most).flatMap((line) => wrapCells(line, width))
	if (lines.length <= room && text.length <= most) return lines
	return [...lines.slice(0, room - 1), restOf(text)]
}

function txDetails(model: GreetingsModel, view: View): readonly (readonly [string, string])[] {
	const facts = model.facts
	if (facts === undefined || facts.id !== model.selected?.id || facts.tx === 'loading') return [['block', '…']]
	const { tx } = facts
	const { status } = model.app.state
	if (tx === undefined) return [['block', 'the node no longer has its transaction']]
	return [
		['block', `${linked(view, nodeUrl(status, 'block', String(tx.height)), grouped(tx.height))}  ${absolute(tx.time)}`],
		['tx', linked(view, nodeUrl(status, 'tx', tx.hash), middle(tx.hash, Math.min(64, view.width - 10)))],
		['gas', `${grouped(tx.gasUsed)} of ${grouped(tx.gasWanted)}`],
		...(tx.memo === '' ? [] : [['memo', safeText(tx.memo, 256)] as const]),
	]
}

function progressDetails(progress: Parameters<typeof describeProgress>[0]): readonly (readonly [string, string])[] {
	if (progress.state === 'failed') {
		return [
			['next', safeText(progress.next, 300)],
			...(progress.log === '' ? [] : [['log', safeText(progress.log, 600)] as const]),
			...(progress.codespace === ''
				? []
				: [['code', `${progress.code} of ${safeText(progress.codespace, 40)}`] as const]),
		]
	}
	if (progress.state === 'signing') return []
	return [
		['tx', progress.hash],
		['fee', progress.fee],
	]
}

function proofText(facts: GreetingsModel['facts'], theme: View['theme']): string {
	const proof = facts?.proof
	if (proof === undefined || proof === 'checking') return theme.muted('◌ checking')
	if (proof.ok) return theme.good(`✓ checked against the app hash of block ${grouped(proof.height)}`)
	if (facts !== undefined && facts.tries < 4) return theme.muted('◌ it needs the next block')
	return theme.bad(`✗ ${safeText(proof.reason, 200)}`)
}
