import type { FormRow } from './Comparison.ts'
import type { AccountForms } from './convertAccountForm.ts'

/** Names of the kinds of differences. */
const kindNames: Readonly<Record<FormRow['kind'], string>> = {
	same: 'same',
	moved: 'moved',
	renamed: 'renamed',
	omitted: 'left out',
	added: 'added',
	typeChanged: 'type changed',
	movedToOtherQuery: 'other query',
	changed: 'changed',
}

/** The rows of a diff as text, one meaning in a few lines: what, where before and after, values, and why. */
export function formsText(rows: readonly FormRow[]): string {
	return rows
		.map((row) => {
			const lines = [`${row.meaning}: ${kindNames[row.kind]}`]
			if (row.path8 !== undefined) lines.push(`  8  ${row.path8} = ${row.value8}`)
			if (row.path9 !== undefined) lines.push(`  9  ${row.path9} = ${row.value9}`)
			if (row.kind !== 'same') lines.push(`  ${row.explanation || 'No known reason.'}`)
			return lines.join('\n')
		})
		.join('\n')
}

/** A diff as a Markdown document with both forms. */
export function formsMarkdown(forms: AccountForms, rows: readonly FormRow[]): string {
	const cell = (text: string | undefined) => (text === undefined ? '' : `\`${text.replaceAll('|', '\\|')}\``)
	const table = rows.map(
		({ meaning, path8, value8, path9, value9, kind, explanation }) =>
			`| ${meaning} | ${cell(path8)} | ${cell(value8)} | ${cell(path9)} | ${cell(value9)} | ${kindNames[kind]} | ${explanation} |`,
	)
	return [
		'| Meaning | Path in 8 | Value in 8 | Path in 9 | Value in 9 | Difference | Why |',
		'|---|---|---|---|---|---|---|',
		...table,
		'',
		'## Generation 8',
		'',
		'```json',
		indented(forms.body8),
		'```',
		'',
		'## Generation 9',
		'',
		'```json',
		indented(forms.body9),
		'```',
		'',
	].join('\n')
}

function indented(body: string): string {
	return JSON.stringify(JSON.parse(body), undefined, 2)
}
