import { expect, it } from 'vitest'
import { TextBuffer } from '../../../../src/tui/kit/models/TextBuffer.ts'
import { textFieldRows } from '../../../../src/tui/kit/text/textFieldRows.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'

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

/** The rows of a field that has the keys, with the names of their colours. */
function focused(
	text: string,
	ids: readonly string[] = [],
	options: Partial<Parameters<typeof textFieldRows>[1]> & { readonly proposal?: boolean } = {},
): readonly string[] {
	const rows = options.rows ?? 1
	const buffer = new TextBuffer(text, { multiline: rows > 1, proposal: options.proposal === true })
	for (const id of ids) buffer.edit({ id })
	return textFieldRows(buffer, { width: 10, rows, focused: true, theme: namedTheme, ...options }).map(named)
}

it('a field that has the keys shows where one types, at the start, in the middle and at the end', () => {
	expect(focused('abc')).toEqual(['abc‹cursor: ›      '])
	expect(focused('abc', ['left', 'left'])).toEqual(['a‹cursor:b›c       '])
	expect(focused('abc', ['home'])).toEqual(['‹cursor:a›bc       '])
	expect(focused('日本', ['left'])).toEqual(['日‹cursor:本›      '])
	expect(focused('abc', [], { secret: true })).toEqual(['•••‹cursor: ›      '])
	expect(focused('0123456789abc', ['home'])).toEqual(['‹cursor:0›12345678…'])
	expect(focused('0123456789abc', ['home', 'right', 'right'])).toEqual(['01‹cursor:2›345678…'])
	expect(focused('012345678')).toEqual(['012345678‹cursor: ›'])
	expect(focused('0123456789')).toEqual(['…‹cursor: ›        '])
	expect(focused('a\u0007b')).toEqual(['a␇b‹cursor: ›      '])
})

it('a field of several lines shows the row of the cursor, with signs where there are more', () => {
	const text = 'one\ntwo\n\nfour\nfive'
	expect(focused(text, [], { rows: 3 })).toEqual(['…         ', 'four      ', 'five‹cursor: ›     '])
	expect(focused(text, ['up', 'up'], { rows: 3 })).toEqual(['one       ', 'two       ', '‹cursor: ›         '])
	expect(focused(text, ['up', 'up', 'up', 'up'], { rows: 3 })).toEqual([
		'‹cursor:o›ne       ',
		'two       ',
		'          ',
	])
	expect(focused('0123456789', [], { rows: 2 })).toEqual(['0123456789', '‹cursor: ›         '])
	expect(focused('one\n', [], { rows: 3 })).toEqual(['one       ', '‹cursor: ›         '])
	expect(focused('0123456789a', [], { rows: 1 })).toEqual(['…‹cursor: ›        '])
	// An empty row has no letter that a sign could stand for.
	expect(focused('a\n\n\nb', ['up', 'up', 'up'], { rows: 2 })).toEqual(['‹cursor:a›         ', '          '])
	// The last letter before the cursor is no place for a sign.
	expect(focused('one\ntwo\nthree', ['up'], { rows: 2 })).toEqual(['one       ', 'two‹cursor: ›      '])
})

it('an empty field shows what belongs there, and a proposal as what would be replaced', () => {
	expect(focused('', [], { placeholder: 'a name' })).toEqual(['‹cursor: ›‹muted:a name   ›'])
	expect(focused('', [], { placeholder: 'a name that is long' })).toEqual(['‹cursor: ›‹muted:a name th›'])
	expect(focused('', [], { placeholder: 'a name', focused: false })).toEqual([' ‹muted:a name   ›'])
	expect(focused('me', [], { proposal: true })).toEqual(['‹selected:me›‹cursor: ›       '])
	expect(focused('0123456789abc', [], { proposal: true })).toEqual(['‹selected:012345678›‹cursor: ›'])
	expect(focused('me', [], { proposal: true, focused: false })).toEqual(['me        '])
	expect(focused('me', ['left'], { proposal: true })).toEqual(['m‹cursor:e›        '])
})

it('a field with a very long text looks only at what is around the cursor', () => {
	const long = 'x'.repeat(3_000)
	expect(focused(long)).toEqual(['…‹cursor: ›        '])
	// Of 2,000 letters and a row of nine, 223 rows are full.
	expect(focused(long, [], { width: 9 })).toEqual(['…x‹cursor: ›      '])
	expect(focused(`${'y'.repeat(600)}${long}`, ['home'])).toEqual(['‹cursor:y›yyyyyyyy…'])
})

it('a large field shows as much of a very long text as it has room for, and says where it goes on', () => {
	const large = { rows: 30, width: 100 }
	const full = 'x'.repeat(100)
	const fits = 'x'.repeat(2_900)
	expect(focused(fits, [], large)).toEqual([...Array.from({ length: 29 }, () => full), `‹cursor: ›${' '.repeat(99)}`])
	expect(focused(fits, ['home'], large).slice(1)).toEqual([...Array.from({ length: 28 }, () => full), ' '.repeat(100)])
	const longer = 'x'.repeat(9_000)
	expect(focused(longer, [], large)).toEqual([
		...[`…${'x'.repeat(99)}`, ...Array.from({ length: 28 }, () => full), `‹cursor: ›${' '.repeat(99)}`],
	])
	expect(focused(longer, ['home'], large)).toEqual([
		...[`‹cursor:x›${'x'.repeat(99)}`, ...Array.from({ length: 28 }, () => full), `${'x'.repeat(99)}…`],
	])
	const line = 'x'.repeat(99)
	const lines = `${line}\n`.repeat(60)
	expect(focused(lines, [], large)[0]).toBe(`…${'x'.repeat(98)} `)
	const toStart = Array.from({ length: 60 }, () => 'up')
	expect(focused(lines, toStart, large).slice(-2)).toEqual([`${line} `, `${'x'.repeat(98)}… `])
})
