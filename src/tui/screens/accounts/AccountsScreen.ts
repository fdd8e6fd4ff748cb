import { formatCoins } from '../../app/format/coins.ts'
import { linked, nodeUrl } from '../../app/format/nodeUrl.ts'
import { beside, panel } from '../../kit/lines/layout.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { fitCells, middle } from '../../kit/text/cells.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { type AccountsModel, accountViews, pastedEntry } from './AccountsModel.ts'
import { checkExplanation, checkLines } from './checkLines.ts'
import { listPanel } from './listPanel.ts'
import { previewPanel } from './previewPanel.ts'
import { rawLines } from './rawLines.ts'
import { alignedLines, explanationLines, pathLines } from './rowLines.ts'
import { vestingHeight, vestingLines } from './vestingLines.ts'
import { vestingState } from './vestingState.ts'

/** From this width on the inspector stands beside the list while one chooses, and from the second while one inspects. */
const besideFrom = 100
const alwaysBesideFrom = 150
/** While one chooses and there is less room than this, the account stands there in short. */
const compareFrom = 136
const narrowList = 30

/** Accounts: addresses, and the selected account in generations 8 and 9 of the legacy REST. */
export function accountsLines(model: AccountsModel, view: View): readonly Line[] {
	const { width, height } = view
	const open = model.detailOpen && (model.selected !== undefined || model.view === 'check')
	if (width < (open ? alwaysBesideFrom : besideFrom)) return open ? inspector(model, view) : listPanel(model, view)
	const list = open ? narrowList : Math.floor(width * (width < compareFrom ? 0.5 : 0.42))
	const side = view.part(list + 1, 0, width - list - 1, height)
	const { selected } = model
	const inShort = !open && width < compareFrom && selected !== undefined && !model.isPasted
	return beside([
		{ lines: listPanel(model, view.part(0, 0, list, height)), width: list },
		{ lines: inShort ? previewPanel(model, side, selected) : inspector(model, side), width: side.width },
	])
}

function inspector(model: AccountsModel, view: View): readonly Line[] {
	const { app } = model
	const { theme } = view
	const { selected, current } = model
	if (selected === undefined && model.view !== 'check') {
		const lines = [
			'Nothing is selected.',
			'',
			'/ looks at an address, p compares pasted JSON,',
			'c checks what an old client reads.',
		]
		return panel(view, { title: 'Account' }, () => lines.map((line) => theme.muted(line)))
	}
	const name = selected === undefined || model.isPasted ? pastedEntry : app.nameOf(selected)
	const shown = name === selected ? middle(safeText(selected, 120), 24) : name
	const kind = current === undefined ? '' : ` · ${current.kind}`
	const views = accountViews.map((item) => (item === model.view ? `[${item}]` : item)).join(' ')
	const title = model.view === 'check' ? 'Check of old clients' : `${shown}${kind}`
	return panel(view, { title, remark: views, active: model.detailOpen }, (inside) => {
		if (view.plain) return plainInspector(model, inside)
		if (model.view === 'check') return checkPage(model, inside)
		const few = inside.height < 24 && current?.isStateGone !== true
		const head = headLines(model, inside).slice(0, few ? 2 : 3)
		const vesting = model.clock.terms === undefined || current === undefined ? 0 : vestingHeight(inside.height)
		const note = model.view === 'raw' ? 0 : 4
		const room = inside.height - head.length - (vesting === 0 ? 0 : vesting + 1) - note
		const rule = theme.border('─'.repeat(inside.width))
		const body = bodyLines(model, inside.part(0, head.length, inside.width, Math.max(1, room)))
		const padded = Array.from({ length: Math.max(1, room) }, (_, row) => body[row] ?? '')
		return [
			...head,
			...padded,
			...(note === 0 ? [] : [rule, ...padTo(explanationLines(model, inside), 3)]),
			...(vesting === 0 ? [] : [rule, ...vestingLines(model, inside.part(0, 0, inside.width, vesting))]),
		]
	})
}

function checkPage(model: AccountsModel, inside: View): readonly Line[] {
	const note = Math.max(5, Math.min(12, Math.floor(inside.height / 3)))
	const room = Math.max(1, inside.height - note - 1)
	return [
		...padTo(checkLines(model, inside.part(0, 0, inside.width, room)), room),
		inside.theme.border('─'.repeat(inside.width)),
		...checkExplanation(model, inside.part(0, 0, inside.width, note)),
	]
}

/** Address, state and balances. */
function headLines(model: AccountsModel, view: View): readonly Line[] {
	const { theme, width } = view
	const { app, current } = model
	const url = model.isPasted ? undefined : nodeUrl(app.state.status, 'account', model.address ?? '')
	const address = linked(view, url, safeText(model.address ?? 'no address', 120))
	const height = model.atHeight
	const source =
		model.isPasted || current === undefined
			? ''
			: model.remote !== undefined
				? theme.warn(`at ${safeText(model.remote, 60)}`)
				: height === undefined
					? `${theme.good('●')} ${theme.muted(`live, block ${grouped(app.state.status?.height ?? 0)}`)}`
					: theme.warn(`◷ at block ${grouped(height)}`)
	if (current?.isStateGone === true && height !== undefined) {
		const latest = app.state.status?.height ?? 0
		const why =
			height > latest
				? `block ${grouped(height)} is not made yet: the latest is ${grouped(latest)}`
				: `the node no longer keeps the state of block ${grouped(height)}`
		const next = `${app.keyFor('accounts.height')} chooses another height, an empty one is the live state`
		return [fitCells(`${address}  ${source}`, width), theme.bad(fitCells(`✗ ${why}`, width)), theme.muted(next)]
	}
	const coins = current === undefined ? '' : safeText(formatCoins(current.balances, app.denom), 300)
	const free = spendableText(model)
	const changed = [...model.changes.values()].at(-1)
	const mark = changed === undefined ? '' : theme.warn(`  ● changed in block ${grouped(changed.height)}`)
	return [
		fitCells(`${address}  ${source}`, width),
		fitCells(
			`${theme.muted('balance')} ${theme.strong(coins)}${free === '' ? '' : theme.muted(` · spendable ${free}`)}${mark}`,
			width,
		),
		'',
	]
}

/** What of the balance of a vesting account can be sent at the slider's moment. */
function spendableText({ app, clock, current }: AccountsModel): string {
	const state = clock.terms === undefined ? undefined : vestingState(clock.terms, clock.time)
	if (state === undefined || current === undefined) return ''
	const free = current.balances.flatMap(({ denom, amount }) => {
		// Of a pasted account it may be anything.
		if (!/^\d{1,100}$/.test(amount)) return []
		const rest = BigInt(amount) - (state.locked.find((coin) => coin.denom === denom)?.amount ?? 0n)
		return rest > 0n ? [{ denom, amount: String(rest) }] : []
	})
	return safeText(formatCoins(free, app.denom), 300)
}

function bodyLines(model: AccountsModel, view: View): readonly Line[] {
	switch (model.view) {
		case 'raw':
			return rawLines(model, view)
		case 'paths':
			return pathLines(model, view)
		default:
			return alignedLines(model, view)
	}
}

/** For screen readers: everything below each other. */
function plainInspector(model: AccountsModel, view: View): readonly Line[] {
	if (model.view === 'check') return [...checkLines(model, view), ...checkExplanation(model, view)]
	const vesting = model.clock.terms === undefined ? [] : vestingLines(model, view)
	const explanation = model.view === 'raw' ? [] : explanationLines(model, view)
	return [...headLines(model, view), ...bodyLines(model, view), ...explanation, ...vesting]
}

function padTo(lines: readonly Line[], count: number): readonly Line[] {
	return Array.from({ length: count }, (_, row) => lines[row] ?? '')
}
