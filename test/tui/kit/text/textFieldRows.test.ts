import { expect, it } from 'vitest'
import { TextBuffer } from '../../../../src/tui/kit/models/TextBuffer.ts'
import { textFieldRows } from '../../../../src/tui/kit/text/textFieldRows.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'

const theme = makeTheme('dark', 'dark', 0)

function drawn(text: string, rows: number, ids: readonly string[] = []): readonly string[] {
	const buffer = new TextBuffer(text, { multiline: rows > 1 })
	for (const id of ids) buffer.edit({ id })
	return textFieldRows(buffer, { width: 10, rows, focused: false, theme }).map((row) => row.trimEnd())
}

it('a field shows a text that fits as it is', () => {
	expect(drawn('123456789', 1)).toEqual(['123456789'])
	expect(drawn('0123456789abcdefghi', 2)).toEqual(['0123456789', 'abcdefghi'])
})

it('a field says where text goes on out of sight, before and behind', () => {
	expect(drawn('0123456789abcdefghi', 1)).toEqual(['…bcdefghi'])
	expect(drawn('0123456789', 1)).toEqual(['…'])
	expect(drawn('0123456789abcdefghi', 1, ['home'])).toEqual(['012345678…'])
	expect(drawn('0123456789abcdefghij0123456789', 2, ['home'])).toEqual(['0123456789', 'abcdefghi…'])
})

it('a field keeps the width of a wide character', () => {
	expect(drawn('0123456789漢字漢', 1)).toEqual(['… 字漢'])
})
