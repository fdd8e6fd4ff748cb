import { expect, it } from 'vitest'
import { csvRow } from '../../../src/util/csvRow.ts'

it.each([
	[['a', 'b c', ''], 'a,b c,\r\n'],
	[['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"\r\n'],
	[['=1+1', '+1', '-1', '@sum(a)', '\tx', '\rx'], "'=1+1,'+1,'-1,'@sum(a),'\tx,\"'\rx\"\r\n"],
	[['＝1'], "'＝1\r\n"],
	[['a=b', '1-2'], 'a=b,1-2\r\n'],
])('csvRow writes %j so that a spreadsheet reads text and no formula', (cells, row) => {
	expect(csvRow(cells)).toBe(row)
})
