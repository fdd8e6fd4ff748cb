import { breakCells, wrapCells } from '../../kit/text/cells.ts'
import { jsonRows, parseJson } from '../../kit/text/jsonRows.ts'
import { safeLines } from '../../kit/text/safeText.ts'
import type { RowSpace } from '../../kit/theme/RowSpace.ts'
import type { ConverterModel } from './ConverterModel.ts'

/** More of a text is not drawn; all of it is read. */
const shownCharacters = 32_768

/** The text as it was pasted: JSON on one line is spread over many, as long as that changes nothing in it. */
export function sourceRows(model: ConverterModel, { theme, width }: RowSpace): readonly string[] {
	const { text } = model
	if (text === '') {
		return [
			'',
			...wrapCells('Paste a legacy transaction here: a StdTx, or a whole body of POST /txs.', width),
			'',
			...wrapCells('Transaction bytes work too, as base64 or hex: they are converted back to the legacy form.', width),
			'',
			`${theme.key('o')} ${theme.muted('opens a file')}   ${theme.key('⏎')} ${theme.muted('types it')}`,
			`${theme.key(model.app.keyFor('converter.sample'))} ${theme.muted('takes a sample')}   ${theme.key(model.app.keyFor('converter.mine'))} ${theme.muted('makes one of my key')}`,
		]
	}
	if (text.length <= shownCharacters && !text.trim().includes('\n')) {
		const value = parseJson(text)
		if (typeof value === 'object' && value !== null && JSON.stringify(value) === text.trim()) {
			return jsonRows(value, theme, width)
		}
	}
	const cut = text.length > shownCharacters
	const lines = safeLines(text.slice(0, shownCharacters)).flatMap((line) => breakCells(line, width))
	return cut ? [...lines, theme.warn(`… the other ${text.length - shownCharacters} characters are not shown`)] : lines
}
