import { beside, panel } from '../../kit/lines/layout.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { cellWidth, fitCells, wrapCells } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import { type ConverterModel, type Pane, panes, resultViews } from './ConverterModel.ts'
import type { Step } from './checklist.ts'
import { resultLines } from './resultLines.ts'
import { sourceLines } from './sourceLines.ts'

/** From this width on all three parts stand beside each other; from the second the checklist is below the other two. */
const threeFrom = 132
const twoFrom = 96
/** From this height on the checklist stands below the one part that fits; lower terminals show one part at a time. */
const stackedFrom = 16

/** Converter: the text left, what it becomes right, and between them what is checked. */
export function converterLines(model: ConverterModel, view: View): readonly Line[] {
	const { width, height } = view
	if (view.plain) return panes.flatMap((pane) => paneLines(model, view, pane))
	if (width >= threeFrom) {
		const middle = Math.min(58, Math.floor(width * 0.3))
		const left = Math.floor((width - middle - 2) / 2)
		const right = width - middle - left - 2
		return beside([
			{ lines: paneLines(model, view.part(0, 0, left, height), 'source'), width: left },
			{ lines: paneLines(model, view.part(left + 1, 0, middle, height), 'checks'), width: middle },
			{ lines: paneLines(model, view.part(left + middle + 2, 0, right, height), 'result'), width: right },
		])
	}
	if (width >= twoFrom) {
		const below = Math.min(14, Math.floor(height / 2))
		const top = height - below
		const left = Math.floor((width - 1) / 2)
		return [
			...beside([
				{ lines: paneLines(model, view.part(0, 0, left, top), 'source'), width: left },
				{
					lines: paneLines(model, view.part(left + 1, 0, width - left - 1, top), 'result'),
					width: width - left - 1,
				},
			]),
			...paneLines(model, view.part(0, top, width, below), 'checks'),
		]
	}
	if (height >= stackedFrom && model.text !== '') {
		// The checklist gets more of the screen while it has the keys.
		const below = model.pane === 'checks' ? height - 5 : Math.min(13, Math.floor(height * 0.6))
		const top = height - below
		return [
			...paneLines(model, view.part(0, 0, width, top), model.pane === 'result' ? 'result' : 'source'),
			...paneLines(model, view.part(0, top, width, below), 'checks'),
		]
	}
	return paneLines(model, view, model.pane)
}

function paneLines(model: ConverterModel, view: View, pane: Pane): readonly Line[] {
	const scroll = model.scrolls[pane]
	const active = model.pane === pane
	const { conversion } = model
	const isBackward = conversion?.direction === 'backward'
	const titles: Readonly<Record<Pane, string>> = {
		source: isBackward ? 'Protobuf transaction' : 'Legacy transaction',
		checks: model.busy ? 'Checklist · ◌ checking' : 'Checklist',
		result: isBackward ? 'Legacy form' : 'Protobuf transaction',
	}
	const views = resultViews.map((item) => (item === model.view ? `[${item}]` : item)).join(' ')
	view.hit({
		x: 0,
		y: 0,
		width: view.width,
		height: view.height,
		onClick: () => {
			model.pane = pane
		},
		onWheel: (direction) => scroll.move(direction * 3),
	})
	const inside = view.plain ? view : view.part(2, 1, view.width - 4, view.height - 2)
	const lines =
		pane === 'source'
			? model.drawnSource.lines([model.text, inside.width, inside.theme], () => sourceLines(model, inside))
			: pane === 'result'
				? model.drawnResult.lines([conversion, model.view, inside.width, inside.theme], () =>
						resultLines(model, inside),
					)
				: checkLines(model, inside)
	if (pane === 'checks') followStop(model, lines, inside.height)
	const shown = view.plain ? lines : scroll.window(lines, inside.height)
	const remark = pane === 'result' ? views : scroll.remark
	return panel(view, { title: titles[pane], remark, active }, () => shown)
}

/** Brings what stopped the checklist into view, once for each conversion. */
function followStop(model: ConverterModel, lines: readonly Line[], height: number): void {
	if (model.followed === model.conversion && model.followedSent === model.sent) return
	model.followed = model.conversion
	model.followedSent = model.sent
	const stop = lines.findIndex((line) => line.includes('✗ '))
	const scroll = model.scrolls.checks
	scroll.window(lines, height)
	scroll.edge(stop < 0 && model.sent !== undefined ? 'last' : 'first')
	// Three rows of its reason with it.
	if (stop > height - 5) scroll.move(stop + 5 - height)
}

function checkLines(model: ConverterModel, { theme, width }: View): readonly Line[] {
	if (model.text === '') return [theme.muted('Fills from top to bottom, and stops at the first ✗.')]
	const steps = model.steps
	const titles = Math.max(...steps.map(({ title }) => title.length)) + 4
	const lines = steps.flatMap((step) => stepLines(step, theme, width, titles))
	const isReady = model.sent === undefined && model.proto !== undefined && steps.every(({ state }) => state !== 'bad')
	return isReady ? [...lines, '', `${theme.key('b')} ${theme.muted('sends it to the chain')}`] : lines
}

function stepLines(step: Step, theme: Theme, width: number, titles: number): readonly Line[] {
	const [sign, paint] = {
		ok: ['✓', theme.good] as const,
		bad: ['✗', theme.bad] as const,
		note: ['!', theme.warn] as const,
		waiting: ['·', theme.muted] as const,
	}[step.state]
	const head = paint(fitCells(`${sign} ${step.title}`, titles))
	const text = safeText(step.text, 1_000)
	const next = step.next === undefined ? [] : wrapCells(safeText(step.next, 600), Math.max(10, width - 2))
	const below = next.map((line) => `  ${theme.accent(line)}`)
	if (cellWidth(text) <= width - titles) return [head + text, ...below]
	return [head, ...wrapCells(text, Math.max(10, width - 2)).map((line) => `  ${line}`), ...below]
}
