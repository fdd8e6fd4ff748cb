import { expect, test } from 'vitest'
import type { FormRow } from '../../../../src/codec/legacy/forms/Comparison.ts'
import { formsMarkdown, formsText } from '../../../../src/codec/legacy/forms/formsText.ts'

const rows: readonly FormRow[] = [
	{
		meaning: 'number',
		path8: '.a',
		value8: '1',
		path9: '.a',
		value9: '1',
		kind: 'same',
		explanation: 'The same.',
	},
	{
		meaning: 'name',
		path8: '.b',
		value8: '"x|y"',
		path9: undefined,
		value9: undefined,
		kind: 'omitted',
		explanation: 'Not kept.',
	},
	{
		meaning: 'other',
		path8: undefined,
		value8: undefined,
		path9: '.c',
		value9: '2',
		kind: 'added',
		explanation: '',
	},
]

test('rows of a diff are told as lines: where each form has it, and why it differs', () => {
	expect(formsText(rows)).toBe(
		[
			'number: same',
			'  8  .a = 1',
			'  9  .a = 1',
			'name: left out',
			'  8  .b = "x|y"',
			'  Not kept.',
			'other: added',
			'  9  .c = 2',
			'  No known reason.',
		].join('\n'),
	)
})

test('rows of a diff are told as a table of Markdown, with both forms behind it', () => {
	const forms = { body8: '{"a":1,"b":"x|y"}', body9: '{"a":1,"c":2}' } as never
	expect(formsMarkdown(forms, rows).split('\n')).toEqual([
		'| Meaning | Path in 8 | Value in 8 | Path in 9 | Value in 9 | Difference | Why |',
		'|---|---|---|---|---|---|---|',
		'| number | `.a` | `1` | `.a` | `1` | same | The same. |',
		'| name | `.b` | `"x\\|y"` |  |  | left out | Not kept. |',
		'| other |  |  | `.c` | `2` | added |  |',
		'',
		'## Generation 8',
		'',
		'```json',
		'{',
		'  "a": 1,',
		'  "b": "x|y"',
		'}',
		'```',
		'',
		'## Generation 9',
		'',
		'```json',
		'{',
		'  "a": 1,',
		'  "c": 2',
		'}',
		'```',
		'',
	])
})
