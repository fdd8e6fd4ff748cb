import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { application, now, project, statement } from './support/endpointsDouble.ts'
import { type OpenedPage, openPage } from './support/openPage.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

let at: OpenedPage

describe('the statement of an account', () => {
	it('the statement of an account tells the bill, the days and who used what', async () => {
		at = await openPage(({ routes }) => routes.statement(), {
			statement: () => ({
				...statement,
				cap: 20_000_000,
				plans: [
					...statement.plans,
					{ plan: 'enterprise', nanoUsdPerRelay: '1000', from: now, billedRelays: 1_234, usd: '2.00' },
				],
				notices: [{ kind: 'free', percent: 80, at: now }],
			}),
		})
		expect(at.draw(90, 23)).toEqual([
			'╭─ Statement 2026-11 ────────────────────────────────────────────────────────────── UTC ─╮',
			'│ plan       pay as you go, 4,500 nano-USD a relay after the free ones                   │',
			'│            enterprise, 1,000 nano-USD a relay after the free ones, from 2026-11-21     │',
			'│            12:34:56 UTC                                                                │',
			'│ relays     3,000,000                                                                   │',
			'│ free tier  ████░░░░░░░░░░░░░░░░ 3 M of 15 M · 20 %                                     │',
			'│ billed     0 × 4,500 nano-USD = 0.00 USD                                               │',
			'│            1,234 × 1,000 nano-USD = 2.00 USD                                           │',
			'│ bill       1.50 USD                                                                    │',
			'│ hard cap   20,000,000 relays a month, then calls are refused (402)                     │',
			'│ by day     ▅▁█                                                                         │',
			'│ notice     80 % of the free tier reached 2026-11-21 12:34:56 UTC                       │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
			'╭─ By application ────────────────────────────────────────────────────────────── 1 of 2 ─╮',
			'│   application                                                          relays    share │',
			'│ ▸ Storefront                                                        2,000,000   66.7 % │',
			'│   Back office                                                       1,000,000   33.3 % │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
		])
		expect([at.panels(90, 24), at.panels(109, 40), at.panels(110, 24)]).toEqual([
			['Statement 2026-11 0,0 90x12', 'Relays by day 0,12 90x8', 'By application 0,20 90x4'],
			['Statement 2026-11 0,0 109x11', 'Relays by day 0,11 109x8', 'By application 0,19 109x21'],
			['Statement 2026-11 0,0 110x11', 'By application 0,11 55x13', 'Relays by day 56,11 54x13'],
		])
		expect(at.keys()).toEqual([
			'left · month before · 1',
			'right · month after · 2 · ✗ this is the current month',
			'I · invitations',
			's · statement · ✗ this is the statement',
			'u · account · 7',
			'b · hard cap · 3',
			'A · audit log',
			'r · read again',
			'/ · filter · 8',
			'S · sort',
			'L · log out',
		])
	})

	it('the statement of an account is that of the month one went to last, whichever answer comes last', async () => {
		const answers: ((statement: object) => void)[] = []
		at = await openPage(({ routes }) => routes.statement(), {
			statement: ({ month }: { readonly month?: string } = {}) =>
				month === undefined
					? { ...statement, month: '2026-10' }
					: new Promise((resolve) => answers.push(() => resolve({ ...statement, month }))),
		})
		const page = at.model.page.model
		const shown = (): string | undefined => (page as { statement?: { readonly month: string } }).statement?.month
		page.actions().earlier?.run()
		page.actions().later?.run()
		await vi.waitUntil(() => answers.length === 2, { timeout: 10_000, interval: 2 })
		answers[1]!({})
		await vi.waitUntil(() => shown() === '2026-11', { timeout: 10_000, interval: 2 })
		answers[0]!({})
		await new Promise(setImmediate)
		expect(shown()).toBe('2026-11')
	})

	it('the statement of an account that could not be read leads to the month before the present one', async () => {
		at = await openPage(({ routes }) => routes.statement(), {
			statement: (month: unknown) => {
				if (month !== undefined) throw new Error('The service does not answer.')
				return statement
			},
		})
		at.model.page.model.actions().earlier?.run()
		expect(at.calls.at(-1)).toBe('statement {"month":"2026-10"}')
		expect(at.keys().filter((line) => /month/.test(line))).toEqual([
			'left · month before · 1',
			'right · month after · 2 · ✗ this is the current month',
		])
	})

	it('the statement of a month before the present one leads to the one after it', async () => {
		at = await openPage(({ routes }) => routes.statement(), {
			statement: () => ({ ...statement, month: '2026-10', days: [] }),
		})
		expect(at.keys().filter((line) => /month/.test(line))).toEqual([
			'left · month before · 1',
			'right · month after · 2',
		])
		expect(at.draw(90, 20)).toEqual([
			'╭─ Statement 2026-10 ────────────────────────────────────────────────────────────── UTC ─╮',
			'│ plan       pay as you go, 4,500 nano-USD a relay after the free ones                   │',
			'│ relays     3,000,000                                                                   │',
			'│ free tier  ████░░░░░░░░░░░░░░░░ 3 M of 15 M · 20 %                                     │',
			'│ billed     0 × 4,500 nano-USD = 0.00 USD                                               │',
			'│ bill       1.50 USD                                                                    │',
			'│ hard cap   none: after the free tier calls go on and are billed                        │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
			'╭─ By application ────────────────────────────────────────────────────────────── 1 of 2 ─╮',
			'│   application                                                          relays    share │',
			'│ ▸ Storefront                                                        2,000,000   66.7 % │',
			'│   Back office                                                       1,000,000   33.3 % │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
		])
	})
})

describe('the projects of an account', () => {
	it('the projects of an account stand beside what it used, from 100 cells on', async () => {
		at = await openPage(() => undefined, { invitations: () => [{}, {}] })
		expect(at.draw(78, 24)).toEqual([
			' Private endpoints   6 again: Nodes, the places this app talks to',
			'╭─ Projects 1 ─────────────────────────── 2 invitations: I answers · 1 of 1 ─╮',
			'│   name                                               you are     made      │',
			'│ ▸ acme                                               owner       1h ago    │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'╰────────────────────────────────────────────────────────────────────────────╯',
			'╭─ Account ──────────────────────────────────────────────────────── 2026-11 ─╮',
			'│ e-mail     owner@example.com                                               │',
			'│ plan       pay as you go                                                   │',
			'│ free tier  ████░░░░░░░░░░░░░░░░ 3 M of 15 M · 20 %                         │',
			'│ bill       1.50 USD                                                        │',
			'│ service    http://127.0.0.1:8545                                           │',
			'╰────────────────────────────────────────────────────────────────────────────╯',
		])
		const sizes = [
			at.panels(99, 40),
			at.panels(100, 40),
			at.panels(100, 20),
			at.panels(78, 17),
			at.panels(78, 16),
			at.panels(78, 5),
		]
		expect(sizes).toEqual([
			['Projects 1 0,1 99x32', 'Account 0,33 99x7'],
			['Projects 1 0,1 60x39', 'Account 61,1 39x7', 'Relays by day 61,8 39x16'],
			['Projects 1 0,1 60x19', 'Account 61,1 39x7', 'Relays by day 61,8 39x12'],
			['Projects 1 0,1 78x9', 'Account 0,10 78x7'],
			['Projects 1 0,1 78x15'],
			['Projects 1 0,0 78x5'],
		])
		expect(at.keys()).toEqual([
			'enter · open · 1',
			'n · new project · 2',
			'e · rename',
			'D · delete',
			'm · team · 3',
			'I · invitations · 4',
			's · statement · 6',
			'u · account · 7',
			'A · audit log',
			'r · read again',
			'/ · filter · 8',
			'S · sort',
			'L · log out',
		])
	})

	it('the projects of an account without one begin with a new one', async () => {
		at = await openPage(() => undefined, { projects: () => [] })
		expect(at.draw(78, 12)).toEqual([
			' Private endpoints   6 again: Nodes, the places this app talks to',
			'╭─ Projects 0 ───────────────────────────────────────────────────────────────╮',
			'│                                                                            │',
			'│ You have no project yet.                                                   │',
			'│ n makes one, with an endpoint and its first key.                           │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'│                                                                            │',
			'╰────────────────────────────────────────────────────────────────────────────╯',
		])
		expect(at.keys()).toEqual([
			'enter · open · ✗ there is no project yet: n makes one',
			'n · new project · 1',
			'e · rename · ✗ there is no project yet: n makes one',
			'D · delete · ✗ there is no project yet: n makes one',
			'm · team · ✗ there is no project yet: n makes one',
			'I · invitations',
			's · statement · 6',
			'u · account · 7',
			'A · audit log',
			'r · read again',
			'/ · filter · 8',
			'S · sort',
			'L · log out',
		])
	})
})

describe('the applications of a project', () => {
	it('the applications of a project tell what they used this month to who pays for it', async () => {
		const other = { ...application, id: 'app_9', name: 'Other', warnings: ['open'], keyRequired: false }
		const parts = { applications: () => [application, other] }
		at = await openPage(({ routes }) => routes.project(project), parts)
		expect([at.draw(78, 7), at.draw(160, 7)]).toEqual([
			[
				'╭─ acme · applications 2 ─────────────────────────── you are owner · 1 of 2 ─╮',
				'│   name            network    callers need                       this month │',
				'│ ▸ Storefront      archival   key                                 2,000,000 │',
				'│   Other           archival   ✗ open to anyone                            0 │',
				'│                                                                            │',
				'│                                                                            │',
				'╰────────────────────────────────────────────────────────────────────────────╯',
			],
			[
				'╭─ acme · applications 2 ───────────────────────────────────────────────────────────────────────────────────────────────────────────── you are owner · 1 of 2 ─╮',
				'│   name                          network    callers need                       this month  URL                                                                │',
				'│ ▸ Storefront                    archival   key                                 2,000,000  http://127.0.0.1:8545/v1/aa                                        │',
				'│   Other                         archival   ✗ open to anyone                            0  http://127.0.0.1:8545/v1/aa                                        │',
				'│                                                                                                                                                              │',
				'│                                                                                                                                                              │',
				'╰──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╯',
			],
		])
		expect(at.keys()).toEqual([
			'enter · open · 1',
			'n · new application · 2',
			'y · copy URL · 3',
			'e · edit',
			'D · delete',
			'v · statistics',
			'm · team · 4',
			'I · invitations',
			's · statement · 6',
			'u · account · 7',
			'A · audit log',
			'r · read again',
			'/ · filter · 8',
			'S · sort',
			'L · log out',
		])
		at = await openPage(({ routes }) => routes.project({ ...project, accountId: 'acc_2', role: 'viewer' }), parts)
		expect(at.draw(78, 7)).toEqual([
			'╭─ acme · applications 2 ────────────────────────── you are viewer · 1 of 2 ─╮',
			'│   name                           network    callers need                   │',
			'│ ▸ Storefront                     archival   key                            │',
			'│   Other                          archival   ✗ open to anyone               │',
			'│                                                                            │',
			'│                                                                            │',
			'╰────────────────────────────────────────────────────────────────────────────╯',
		])
		expect(at.keys().filter((line) => line.includes('✗'))).toEqual([
			'n · new application · 2 · ✗ your role viewer in this project does not allow this',
			'e · edit · ✗ your role viewer in this project does not allow this',
			'D · delete · ✗ your role viewer in this project does not allow this',
			'A · audit log · ✗ your role viewer in this project does not allow this',
		])
	})
})
