import { describe, expect, test } from 'vitest'
import { compactJson } from '../../../../src/codec/goJson/compactJson.ts'
import { memorySource } from '../../../../src/codec/goJson/JsonScanner.ts'

const chunk = 1 << 20

/** What is written of the bytes between two positions, and the positions that were told. */
function compacted(text: string, start = 0, end = Buffer.byteLength(text)) {
	const told: number[] = []
	const pieces: Buffer[] = []
	for (const piece of compactJson(memorySource(Buffer.from(text)), { start, end }, (position) => told.push(position))) {
		// The next piece is written over it.
		pieces.push(Buffer.from(piece))
	}
	return { text: Buffer.concat(pieces).toString(), told }
}

// Rules of Go 1.17 encoding/json Compact with escapes, as Marshal calls it for a RawMessage.
describe('a value that Go writes within a document', () => {
	test.each([
		['loses the spaces between its parts', '\t{ "a" :\r\n [1, 2] , "b": null }\n', '{"a":[1,2],"b":null}'],
		['keeps the spaces within its texts', '{"a b": " \\t\u00a0 "}', '{"a b":" \\t\u00a0 "}'],
		['keeps a text going behind a quote with a backslash', '["a\\" : b", "c\\\\" ]', '["a\\" : b","c\\\\"]'],
		['has <, > and & as escapes', '["<a> & b"]', '["\\u003ca\\u003e \\u0026 b"]'],
		['has the line ends U+2028 and U+2029 as escapes', '["\u2028\u2029"]', '["\\u2028\\u2029"]'],
		[
			'keeps what only looks like these line ends',
			'["\u2027\u202a\u00a8\u00e9\u20a8\u{1f028}\u3028 \u1028"]',
			'["\u2027\u202a\u00a8\u00e9\u20a8\u{1f028}\u3028 \u1028"]',
		],
		['keeps a quoted quote as the last sign', '"\\""', '"\\""'],
	])('a value that Go writes within a document %s', (_, text, written) => {
		expect(compacted(text)).toEqual({ text: written, told: [Buffer.byteLength(text)] })
	})

	test('a compact value is only what stands between its two positions', () => {
		expect(compacted('{"a": [1 , 2], "b": 3}', 6, 13).text).toBe('[1,2]')
		expect(compacted('abc', 1, 1)).toEqual({ text: '', told: [] })
	})

	test.each([chunk - 3, chunk - 2, chunk - 1])(
		'a compact value has a line end as an escape that begins at byte %d, where the document is read on',
		(at) => {
			const filler = 'a'.repeat(at - 1)
			const result = compacted(`"${filler}\u2028< "`)
			expect(result.text === `"${filler}\\u2028\\u003c "`).toBe(true)
			expect(result.told).toEqual([chunk, at + 3 + 3])
		},
	)
})
