import { expect, it } from 'vitest'
import type { TxSummary } from '../../../../src/client/index.ts'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { allTxColumns, type TxColumn, txColumns } from '../../../../src/tui/app/list/txColumns.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { placeColumns, tableRow } from '../../../../src/tui/kit/text/tableRows.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'

const now = Date.parse('2026-01-01T00:01:00Z')
const app = {
	shortName: (address: string, cells: number) => `${address}/${cells}`,
	amounts: new Amounts(memoryPreferences(), () => 'uchain'),
} as unknown as TuiApp

const tx = {
	hash: 'AB'.repeat(32),
	height: 1_204,
	index: 0,
	time: '2026-01-01T00:00:00Z',
	code: 0,
	gasWanted: 120_000n,
	gasUsed: 55_960n,
	fee: [{ denom: 'uchain', amount: '600' }],
	messageTypes: ['/chain.greet.v1beta1.MsgCreateGreet'],
	first: { message: 'hello' },
	signers: ['alice'],
} as unknown as TxSummary

/** The row of a transaction in so many cells, with the names of its colours. */
function row(tx: TxSummary, width: number, names: readonly TxColumn[] = allTxColumns): string {
	const placed = placeColumns(txColumns(app, names), width)
	const texts = placed.map(({ column, cells }) =>
		column.text(tx, { cells, theme: namedTheme, now, mark: (text) => text }),
	)
	return named(tableRow(placed, texts))
}

it('a row of a transaction says as much as there is room for', () => {
	const widths = [73, 74, 91, 92, 111, 112, 123, 124]
	expect(
		widths.map((width) =>
			placeColumns(txColumns(app, allTxColumns), width)
				.map(({ column }) => column.id)
				.slice(6),
		),
	).toEqual([
		[],
		['gas'],
		['gas'],
		['gas', 'hash'],
		['gas', 'hash'],
		['gas', 'wanted', 'hash'],
		['gas', 'wanted', 'hash'],
		['gas', 'wanted', 'fee', 'hash'],
	])
	expect(row(tx, 124)).toBe(
		'    1,204    1m  ‹good:✓›  greeting   alice/13       “hello”                      55,960     ‹muted:120,000›    0.0006 CHAIN  ‹muted:ABABAB…ABABAB›',
	)
	expect(row({ ...tx, index: 4 } as TxSummary, 20, ['index', 'block'])).toBe('   5      1,204')
	expect(row(tx, 112, ['gas', 'wanted', 'fee'])).toBe('    55,960     ‹muted:120,000›')
})

it('a row of a transaction that failed or paid nothing says so', () => {
	expect(row({ ...tx, code: 5 } as TxSummary, 20, ['result', 'kind'])).toBe('‹bad:✗›  greeting ')
	expect(row({ ...tx, fee: [] } as unknown as TxSummary, 124, ['result', 'fee'])).toBe(
		'‹good:✓›            ‹muted:none›',
	)
	const fee = [...tx.fee, { denom: 'foo', amount: '7' }]
	expect(row({ ...tx, fee } as unknown as TxSummary, 124, ['fee'])).toBe('0.0006 CHAIN,…')
	expect(row({ ...tx, fee: [{ denom: 'x'.repeat(60), amount: '7' }] } as unknown as TxSummary, 124, ['fee'])).toBe(
		'7 xxxxxxxxxxx…',
	)
})
