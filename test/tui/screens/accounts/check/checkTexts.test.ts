import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { checkClientPaths, type ReadCheck } from '../../../../../src/codec/legacy/clientPaths/checkClientPaths.ts'
import { readClientPaths } from '../../../../../src/codec/legacy/clientPaths/readClientPaths.ts'
import { makeTheme } from '../../../../../src/tui/kit/theme/makeTheme.ts'
import { checkCommands } from '../../../../../src/tui/screens/accounts/check/checkCommands.ts'
import { checkExplanation, overallText } from '../../../../../src/tui/screens/accounts/check/checkTexts.ts'
import { groupedChecks, MigrationCheck } from '../../../../../src/tui/screens/accounts/check/MigrationCheck.ts'

const theme = makeTheme('dark', 'dark', 3)
const plain = makeTheme('dark', 'dark', 0)

/** What is told of the first read of a list of paths. */
function explained(paths: string, width = 500): readonly string[] {
	const [selected] = checkClientPaths(readClientPaths(paths).reads)
	return checkExplanation({ reads: { selected } } as never, { theme: plain, width })
}

describe('a read of an old client', () => {
	it('a read of an old client that no known reply has is told as one', () => {
		expect(explained('[".result.nothing"]')).toEqual([
			expect.stringMatching(/^\.result\.nothing {2,}$/),
			expect.stringMatching(/^No known reply of either generation has it\. +$/),
		])
	})

	it('a read of an old client is told with its use and what becomes of it, what has to change first', () => {
		const [head, ...verdicts] = explained('{"reads":[{"path":".result.value.sequence","use":"to sign"}]}')
		expect(head?.trimEnd()).toBe('.result.value.sequence  to sign')
		const words = verdicts.map((line) => line.replace(/[:].*/, '').replace(/ to .*/, ''))
		expect(words[0]).toBe('→ moved')
		expect(words.at(-1)).toBe('✓ works')
		expect(verdicts[0]).toMatch(/^→ moved to \.result\.value\.base_vesting_account\.base_account\.sequence: .*vesting/)
	})

	it('a read of an old client is told with its paths, use and reason cut where they are long', () => {
		const [path, use, path9, note] = ['p', 'u', 'n', 'r'].map((letter) => letter.repeat(500)) as [...string[]]
		const check = (verdict: string, more: object = {}) => ({
			kind: 'base',
			verdict,
			path9: undefined,
			note: '',
			...more,
		})
		const told = (...checks: readonly object[]) =>
			checkExplanation({ reads: { selected: { read: { path, use }, checks } } } as never, {
				theme: plain,
				width: 900,
			}).map((line) => stripVTControlCharacters(line))
		const cut = (letter: string, count: number): string => `${letter.repeat(count)}…`
		const [head, ...lines] = told(check('moved', { path9, note }), check('new', { path9: '.new' }), check('works'))
		expect(head?.trimEnd()).toBe(`${cut('p', 300)}  ${cut('u', 200)}`)
		expect(lines).toEqual([
			`→ moved to ${cut('n', 200)}: base · ${cut('r', 300)}`,
			...['+ only in generation 9: base', '✓ works: base'],
		])
	})

	it('a check without a read of an old client shows nothing', () => {
		expect(checkExplanation({ reads: { selected: undefined } } as never, { theme, width: 80 })).toEqual([])
	})

	it.each([
		['works', theme.good('✓ works')],
		['sometimes', theme.warn('◐ sometimes')],
		['fails', theme.bad('✗ fails')],
		['never', theme.muted('? unknown path')],
	] as const)('a read of an old client that %s in generation 9 has its sign and colour', (overall, text) => {
		expect(overallText(overall, theme)).toBe(text)
	})
})

describe('the check of old clients', () => {
	it('goes through the known clients and one of a file, and begins again', () => {
		const check = new MigrationCheck()
		const names = (): readonly string[] =>
			Array.from({ length: 5 }, () => {
				const { client, version } = check.client
				check.next()
				return `${client} ${version}`.trim()
			})
		const known = ['@cosmjs/launchpad 0.27.1', '@kava-labs/javascript-sdk 4.0.0', '@kava-labs/javascript-sdk 9.0.1']
		expect(names()).toEqual([...known, ...known.slice(0, 2)])
		const mine = readClientPaths('{"client":"mine","reads":[".result.value.address"]}')
		check.use(mine)
		expect(check.client).toBe(mine)
		expect(names()).toEqual(['mine', ...known, 'mine'])
	})

	it('lists what fails first and counts what needs work', () => {
		const check = new MigrationCheck()
		check.use(readClientPaths('[".result.type", ".result.nothing", ".result.value.coins", ".result.value.address"]'))
		const rows = check.rows.map(({ read, overall }) => `${overall} ${read.path}`)
		const order = rows.map((row) => ['fails', 'sometimes', 'never', 'works'].indexOf(row.split(' ')[0]!))
		expect(order).toEqual(order.toSorted((a, b) => a - b))
		expect(new Set(rows.map((row) => row.split(' ')[1]))).toEqual(
			new Set(['.result.type', '.result.nothing', '.result.value.coins', '.result.value.address']),
		)
		expect(check.failing).toBe(rows.filter((row) => /^(fails|sometimes)/.test(row)).length)
		expect(check.failing).toBeGreaterThan(0)
	})

	it('tells equal results of several kinds together', () => {
		const of = (kind: string, change: Partial<ReadCheck> = {}): ReadCheck =>
			({ kind, verdict: 'moved', path9: '.a', note: '', ...change }) as ReadCheck
		const groups = groupedChecks([of('base'), of('module', { path9: '.b' }), of('delayed'), of('x', { note: 'other' })])
		expect(groups.map(({ kinds, path9 }) => [...kinds, path9])).toEqual([
			['base', 'delayed', '.a'],
			['module', '.b'],
			['x', '.a'],
		])
	})

	it('the check of old clients is opened at its first client by a key that then goes to the next', async () => {
		const check = new MigrationCheck()
		const opened: string[] = []
		const model = { check, view: 'aligned', open: () => opened.push(check.client.version) }
		const told = () =>
			checkCommands(model as never).map(({ title, footer }) => (footer === undefined ? title : `${title} in ${footer}`))
		expect(told()).toEqual(['check clients', 'own client'])
		for (const version of ['0.27.1', '4.0.0', '9.0.1', '0.27.1']) {
			await checkCommands(model as never)[0]?.run()
			expect([model.view, opened.at(-1)]).toEqual(['check', version])
			expect(told()).toEqual(['next client in 2', 'own client in 6'])
		}
	})
})
