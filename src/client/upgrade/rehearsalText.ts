import { coinsToText } from '../../codec/coins/coins.ts'
import type { ClientPaths } from '../../codec/legacy/clientPaths/checkClientPaths.ts'
import { clientName } from '../../codec/legacy/clientPaths/reportAccount.ts'
import { type ReportFormat, reportWriter } from '../../codec/legacy/clientPaths/reportText.ts'
import type { MigrationProgress } from '../../migrate/migrateGenesis.ts'
import type { Upgrade } from './readUpgrade.ts'
import type { Rehearsal } from './rehearse.ts'

/** A line of the checklist of an upgrade. */
export interface UpgradeCheck {
	/** `good`, `bad`: something to mend, `look`: something to know, `wait`: not looked at yet. */
	readonly kind: 'good' | 'bad' | 'look' | 'wait'
	readonly text: string
}

/** What was found in a genesis and what its migration did, a line each. */
export function upgradeChecks({ summary, faults, accounts, unread = [] }: Upgrade): readonly UpgradeCheck[] {
	const kinds = new Map<string, number>()
	for (const { before } of accounts) kinds.set(before, (kinds.get(before) ?? 0) + 1)
	const read: UpgradeCheck = { kind: 'good', text: accountsRead(accounts.length, kinds) }
	const unnamed = faults.filter(({ place }) => place.endsWith('address')).length
	const names: UpgradeCheck =
		unnamed === 0
			? { kind: 'good', text: 'all names of accounts are addresses' }
			: { kind: 'bad', text: `${unnamed} names of accounts are no addresses` }
	if (summary === undefined) {
		const places = faults.map(({ place, problem }): UpgradeCheck => ({ kind: 'bad', text: `${place} ${problem}` }))
		return [read, names, ...places]
	}
	const { supply, balances, converted, unchanged, leftOut, moduleAccounts } = summary
	return [
		read,
		names,
		{ kind: 'good', text: `${balances} balances` },
		...[...supply].map(([denom, { held, supply: told }]): UpgradeCheck => {
			if (held === told) return { kind: 'good', text: `the supply of ${denom} equals the sum of all balances` }
			return {
				// An export of the framework may leave the supply out: the new chain then counts the balances.
				kind: told === 0n ? 'look' : 'bad',
				text: `the supply of ${denom} is ${told}, all balances are ${held}`,
			}
		}),
		...(converted.length === 0
			? [{ kind: 'good', text: 'a genesis of generation 9: there is nothing to migrate, it can be started' } as const]
			: [{ kind: 'good', text: `parameters and state of ${converted.join(', ')} converted` } as const]),
		...unread.map(({ what, reason }): UpgradeCheck => ({ kind: 'look', text: `not read: ${what}: ${reason}` })),
		...(unchanged.length === 0 ? [] : [{ kind: 'look', text: `as they were: ${unchanged.join(', ')}` } as const]),
		...(leftOut.length === 0 ? [] : [{ kind: 'look', text: `left out: ${leftOut.join(', ')}` } as const]),
		...moduleAccounts.map(({ name, coins }): UpgradeCheck => {
			return { kind: 'look', text: `${name} holds ${coinsToText(coins)}: only a chain that runs its module moves them` }
		}),
	]
}

/** The same lines while the work goes on, as far as it is. */
export function checksSoFar({ step, accounts, kinds, size }: MigrationProgress): readonly UpgradeCheck[] {
	const all = [...kinds.values()].reduce((sum, count) => sum + count, 0)
	const isBehind = (other: MigrationProgress['step']): boolean => steps.indexOf(step) > steps.indexOf(other)
	const line = (of: MigrationProgress['step'], text: string): UpgradeCheck => ({
		kind: isBehind(of) ? 'good' : 'wait',
		text,
	})
	return [
		line('reading', `${Math.round(size / 1e6)} MB to read`),
		line('accounts', accountsRead(all, kinds)),
		line('accounts', 'names of accounts are addresses'),
		line('balances', `${step === 'balances' ? `balances of ${accounts} accounts` : 'balances'}`),
		{ kind: 'wait', text: 'the supply equals the sum of all balances' },
		{ kind: 'wait', text: 'parameters and state of the modules' },
	]
}

const steps: readonly MigrationProgress['step'][] = ['reading', 'accounts', 'balances']

function accountsRead(count: number, kinds: ReadonlyMap<string, number>): string {
	const counts = [...kinds].map(([kind, found]) => `${found} ${kind === '' ? 'of no kind' : kind}`)
	return `${count} accounts read${counts.length === 0 ? '' : `: ${counts.join(', ')}`}`
}

/** Whether a release may go on: nothing refused, no read gone, every transaction taken. */
export function passes(upgrade: Upgrade, { totals, posts, silent }: Rehearsal): boolean {
	const isWhole = upgradeChecks(upgrade).every(({ kind }) => kind !== 'bad')
	return isWhole && totals.break === 0 && silent.length === 0 && posts.every(({ code }) => code === 0)
}

const signs = { good: '✓', bad: '✗', look: '●', wait: '○' } as const

/** The report of a rehearsal that a release manager can hand on. CSV has the reads alone. */
export function rehearsalText(
	format: ReportFormat,
	upgrade: Upgrade,
	rehearsal: Rehearsal,
	clients: readonly ClientPaths[],
): string {
	const { reports, totals, posts, silent } = rehearsal
	const writer = reportWriter(format, clients.map(clientName), () => '')
	const rows = reports.map((report, index) => writer.row(report, index === 0)).join('')
	const reads = `${writer.head()}${rows}${writer.foot(totals, reports.length)}`
	const checks = upgradeChecks(upgrade)
	const passed = passes(upgrade, rehearsal)
	if (format === 'csv') return reads
	if (format === 'json') {
		const { chainId = '', prefix = '' } = upgrade.summary ?? {}
		return `${JSON.stringify({ file: upgrade.file, chain_id: chainId, prefix, passed, checks, posts, silent, reads: JSON.parse(reads) }, undefined, 2)}\n`
	}
	const posted = posts.map(({ address, kind, generation, code, log }) => {
		const said = code === 0 ? 'in a block' : `code ${code}: ${log}`
		return `- ${code === 0 ? '✓' : '✗'} generation ${generation}, as ${kind} ${address}: ${said}`
	})
	return [
		`# Rehearsal of the upgrade of ${upgrade.summary?.chainId ?? upgrade.file}`,
		'',
		passed ? '**Passed.**' : '**Not passed: see ✗.**',
		'',
		...checks.map(({ kind, text }) => `- ${signs[kind]} ${text}`),
		...silent.map(({ address, reason }) => `- ✗ ${address} does not answer in both generations: ${reason}`),
		'',
		'## Transactions of generation 8, posted without keys',
		'',
		...posted,
		'',
		reads.replace(/^# Migration report/, '## Reads of old clients'),
	].join('\n')
}
