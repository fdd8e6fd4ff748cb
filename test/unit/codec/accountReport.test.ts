import { describe, expect, it } from 'vitest'
import { checkClientPaths } from '../../../src/codec/legacy/clientPaths/checkClientPaths.ts'
import { knownClients } from '../../../src/codec/legacy/clientPaths/readClientPaths.ts'
import {
	AccountReporter,
	addToTotals,
	clientName,
	noTotals,
} from '../../../src/codec/legacy/clientPaths/reportAccount.ts'
import { reportWriter, verdictText } from '../../../src/codec/legacy/clientPaths/reportText.ts'
import samples from '../../../src/codec/legacy/clientPaths/sampleReplies.json' with { type: 'json' }

const clients = Object.values(knownClients)
const accounts = samples.filter(({ request }) => request === 'account')

describe('a report on accounts', () => {
	it('says of recorded accounts what the check of their kinds says', () => {
		const reporter = new AccountReporter(clients)
		for (const { kind, body8, body9 } of accounts) {
			const report = reporter.report('chain1x', JSON.stringify(body8), JSON.stringify(body9))
			for (const [index, paths] of clients.entries()) {
				const expected = checkClientPaths(paths.reads.filter(({ request }) => request === 'account'))
					.flatMap(({ checks }) => checks)
					.filter((check) => check.kind === kind && kind !== 'module account')
				const verdict = report.clients[index]!
				expect(verdict.client).toBe(clientName(paths))
				expect(verdict.reads, kind).toBe(expected.length)
				expect(verdict.work + verdict.change + verdict.break).toBe(verdict.reads)
				expect(verdict.checks.map(({ read, verdict: what }) => [read.path, what])).toEqual(
					expected.flatMap(({ read, verdict: what }) =>
						what === 'works' || what === 'new' ? [] : [[read.path, what]],
					),
				)
			}
		}
	})

	it('a report on accounts leaves module accounts out of what breaks', () => {
		const reporter = new AccountReporter(clients)
		const { body8, body9 } = accounts.find(({ kind }) => kind === 'module account')!
		const report = reporter.report('chain1x', JSON.stringify(body8), JSON.stringify(body9))
		expect(report.kind).toBe('module')
		expect(report.clients.map(verdictText)).toEqual(clients.map(() => '–'))
		expect(addToTotals(noTotals, report)).toEqual(noTotals)
	})

	it('totals of a report are the sums of all clients and accounts', () => {
		const verdict = (...[reads, work, change, gone]: readonly [number, number, number, number]) => {
			return { client: 'c', reads, work, change, break: gone, checks: [] }
		}
		const report = { address: 'chain1x', kind: 'base', clients: [verdict(9, 4, 3, 2), verdict(6, 1, 2, 3)] }
		expect(addToTotals(noTotals, report)).toEqual({ reads: 15, work: 5, change: 5, break: 5 })
		expect(addToTotals({ reads: 100, work: 200, change: 300, break: 400 }, report)).toEqual({
			...{ reads: 115, work: 205, change: 305, break: 405 },
		})
		const signs = [
			verdict(0, 0, 0, 0),
			verdict(2, 2, 0, 0),
			verdict(2, 1, 1, 0),
			verdict(2, 1, 0, 1),
			verdict(2, 0, 1, 1),
		]
		expect(signs.map(verdictText)).toEqual(['–', '✓ 2 of 2', '≈ 1 of 2', '✗ 1 of 2', '✗ 0 of 2'])
		const { row } = reportWriter('md', ['c'], (address) => (address === 'chain1y' ? 'mine' : ''))
		const one = { ...report, clients: [signs[1]!] }
		expect(row(one, true)).toBe('| chain1x | base | ✓ 2 of 2 |\n')
		expect(row({ ...one, address: 'chain1y' }, false)).toBe('| mine chain1y | base | ✓ 2 of 2 |\n')
	})

	it('a client of a report has the name of its list of paths, or its own with its version', () => {
		const own = (version: string) => clientName({ client: 'me', version, source: [], reads: [] })
		expect([own(''), own('2.0')]).toEqual(['me', 'me 2.0'])
		expect(clients.map(clientName)).toEqual(Object.keys(knownClients))
	})

	it('keeps one verdict for all accounts of a shape', () => {
		const reporter = new AccountReporter(clients)
		const { body8, body9 } = accounts[0]!
		const [text8, text9] = [JSON.stringify(body8), JSON.stringify(body9)]
		const first = reporter.report('chain1a', text8, text9)
		for (let index = 0; index < 1_000; index++)
			expect(reporter.report(`chain1${index}`, text8, text9).clients).toBe(first.clients)
	})

	it('a report on accounts is written as CSV, JSON and Markdown, whatever an account is called', () => {
		const reporter = new AccountReporter(clients)
		const reports = accounts.map(({ body8, body9 }, index) =>
			reporter.report(`chain1${index}`, JSON.stringify(body8), JSON.stringify(body9)),
		)
		const totals = reports.reduce(addToTotals, noTotals)
		const nameOf = (address: string): string => (address === 'chain10' ? '=1+1|"<b>\n' : '')
		const written = (format: 'csv' | 'json' | 'md'): string => {
			const writer = reportWriter(format, clients.map(clientName), nameOf)
			return [
				writer.head(),
				...reports.map((report, index) => writer.row(report, index === 0)),
				writer.foot(totals, reports.length),
			].join('')
		}
		expect(written('csv')).toContain('chain10,"\'=1+1|""<b>\n",')
		const parsed = JSON.parse(written('json')) as { accounts: { name?: string }[]; totals: unknown }
		expect(parsed.accounts[0]?.name).toBe('=1+1|"<b>\n')
		expect(parsed.totals).toEqual({ accounts: reports.length, ...totals })
		const rows = written('md')
			.split('\n')
			.filter((line) => line.startsWith('| '))
		expect(rows).toHaveLength(reports.length + 2)
		for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(clients.length + 4)
		expect(verdictText({ client: '', reads: 3, work: 1, change: 1, break: 1, checks: [] })).toBe('✗ 1 of 3')
		expect(verdictText({ client: '', reads: 0, work: 0, change: 0, break: 0, checks: [] })).toBe('–')
	})
})
