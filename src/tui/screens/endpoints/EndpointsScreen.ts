import { panel } from '../../kit/lines/layout.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { EndpointsModel } from './EndpointsModel.ts'

/** The page shown, or why there is none. */
export function endpointsLines(model: EndpointsModel, view: View): readonly Line[] {
	const { theme, width, height } = view
	if (model.service === undefined) {
		return panel(view, { title: 'Private endpoints' }, (inside) => offLines(model, inside.width))
	}
	const { problem, page } = model
	if (problem === undefined) {
		if (page.isRead) return page.lines(view)
		return panel(view, { title: page.crumb === '' ? 'Private endpoints' : safeText(page.crumb, 80) }, () => [
			theme.accent('◌ asking the endpoint service'),
		])
	}
	const said = [
		...wrapCells(`✗ ${safeText(problem.message, 500)}`, width - 4).map(theme.bad),
		...(problem.why === '' ? [] : wrapCells(safeText(problem.why, 500), width - 4)),
		...(problem.next === '' ? [] : wrapCells(safeText(problem.next, 500), width - 4).map(theme.warn)),
		`${theme.key('r')} ${theme.muted('reads again')}   ${theme.key('Esc')} ${theme.muted('goes up')}`,
	]
	const top = Math.min(height, said.length + 2)
	const head = panel(view.part(0, 0, width, top), { title: 'That failed' }, () => said)
	return [...head, ...(page.isRead && height - top > 5 ? page.lines(view.part(0, top, width, height - top)) : [])]
}

function offLines(model: EndpointsModel, width: number): readonly Line[] {
	const { app } = model
	const { kind } = app.state.status ?? {}
	const text =
		kind === 'remote'
			? [
					'The node in use belongs to somebody else, and its endpoint service is managed on its own machine.',
					'Run chain-tui there, or without --node for a chain of your own.',
				]
			: [
					'The endpoint service of this node is off.',
					`Switch its listener on at the Node screen (${app.keyFor('go.node')}), or start with --endpoints 127.0.0.1:8545.`,
				]
	return text
		.flatMap((line) => wrapCells(line, width))
		.map((line, index) => (index === 0 ? line : app.theme.muted(line)))
}
