import type { ReadSummary, ReadVerdict } from '../../../../codec/legacy/clientPaths/checkClientPaths.ts'
import { fitCells, wrapCells } from '../../../kit/text/cells.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { RowSpace, Theme, Token } from '../../../kit/theme/Theme.ts'
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
	const order = Object.keys(verdicts)
	const groups = groupedChecks(checks).toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
	for (const { verdict, kinds, path9, note } of groups) {
		const [word, token] = verdicts[verdict]
		const to = verdict === 'moved' && path9 !== undefined ? ` to ${safeText(path9, 200)}` : ''
		const text = `${word}${to}: ${kinds.join(', ')}${note === '' ? '' : ` · ${safeText(note, 300)}`}`
		const [first = '', ...rest] = wrapCells(text, width)
		lines.push(theme[token](first), ...rest)
	}
	return lines
}

/** Whether a read of an old client still works, as a sign and text. */
export function overallText(overall: ReadSummary['overall'], theme: Theme): string {
	const [text, token] = overalls[overall]
	return theme[token](text)
}

const overalls: Readonly<Record<ReadSummary['overall'], readonly [text: string, as: Token]>> = {
	works: ['✓ works', 'good'],
	sometimes: ['◐ sometimes', 'warn'],
	fails: ['✗ fails', 'bad'],
	never: ['? unknown path', 'muted'],
}

/** What has to change comes first. */
const verdicts: Readonly<Record<ReadVerdict, readonly [text: string, as: Token]>> = {
	moved: ['→ moved', 'warn'],
	absent: ['✗ left out', 'bad'],
	otherQuery: ['⇒ other query', 'warn'],
	breaks: ['✗ other value', 'bad'],
	new: ['+ only in generation 9', 'good'],
	works: ['✓ works', 'good'],
}
