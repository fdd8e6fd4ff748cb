import type { TuiApp } from '../app/TuiApp.ts'
import { hint } from '../kit/lines/hints.ts'
import type { Line, View } from '../kit/lines/View.ts'
import { wrapCells } from '../kit/text/cells.ts'
import { safeText } from '../kit/text/safeText.ts'

/** What stands in the place of a screen while there is no node: that it starts, or why it did not and what to do. */
export function phaseLines(app: TuiApp, view: View): readonly Line[] {
	const { theme } = view
	const { problem, phase } = app.state
	const paragraph = (text: string): readonly string[] =>
		text === ''
			? []
			: text
					.split('\n')
					.flatMap((line) => wrapCells(safeText(line), view.width - 6))
					.map((line) => `   ${line}`)
	if (phase !== 'failed' || problem === undefined) {
		return [
			'',
			`   ${theme.accent('◐')} ${app.preferences.get('node') === '' ? 'Starting your chain …' : 'Asking the saved node …'}`,
			'',
			theme.muted('   The first start makes its genesis block; later ones take a moment.'),
		]
	}
	return [
		'',
		...paragraph(`✗ ${problem.what}`).map(theme.bad),
		...paragraph(problem.why),
		'',
		...paragraph(problem.next).map(theme.strong),
		'',
		[
			`   ${hint(theme, 'r', 'try again')}`,
			...(app.preferences.get('node') === '' ? [] : [hint(theme, 'o', 'own chain')]),
			hint(theme, 'q', 'quit'),
		].join('   '),
	]
}
