import { describe, expect, it, test } from 'vitest'
import { LogRing } from '../../../../../src/tui/app/LogRing.ts'
import { cellWidth } from '../../../../../src/tui/kit/text/cells.ts'
import { makeTheme } from '../../../../../src/tui/kit/theme/makeTheme.ts'
import { MigrationReport, reportColumns } from '../../../../../src/tui/screens/accounts/report/MigrationReport.ts'
import { addressOf, ChainDouble } from '../../../support/chainDouble.ts'
import { type TestApp, testApp } from '../../../support/testApp.ts'

const theme = makeTheme('dark', 'dark', 3)
const names = new Map([
	['chain1named', 'Bank of Bob'],
	['chain1long', 'The long name of somebody'],
])
const app = { nameOf: (address: string) => names.get(address) ?? address } as never

const report = (address: string, ...clients: readonly object[]) => ({ address, kind: 'base', clients }) as never
const cell = (cells: number) => ({ cells, theme, now: 0, mark: (text: string) => text })

describe('the columns of a report', () => {
	it('tell by colour whether all reads of a client work, some change or some break', () => {
		const [, , work] = reportColumns(app, ['client'])
		const shown = (verdict: object): string | undefined => work?.text(report('a', verdict), cell(16))
		expect(shown({ reads: 5, work: 5, change: 0, break: 0 })).toBe(theme.good('✓ 5 of 5'))
		expect(shown({ reads: 5, work: 4, change: 1, break: 0 })).toBe(theme.warn('≈ 4 of 5'))
		expect(shown({ reads: 5, work: 3, change: 1, break: 1 })).toBe(theme.bad('✗ 3 of 5'))
		expect(shown({ reads: 5, work: 4, change: 0, break: 1 })).toBe(theme.bad('✗ 4 of 5'))
		expect(shown({ reads: 0, work: 0, change: 0, break: 0 })).toBe(theme.muted('–'))
		expect(work?.text(report('a'), cell(16))).toBe('')
	})

	it('the columns of a report are named by their clients, of a long name by its end, which has the version', () => {
		const titles = reportColumns(app, ['exactly-16-cells', 'one-more-than-16x', 'a-client-of-long-name 1.2.3'])
			.slice(2)
			.map(({ title }) => title)
		expect(titles).toEqual(['exactly-16-cells', '…e-more-than-16x', '…long-name 1.2.3'])
		for (const title of titles) expect(cellWidth(title ?? '')).toBe(16)
	})

	it('the columns of a report are sorted by what breaks in all clients together, then by what changes', () => {
		const order = reportColumns(app, ['a', 'b']).find(({ id }) => id === 'work')?.order
		const counts = (one: readonly [number, number], other: readonly [number, number]) =>
			Number(order?.(report('a', ...[one, other].map(([broken, change]) => ({ break: broken, change })))))
		expect(counts([1, 2], [3, 4])).toBe(4 * 2 ** 32 + 6)
		expect(counts([0, 0], [1, 0])).toBeGreaterThan(counts([0, 100_000], [0, 100_000]))
	})

	it('the columns of a report have the name of an account before its address, both cut to what there is room for', () => {
		const [account] = reportColumns(app, [])
		const address = 'chain1'.padEnd(60, '0123456789')
		const shown = (text: string, cells: number): string | undefined => account?.text(report(text), cell(cells))
		expect(shown(address, 100)).toBe(theme.muted(`${address.slice(0, 22)}…${address.slice(-22)}`))
		expect(shown('chain1named', 60)).toBe(`${theme.strong('Bank of Bob')}  ${theme.muted('chain1named')}`)
		expect(shown('chain1long', 60)).toBe(`${theme.strong('The long name…')}  ${theme.muted('chain1long')}`)
	})
})

test('a report that a fault of the program ends says so and logs the fault', async () => {
	const t: TestApp = await testApp({ keys: ['alice'] })
	try {
		t.chain.legacyAccount = async () => {
			throw new TypeError('x is no function')
		}
		const made = new MigrationReport(t.app, [])
		await made.make(t.chain)
		expect([made.done, made.all, made.fault]).toEqual([false, [], expect.stringContaining('x is no function')])
		expect(t.app.log.entries.map(({ message }) => message).join()).toContain('x is no function')
	} finally {
		await t.stop()
	}
})

test('a report that is stopped takes in no account any more', async () => {
	const chain = new ChainDouble({ keys: ['alice', 'bob'] })
	const made = new MigrationReport({ ...(app as object), log: new LogRing(), touch: () => {} } as never, [])
	made.stop()
	await made.make(chain)
	expect([made.all, made.done, made.fault]).toEqual([[], false, ''])
	const whole = new MigrationReport({ ...(app as object), touch: () => {} } as never, [])
	await whole.make(chain)
	expect(whole.all.map(({ address }) => address).sort()).toEqual([addressOf('alice'), addressOf('bob')].sort())
	expect(whole.done).toBe(true)
})
