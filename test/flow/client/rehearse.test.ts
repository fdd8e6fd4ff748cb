import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readUpgrade, type Upgrade } from '../../../src/client/upgrade/readUpgrade.ts'
import { rehearse } from '../../../src/client/upgrade/rehearse.ts'
import { knownClient } from '../../../src/codec/legacy/clientPaths/readClientPaths.ts'
import { UserError } from '../../../src/errors/UserError.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-rehearse-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let upgrade: Upgrade
beforeAll(async () => {
	upgrade = await readUpgrade('examples/genesis/generation-8.json', join(folder, 'genesis.json'))
})
const ofKind = (kind: string) => upgrade.accounts.filter(({ before }) => before === kind)

test('a rehearsal tells of an account that does not answer the words of its refusal', async () => {
	const known = upgrade.accounts.slice(0, 3)
	const unknown = { ...known[0]!, address: 'kava1nobody' }
	const { reports, silent } = await rehearse({ ...upgrade, accounts: [...known, unknown] }, [])
	expect(reports).toHaveLength(3)
	expect(silent).toEqual([{ address: 'kava1nobody', reason: expect.stringMatching(/^\{"error":/) }])
})

test('a rehearsal has the accounts with most breaks first, and posts as one of each kind in both generations', async () => {
	const [plain, vesting, module] = ['Account', 'PeriodicVestingAccount', 'ModuleAccount'].map(ofKind)
	const nobody = { ...plain![0]!, address: '' }
	const refused = { ...plain![1]!, after: '' }
	const mixed = [nobody, refused, ...plain!.slice(2, 5), module![0]!, ...vesting!.slice(0, 3), ...plain!.slice(5, 7)]
	const accounts = [...mixed, ...Array.from({ length: 190 }, () => plain![2]!)]
	const told: unknown[] = []
	const client = knownClient('kava-sdk-4.0.0')!
	const { reports, totals, posts } = await rehearse({ ...upgrade, accounts }, [client], {
		progress: (...done) => told.push(done),
	})
	expect(told).toEqual([
		[100, 201],
		[200, 201],
	])
	const weights = reports.map(({ clients: [of] }) => [of!.break, of!.change] as const)
	expect(weights).toEqual([...weights].sort((a, b) => b[0] - a[0] || b[1] - a[1]))
	expect(new Set(weights.map(String)).size).toBeGreaterThan(2)
	expect(totals.break).toBe(weights.reduce((sum, [breaks]) => sum + breaks, 0))
	expect(posts).toEqual(
		[
			[module![0]!, 9],
			[vesting![0]!, 8],
			[plain![2]!, 9],
		].map(([account, generation]) => {
			const { address, before: kind } = account as (typeof accounts)[number]
			return { address, kind, generation, code: 0, log: expect.any(String) }
		}),
	)
})

test('a rehearsal ends when it is stopped, and does not begin without a genesis', async () => {
	const stopped = AbortSignal.abort(new Error('stopped by hand'))
	await expect(rehearse(upgrade, [], { stopped })).rejects.toThrow('stopped by hand')
	await expect(rehearse({ ...upgrade, target: undefined }, [])).rejects.toEqual(
		new UserError('A genesis that is refused begins no chain.', { next: 'Mend what its faults name first.' }),
	)
})
