import type { Problem } from '../../app/AppState.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { hint } from '../../kit/text/hints.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'

/** The reason there is no screen. */
export interface Phase {
	/** Absent while the node starts. */
	readonly problem: Problem | undefined
	/** A saved node is asked, not the one the program was started with. */
	readonly saved: boolean
	/** No node answers; else the place in use lacks what the screen reads. */
	readonly isFailed: boolean
}

/** Shown instead of a screen while there is no node: that it starts, or why it failed and the next step. */
export function phaseRows(theme: Theme, { problem, saved, isFailed }: Phase, width: number): readonly string[] {
	const paragraph = (text: string): readonly string[] =>
		text === ''
			? []
			: text
					.split('\n')
					.flatMap((line) => wrapCells(safeText(line), width - 6))
					.map((line) => `   ${line}`)
	if (problem === undefined) {
		return [
			'',
			`   ${theme.accent('◐')} ${saved ? 'Asking the saved node …' : 'Starting your chain …'}`,
			'',
			...paragraph('The first start makes its genesis block; later ones take a moment.').map(theme.muted),
		]
	}
	return [
		'',
		...paragraph(`✗ ${problem.what}`).map(theme.bad),
		...paragraph(problem.why),
		'',
		...paragraph(problem.next).map(theme.strong),
		'',
		`   ${[
			...(isFailed ? [hint(theme, 'r', 'try again')] : []),
			hint(theme, 'n', 'other node, edit, test'),
			...(saved ? [hint(theme, 'o', 'own chain')] : []),
			hint(theme, 'q', 'quit'),
		].join('   ')}`,
	]
}
