import type { UserError } from '../../../errors/UserError.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { hint } from '../../kit/text/hints.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'

/** An error with its cause, next step and keys. */
export function problemRows(theme: Theme, { message, why, next }: UserError, width: number): readonly string[] {
	const lines = (text: string): readonly string[] => (text === '' ? [] : wrapCells(safeText(text, 500), width))
	return [
		...lines(`✗ ${message}`).map(theme.bad),
		...lines(why),
		...lines(next).map(theme.warn),
		`${hint(theme, 'r', 'reads again')}   ${hint(theme, 'esc', 'goes up')}`,
	]
}
