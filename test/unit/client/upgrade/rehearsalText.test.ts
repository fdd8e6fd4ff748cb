import { describe, expect, test } from 'vitest'
import type { Upgrade, UpgradeAccount } from '../../../../src/client/upgrade/readUpgrade.ts'
import { checksSoFar, passes, rehearsalText, upgradeChecks } from '../../../../src/client/upgrade/rehearsalText.ts'
import type { Rehearsal } from '../../../../src/client/upgrade/rehearse.ts'
import type { MigrationSummary } from '../../../../src/migrate/migrateGenesis.ts'

function account(before: string): UpgradeAccount {
	return { index: 0, address: 'kite1a', before, after: before, coins: '', problem: '' }
}
const summary: MigrationSummary = {
	chainId: 'kite-2',
	prefix: 'kite',
	accounts: new Map(),
	balances: 3,
	supply: new Map([['ukite', { supply: 9n, held: 9n }]]),
	converted: ['auth', 'bank'],
	unchanged: [],
	leftOut: [],
	moduleAccounts: [],
}
const whole: Upgrade = {
	file: '/tmp/old.json',
	generation: 8,
	target: '/tmp/new.json',
	summary,
	faults: [],
	accounts: [account('Account'), account('ModuleAccount'), account('Account')],
}
const wholeLines = [
	'good 3 accounts read: 2 Account, 1 ModuleAccount',
	'good all names of accounts are addresses',
	'good 3 balances',
	'good the supply of ukite equals the sum of all balances',
	'good parameters and state of auth, bank converted',
]
const lines = (upgrade: Upgrade): readonly string[] => upgradeChecks(upgrade).map(({ kind, text }) => `${kind} ${text}`)

describe('the checklist of an upgrade', () => {
	test('a genesis that is migrated whole has good lines only', () => {
		expect(lines(whole)).toEqual(wholeLines)
	})

	test('what one should know of a migrated genesis comes after the good lines', () => {
		const more = {
			...summary,
			supply: new Map([
				['ubusd', { supply: 0n, held: 5n }],
				['ukite', { supply: 9n, held: 8n }],
			]),
			unchanged: ['zoo', 'zebra'],
			leftOut: ['swap', 'pool'],
			moduleAccounts: [{ name: 'mint', coins: [{ denom: 'ukite', amount: '7' }] }],
		}
		const unread = [{ what: 'greetings', reason: 'a genesis has no place for them' }]
		expect(lines({ ...whole, summary: more, unread })).toEqual([
			...wholeLines.slice(0, 3),
			'look the supply of ubusd is 0, all balances are 5',
			'bad the supply of ukite is 9, all balances are 8',
			wholeLines[4],
			'look not read: greetings: a genesis has no place for them',
			'look as they were: zoo, zebra',
			'look left out: swap, pool',
			'look mint holds 7ukite: only a chain that runs its module moves them',
		])
	})

	test('a genesis of generation 9 without accounts is told to need no migration', () => {
		expect(lines({ ...whole, accounts: [], summary: { ...summary, converted: [] } })).toEqual([
			'good 0 accounts read',
			...wholeLines.slice(1, 4),
			'good a genesis of generation 9: there is nothing to migrate, it can be started',
		])
	})

	test('a genesis that is refused has a line for each place, and tells how many names are no addresses', () => {
		const faults = [
			{ place: 'app_state.auth.accounts[0].value.address', problem: 'is no bech32 text', next: '' },
			{ place: 'app_state.auth.accounts[1].value.coins', problem: 'must be a list', next: '' },
			{ place: 'app_state.gov.deposits[0].depositor', problem: 'is no bech32 text', next: '' },
		]
		const refused: Upgrade = { ...whole, target: undefined, summary: undefined, faults, accounts: [account('')] }
		expect(lines(refused)).toEqual([
			'good 1 accounts read: 1 of no kind',
			'bad 1 names of accounts are no addresses',
			...faults.map(({ place, problem }) => `bad ${place} ${problem}`),
		])
		expect(lines({ ...refused, faults: faults.slice(1) })[1]).toBe('good all names of accounts are addresses')
	})

	test.each([
		[
			'reading',
			[
				'wait 2 MB to read',
				'wait 5 accounts read: 2 Account, 3 ModuleAccount',
				'wait names of accounts are addresses',
				'wait balances',
			],
		],
		[
			'accounts',
			[
				'good 2 MB to read',
				'wait 5 accounts read: 2 Account, 3 ModuleAccount',
				'wait names of accounts are addresses',
				'wait balances',
			],
		],
		[
			'balances',
			[
				'good 2 MB to read',
				'good 5 accounts read: 2 Account, 3 ModuleAccount',
				'good names of accounts are addresses',
				'wait balances of 4 accounts',
			],
		],
	] as const)('the checklist while a migration is at the step %s', (step, expected) => {
		const kinds = new Map([
			['Account', 2],
			['ModuleAccount', 3],
		])
		const checks = checksSoFar({ step, bytes: 1, size: 1_500_000, accounts: 4, kinds })
		expect(checks.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
			...expected,
			'wait the supply equals the sum of all balances',
			'wait parameters and state of the modules',
		])
	})
})

const taken = { address: 'kite1a', kind: 'Account', generation: 9, code: 0, log: '[]' } as const
const verdict = { client: 'wallet 1', reads: 2, work: 2, change: 0, break: 0, checks: [] }
const rehearsal: Rehearsal = {
	reports: [
		{ address: 'kite1a', kind: 'base', clients: [verdict] },
		{ address: 'kite1b', kind: 'module', clients: [verdict] },
	],
	totals: { reads: 4, work: 4, change: 0, break: 0 },
	posts: [taken],
	silent: [],
}
const wallet = { client: 'wallet', version: '1' } as unknown as Parameters<typeof rehearsalText>[3][number]

describe('the report of a rehearsal', () => {
	test.each<[string, Upgrade, Rehearsal, boolean]>([
		['nothing wrong', whole, rehearsal, true],
		['a read to change', whole, { ...rehearsal, totals: { ...rehearsal.totals, change: 1 } }, true],
		['a read that is gone', whole, { ...rehearsal, totals: { ...rehearsal.totals, break: 1 } }, false],
		['an account that does not answer', whole, { ...rehearsal, silent: [{ address: 'x', reason: 'y' }] }, false],
		['a transaction that is refused', whole, { ...rehearsal, posts: [taken, { ...taken, code: 5 }] }, false],
		['a transaction that the server refuses', whole, { ...rehearsal, posts: [{ ...taken, code: -1 }, taken] }, false],
		[
			'a supply that is not that of the balances',
			{ ...whole, summary: { ...summary, supply: new Map([['u', { supply: 1n, held: 2n }]]) } },
			rehearsal,
			false,
		],
	])('a rehearsal with %s', (_name, upgrade, found, passed) => {
		expect(passes(upgrade, found)).toBe(passed)
		const [, , sentence] = rehearsalText('md', upgrade, found, [wallet]).split('\n')
		expect(sentence).toBe(passed ? '**Passed.**' : '**Not passed: see ✗.**')
		expect(JSON.parse(rehearsalText('json', upgrade, found, [wallet]))).toMatchObject({ passed })
	})

	test('the report in Markdown has the checklist, the transactions and the reads', () => {
		const posts = [taken, { ...taken, address: 'kite1b', generation: 8, code: 5, log: 'insufficient funds' }] as const
		const silent = [{ address: 'kite1c', reason: 'not found' }]
		expect(
			rehearsalText('md', whole, { ...rehearsal, posts, silent }, [wallet]),
		).toBe(`# Rehearsal of the upgrade of kite-2

**Not passed: see ✗.**

${wholeLines.map((line) => `- ✓ ${line.replace(/^good /, '')}`).join('\n')}
- ✗ kite1c does not answer in both generations: not found

## Transactions of generation 8, posted without keys

- ✓ generation 9, as Account kite1a: in a block
- ✗ generation 8, as Account kite1b: code 5: insufficient funds

## Reads of old clients

✓ all reads work · ≈ some are found elsewhere · ✗ some are gone

| account | kind | wallet 1 |
| --- | --- | --- |
| kite1a | base | ✓ 2 of 2 |
| kite1b | module | ✓ 2 of 2 |

2 accounts × 1 clients: 4 reads, 4 work, 0 change, 0 break
`)
	})

	test('the report of a refused genesis is named by its file and has the signs of its lines', () => {
		const faults = [{ place: 'app_state.gov', problem: 'must be an object', next: '' }]
		const refused = { ...whole, summary: undefined, faults }
		const report = rehearsalText('md', refused, rehearsal, [wallet])
		expect(report.split('\n').slice(0, 7)).toEqual([
			'# Rehearsal of the upgrade of /tmp/old.json',
			'',
			'**Not passed: see ✗.**',
			'',
			'- ✓ 3 accounts read: 2 Account, 1 ModuleAccount',
			'- ✓ all names of accounts are addresses',
			'- ✗ app_state.gov must be an object',
		])
		expect(JSON.parse(rehearsalText('json', refused, rehearsal, [wallet]))).toMatchObject({ chain_id: '', prefix: '' })
	})

	test('the report in JSON has all that was found, and that in CSV the reads alone', () => {
		const text = rehearsalText('json', whole, rehearsal, [wallet])
		expect(text).toMatch(/^\{\n {2}"file": .*\n\}\n$/s)
		const read = (address: string, kind: string) => ({ address, kind, clients: [verdict] })
		expect(JSON.parse(text)).toEqual({
			file: '/tmp/old.json',
			chain_id: 'kite-2',
			prefix: 'kite',
			passed: true,
			checks: upgradeChecks(whole),
			posts: [taken],
			silent: [],
			reads: {
				clients: ['wallet 1'],
				accounts: [read('kite1a', 'base'), read('kite1b', 'module')],
				totals: { accounts: 2, reads: 4, work: 4, change: 0, break: 0 },
			},
		})
		expect(rehearsalText('csv', whole, rehearsal, [wallet])).toBe(
			[
				'address,name,kind,client,reads,work,change,break,to do',
				'kite1a,,base,wallet 1,2,2,0,0,',
				'kite1b,,module,wallet 1,2,2,0,0,',
				'',
			].join('\r\n'),
		)
	})
})
