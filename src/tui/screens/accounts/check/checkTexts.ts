import type { ReadSummary, ReadVerdict } from '../../../../codec/legacy/clientPaths/checkClientPaths.ts'
import { fitCells, wrapCells } from '../../../kit/text/cells.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { RowSpace } from '../../../kit/theme/RowSpace.ts'
import type { Theme } from '../../../kit/theme/Theme.ts'
import type { AccountsModel } from '../AccountsModel.ts'
import { groupedChecks } from './MigrationCheck.ts'

/** The selected read in full: what for, and what becomes of it for which accounts. */
export function checkExplanation(model: AccountsModel, { theme, width }: RowSpace): readonly string[] {
	const summary = model.reads.selected
	if (summary === undefined) return []
	const { read, checks } = summary
	const use = read.use === '' ? '' : theme.muted(`  ${safeText(read.use, 200)}`)
	const lines = [fitCells(`${safeText(read.path, 300)}${use}`, width)]
	if (checks.length === 0) lines.push(fitCells('No known reply of either generation has it.', width))
	const order = ['moved', 'absent', 'otherQuery', 'breaks', 'new', 'works'] as const
	const groups = [...groupedChecks(checks)].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
	for (const { verdict, kinds, path9, note } of groups) {
		const [word, paint] = verdictText(verdict, theme)
		const to = verdict === 'moved' && path9 !== undefined ? ` to ${safeText(path9, 200)}` : ''
		const text = `${word}${to}: ${kinds.join(', ')}${note === '' ? '' : ` · ${safeText(note, 300)}`}`
		const [first = '', ...rest] = wrapCells(text, width)
		lines.push(paint(first), ...rest)
	}
	return lines
}

/** Whether a read of an old client still works, as a sign and text. */
export function overallText(overall: ReadSummary['overall'], theme: Theme): string {
	switch (overall) {
		case 'works':
			return theme.good('✓ works')
		case 'sometimes':
			return theme.warn('◐ sometimes')
		case 'fails':
			return theme.bad('✗ fails')
		case 'never':
			return theme.muted('? unknown path')
	}
}

function verdictText(verdict: ReadVerdict, theme: Theme): readonly [string, Theme['good']] {
	switch (verdict) {
		case 'works':
			return ['✓ works', theme.good]
		case 'new':
			return ['+ only in generation 9', theme.good]
		case 'moved':
			return ['→ moved', theme.warn]
		case 'absent':
			return ['✗ left out', theme.bad]
		case 'otherQuery':
			return ['⇒ other query', theme.warn]
		case 'breaks':
			return ['✗ other value', theme.bad]
	}
}
