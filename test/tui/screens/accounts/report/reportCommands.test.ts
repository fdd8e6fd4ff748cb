import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Notice } from '../../../../../src/tui/kit/overlays/Notice.tsx'
import type { AccountsModel } from '../../../../../src/tui/screens/accounts/AccountsModel.ts'
import { openReads } from '../../../../../src/tui/screens/accounts/report/reportCommands.ts'
import { addressOf } from '../../../support/chainDouble.ts'
import { offeredKeys, refusedKeys } from '../../../support/keyWords.ts'
import { kitApp } from '../../../support/kitApp.ts'
import { named, namedTheme as theme } from '../../../support/namedTheme.ts'
import { type TestApp, testApp } from '../../../support/testApp.ts'

describe('the reads of an account in a report', () => {
	it('the reads of an account in a report tell of each client what becomes of each path, and why', () => {
		const app = { ...kitApp(), shortName: (address: string, cells: number) => `${address} in ${cells}` }
		const check = (verdict: string, note = '', path9?: string) => ({
			...{ read: { path: `.${verdict}` }, kind: 'base', verdict, path9, note },
		})
		const checks = [
			check('works'),
			check('new', 'only there'),
			...[check('moved', '', '.there'), check('moved', 'somewhere')],
			...[check('absent'), check('otherQuery', 'ask the bank'), check('breaks')],
		]
		const first = { client: 'one', reads: 7, work: 3, change: 1, break: 3, checks }
		const second = { client: 'two', reads: 0, work: 0, change: 0, break: 0, checks: [] }
		const selected = { address: 'chain1a', kind: 'module', clients: [first, second] }
		openReads({ app } as never, { list: { selected } } as never)
		const [notice] = app.overlays as unknown as readonly Notice[]
		expect(notice).toBeInstanceOf(Notice)
		expect(notice?.title).toBe('Reads of chain1a in 30')
		const lines = (width: number): readonly string[] =>
			(notice?.options.lines({ theme, width, height: 30, plain: false }) ?? []).map((line) =>
				named(line).replaceAll(/ +/g, ' ').trim(),
			)
		expect(lines(60)).toEqual([
			...['chain1a', '‹muted:module›', '', '‹strong:one› ✗ 3 of 7 work'],
			...['.works', '.new · only there', '.moved → moved to .there', '.moved → moved to ? · somewhere'],
			...['.absent ✗ left out', '.otherQuery ⇒ in another reply · ask the bank', '.breaks ✗ another value'],
			...['', '‹strong:two› – work'],
		])
		// A long line goes on below itself.
		expect(lines(30).length).toBeGreaterThan(lines(60).length)
		openReads({ app } as never, { list: { selected: undefined } } as never)
		expect(app.overlays).toHaveLength(1)
	})

	it('the reads of an account in a report are cut where a client is named at length, and broken two cells before the edge', () => {
		const app = { ...kitApp(), shortName: (address: string) => address }
		const lines = (width: number, client: string, ...paths: readonly string[]): readonly string[] => {
			const checks = paths.map((path) => ({ read: { path }, verdict: 'absent', note: '' }))
			const clients = [{ client, reads: 1, work: 0, change: 0, break: 1, checks }]
			openReads({ app } as never, { list: { selected: { address: 'a', kind: 'base', clients } } } as never)
			const notice = app.overlays.at(-1) as Notice
			return notice.options.lines({ theme, width, height: 30, plain: false }).slice(3).map(named)
		}
		expect(lines(80, 'c'.repeat(61))).toEqual([`‹strong:${'c'.repeat(60)}…›  ✗ 0 of 1 work`])
		const [fits, isOver] = ['p'.repeat(46), 'p'.repeat(47)]
		expect(lines(60, 'c', fits).slice(1)).toEqual([`  ${fits}  ✗ left out`])
		expect(lines(60, 'c', isOver)).toHaveLength(3)
		expect(lines(900, 'c', 'p'.repeat(601)).slice(1)).toEqual([`  ${'p'.repeat(600)}…`])
	})
})

describe('the keys of a report', () => {
	let t: TestApp
	let directory: string
	beforeEach(async () => {
		directory = mkdtempSync(join(tmpdir(), 'report-'))
		t = await testApp({ keys: ['alice', 'bob'], directory })
		t.press('3')
	})
	afterEach(async () => {
		await t.stop()
		rmSync(directory, { recursive: true })
	})
	const model = (): AccountsModel => t.app.screens.find(({ id }) => id === 'accounts')!.model as AccountsModel
	const file = (form: string): string => readFileSync(join(directory, `migration-report.${form}`), 'utf8')

	it('the keys of a report save all of its accounts with their names, also those that a filter hides', async () => {
		t.press('m')
		await t.until(() => model().report?.done === true)
		const keys = 'Enter which reads, e save CSV, E save JSON, m save Markdown, / filter, s sort, o account'
		expect([offeredKeys(t), refusedKeys(t, 'report')]).toEqual([keys, []])
		t.press('/')
		t.type('alice')
		t.press('enter')
		const said = 'report on 2 accounts'
		for (const key of ['e', 'E', 'm']) {
			t.app.set({ toast: undefined })
			t.press(key)
			await t.until(() => t.app.state.toast?.text.startsWith(said) === true)
		}
		expect(
			file('csv')
				.split(/\r?\n/)
				.filter((line) => line.includes(addressOf('bob'))).length,
		).toBeGreaterThan(0)
		const accounts = (JSON.parse(file('json')) as { accounts: readonly { name: string; address: string }[] }).accounts
		expect(accounts.map(({ name }) => name).toSorted()).toEqual(['alice', 'bob'])
		expect(file('md')).toContain('bob')
		t.press('/')
		t.type('nobody')
		t.press('enter')
		// The file has all, but nothing is selected.
		expect([offeredKeys(t), refusedKeys(t, 'report')]).toEqual([
			'e save CSV, E save JSON, m save Markdown, / filter, s sort',
			['enter: no account is selected', 'o: no account is selected'],
		])
		t.press('esc')
		t.press('o')
		await t.until(() => model().report === undefined && model().detailOpen)
		expect(['alice', 'bob'].map(addressOf)).toContain(model().selected)
	})
})
