import { describe, expect, it, test, vi } from 'vitest'
import { readClientPaths } from '../../../../../src/codec/legacy/clientPaths/readClientPaths.ts'
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
		const endless = `${'x'.repeat(46)}abcdefghijklmnopqrst`
		const clients = ['exactly-16-cells', 'one-more-than-16x', 'a-client-of-long-name 1.2.3', endless]
		const titles = reportColumns(app, clients)
			.slice(2)
			.map(({ title }) => title)
		expect(titles).toEqual(['exactly-16-cells', '…e-more-than-16x', '…long-name 1.2.3', '…abcdefghijklmn…'])
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
		const [account, kind] = reportColumns(app, [])
		expect([kind?.width, kind?.from]).toEqual([18, 92])
		const address = 'chain1'.padEnd(60, '0123456789')
		const shown = (text: string, cells: number): string | undefined => account?.text(report(text), cell(cells))
		expect(shown(address, 100)).toBe(theme.muted(`${address.slice(0, 22)}…${address.slice(-22)}`))
		expect(shown('chain1named', 60)).toBe(`${theme.strong('Bank of Bob')}  ${theme.muted('chain1named')}`)
		expect(shown('chain1long', 60)).toBe(`${theme.strong('The long name…')}  ${theme.muted('chain1long')}`)
		const [ofBob] = reportColumns({ nameOf: () => 'Bob' } as never, [])
		const beside = (cells: number): string | undefined => ofBob?.text(report(address), cell(cells))
		const cut = (from: number, to: number) =>
			`${theme.strong('Bob')}  ${theme.muted(`${address.slice(0, from)}…${address.slice(-to)}`)}`
		expect([20, 32, 33, 62, 63, 64].map(beside)).toEqual([
			...[cut(7, 6), cut(7, 6), cut(7, 7), cut(22, 21), cut(22, 22), cut(22, 22)],
		])
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

describe('a report under way', () => {
	const order = Array.from({ length: 8 }, (_, index) => `chain1account${index}`)
	/** A chain that answers for an account once `open` is called with its index. */
	function gated() {
		const chain = new ChainDouble()
		chain.addressPages = async function* () {
			yield order
		}
		const opened = order.map(() => {
			let open = () => {}
			const gate = new Promise<void>((resolve) => {
				open = resolve
			})
			return { gate, open }
		})
		const read = chain.legacyAccount.bind(chain)
		const asked: string[] = []
		chain.legacyAccount = async (address, generation) => {
			const index = order.indexOf(address)
			asked.push(`${index} in ${generation}`)
			await opened[index]?.gate
			return read(address, generation)
		}
		return { chain, asked, open: (index: number) => opened[index]?.open() }
	}
	const bothOf = (...indexes: readonly number[]) => indexes.flatMap((index) => [`${index} in 8`, `${index} in 9`])

	it('a report under way asks for both forms of six accounts at once, and for the next one when one is there', async () => {
		const { chain, asked, open } = gated()
		const made = new MigrationReport({ ...(app as object), touch: () => {} } as never, [])
		const whole = made.make(chain)
		await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(12))
		expect(asked).toEqual(bothOf(0, 1, 2, 3, 4, 5))
		open(0)
		await vi.waitFor(() => expect(made.all).toHaveLength(1))
		expect(asked).toEqual(bothOf(0, 1, 2, 3, 4, 5, 6))
		for (const index of order.keys()) open(index)
		await whole
		expect(made.all.map(({ address }) => address)).toEqual(order)
	})

	it('a report under way shows the first account at once, and then what it has every 150 ms', async () => {
		let now = 0
		const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
		try {
			const { chain, open } = gated()
			const shown: number[] = []
			const touch = (): void => void shown.push(made.all.length)
			const made = new MigrationReport({ ...(app as object), touch } as never, [readClientPaths('[".result"]')])
			const whole = made.make(chain)
			for (const [index, moment] of [150, 299, 300, 449, 450].entries()) {
				now = moment
				const { totals } = made
				open(index)
				while (made.totals === totals) await new Promise((resolve) => setImmediate(resolve))
			}
			expect(shown).toEqual([1, 3, 5])
			for (const index of order.keys()) open(index)
			await whole
			expect(shown).toEqual([1, 3, 5, 8])
		} finally {
			clock.mockRestore()
		}
	})
})
