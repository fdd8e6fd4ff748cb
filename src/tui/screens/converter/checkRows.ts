import { cellWidth, fitCells, wrapCells } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { RowSpace, Theme } from '../../kit/theme/Theme.ts'
import type { ConverterModel } from './ConverterModel.ts'
import type { Step } from './checklist.ts'

/** The checklist as rows: a sign and a title for each step, its text beside or below. */
export function checkRows(model: ConverterModel, { theme, width }: RowSpace): readonly string[] {
	if (model.text === '') return [theme.muted('Fills from top to bottom, and stops at the first ✗.')]
	const steps = model.steps
	const titles = Math.max(...steps.map(({ title }) => title.length)) + 4
	const lines = steps.flatMap((step) => stepRows(step, theme, width, titles))
	return allHold(model) ? [...lines, '', sendHint(model, theme)] : lines
}

/** Whether nothing stops the transaction, which was not sent yet. */
function allHold(model: ConverterModel): boolean {
	return model.sent === undefined && model.proto !== undefined && model.steps.every(({ state }) => state !== 'bad')
}

/** Whether there is nothing to note either: the checklist then fits two rows. */
export function allOk(model: ConverterModel): boolean {
	return allHold(model) && model.steps.every(({ state }) => state === 'ok')
}

/** The checklist in two rows, where all of it holds: how many steps, and the hash. */
export function heldRows(model: ConverterModel, { theme, width }: RowSpace): readonly string[] {
	const { steps } = model
	const said = `✓ ${steps.length} steps hold · hash ${steps.at(-1)?.text ?? ''}`
	return [theme.good(fitCells(safeText(said), width)), sendHint(model, theme)]
}

function sendHint(model: ConverterModel, theme: Theme): string {
	return `${theme.key(model.app.keyFor('converter.broadcast'))} ${theme.muted('sends it to the chain')}`
}

function stepRows(step: Step, theme: Theme, width: number, titles: number): readonly string[] {
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
