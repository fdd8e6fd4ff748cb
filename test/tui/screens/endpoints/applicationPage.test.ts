import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApplicationModel } from '../../../../src/tui/screens/endpoints/pages/ApplicationModel.ts'
import type { TryModel } from '../../../../src/tui/screens/endpoints/pages/try/TryModel.ts'
import { tryMethods } from '../../../../src/tui/screens/endpoints/pages/try/tryMethods.ts'
import { application, now, project } from './support/endpointsDouble.ts'
import { type OpenedPage, openPage } from './support/openPage.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

let at: OpenedPage

const key = {
	id: 'key_1',
	hint: 'ck_…aa',
	label: 'backend',
	createdAt: now - 60_000,
	lastUsedAt: null,
	revokedAt: null,
	expiresAt: null,
}

describe('the page of an application', () => {
	it('the page of an application tells how it is called, its keys and its last day', async () => {
		at = await openPage(({ routes }) => routes.application(project, application as never), {
			application: () => ({
				...application,
				description: 'shop',
				origins: ['https://a'],
				rateLimit: 5,
				warnings: ['open'],
				notices: ['cap'],
			}),
			keys: () => [
				{ ...key, id: 'key_0', hint: 'ck_…00', label: 'old', revokedAt: now - 1_000 },
				{ ...key, expiresAt: now + 3_600_000 },
				{ ...key, id: 'key_2', hint: 'ck_…bb', lastUsedAt: now - 7_200_000 },
			],
		})
		expect(at.draw(90, 30)).toEqual([
			'╭─ acme › Storefront ───────────────────────────────────────────────────────── archival ─╮',
			'│ URL           http://127.0.0.1:8545/v1/aa                                              │',
			'│ about         shop                                                                     │',
			'│ callers need  key + 1 origin                                                           │',
			'│ origins       https://a                                                                │',
			'│ IPs           any                                                                      │',
			'│ rate limit    5 calls a second                                                         │',
			'│ free tier     ████░░░░░░░░░░░░░░░░ 3 M of 15 M · 20 % · bill 1.50 USD                  │',
			'│ ✗ open                                                                                 │',
			'│ ! cap                                                                                  │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
			'╭─ Keys 2 ────────────────────────────────────────────────────────────────────── 1 of 3 ─╮',
			'│   key             label                   made       used       state                  │',
			'│ ▸ ck_…aa          backend                 1m ago     never      ● ends in 1h           │',
			'│   ck_…bb          backend                 1m ago     2h ago     ● works                │',
			'│   ck_…00          old                     1m ago     never      ✗ revoked 1s ago       │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
			'╭─ Last 24 hours ─────────────────────────────────────────────────────────────── v more ─╮',
			'│ 72 requests   1 invalid   5.00 ms average                                              │',
			'│ ✓ success 48   4xx 24   5xx 0   p50 4.00  p95 50.0  p99 500 ms                         │',
			'│      ok  ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆ ▆▆       │',
			'│     4xx  ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃ ▃▃       │',
			'│     5xx  ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ·· ··       │',
			'│                                                                                        │',
			'│ method                        requests   share       4xx       5xx    p50 ms    p95 ms │',
			'│ eth_call                            71    99 %        24         0      4.00      50.0 │',
			'│ eth_chainId                          1     1 %         0         1      4.00      50.0 │',
			'│                                                                                        │',
			'│                                                                                        │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
		])
		expect(at.keys()).toEqual([
			'enter · try it',
			'n · new key · 3',
			'y · copy URL · 1',
			'c · copy curl line',
			't · try it · 2',
			'e · edit',
			'a · allowlists · 4',
			'p · need no key',
			'o · rotate key',
			'x · revoke',
			'D · delete',
			'v · statistics · 5',
			'm · team',
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

	it('the parts of the page of an application stand beside each other from 110 cells on, where there is room for them', async () => {
		at = await openPage(({ routes }) => routes.application(project, application as never))
		expect([
			at.panels(109, 40),
			at.panels(110, 40),
			at.panels(110, 28),
			at.panels(110, 34),
			at.panels(80, 16),
			at.panels(80, 19),
			at.panels(80, 20),
			at.panels(80, 10),
			at.panels(110, 26),
			at.panels(110, 25),
			at.panels(80, 17),
			at.panels(80, 18),
			at.panels(80, 12),
		]).toEqual([
			['acme › Storefront 0,0 109x7', 'Keys 0 0,7 109x6', 'Last 24 hours 0,13 109x27'],
			['acme › Storefront 0,0 61x7', 'Last 24 hours 62,0 48x40', 'Keys 0 0,7 61x26', 'Call it 0,33 61x7'],
			['acme › Storefront 0,0 61x7', 'Last 24 hours 62,0 48x28', 'Keys 0 0,7 61x14', 'Call it 0,21 61x7'],
			['acme › Storefront 0,0 61x7', 'Last 24 hours 62,0 48x34', 'Keys 0 0,7 61x20', 'Call it 0,27 61x7'],
			['acme › Storefront 0,0 80x7', 'Keys 0 0,7 80x9'],
			['acme › Storefront 0,0 80x7', 'Keys 0 0,7 80x6', 'Last 24 hours 0,13 80x6'],
			['acme › Storefront 0,0 80x7', 'Keys 0 0,7 80x6', 'Last 24 hours 0,13 80x7'],
			['acme › Storefront 0,0 80x6', 'Keys 0 0,6 80x4'],
			['acme › Storefront 0,0 61x7', 'Last 24 hours 62,0 48x26', 'Keys 0 0,7 61x12', 'Call it 0,19 61x7'],
			['acme › Storefront 0,0 61x7', 'Last 24 hours 62,0 48x25', 'Keys 0 0,7 61x18'],
			['acme › Storefront 0,0 80x7', 'Keys 0 0,7 80x10'],
			['acme › Storefront 0,0 80x7', 'Keys 0 0,7 80x5', 'Last 24 hours 0,12 80x6'],
			['acme › Storefront 0,0 80x7', 'Keys 0 0,7 80x5'],
		])
	})

	it('the keys of an application have as many rows as they need, as far as its last day leaves them', async () => {
		at = await openPage(({ routes }) => routes.application(project, application as never), {
			keys: () => Array.from({ length: 20 }, (_, index) => ({ ...key, id: `key_${index}` })),
		})
		expect([at.panels(80, 30), at.panels(80, 40)]).toEqual([
			['acme › Storefront 0,0 80x7', 'Keys 20 0,7 80x17', 'Last 24 hours 0,24 80x6'],
			['acme › Storefront 0,0 80x7', 'Keys 20 0,7 80x23', 'Last 24 hours 0,30 80x10'],
		])
		// The bill has its row to the end.
		expect(at.draw(60, 30)[5]).toBe('│ free tier     █░░░░░░ 3 M of 15 M · 20 % · bill 1.50 USD │')
	})

	it('a warning about an application is wrapped where it is wider than its panel', async () => {
		const rows = [84, 85].map(async (length) => {
			at = await openPage(({ routes }) => routes.application(project, application as never), {
				application: () => ({ ...application, warnings: [`${'w'.repeat(length - 2)} x`] }),
			})
			return at.draw(90, 30).slice(6, 8)
		})
		expect((await Promise.all(rows)).map(([first = '', second = '']) => [first.includes(' x '), second[2]])).toEqual([
			[true, '─'],
			[false, 'x'],
		])
	})

	it('the page of an application of somebody else tells who pays, and why keys are not shown', async () => {
		at = await openPage(({ routes }) =>
			routes.application({ ...project, role: 'viewer', accountId: 'acc_2' }, application as never),
		)
		expect(at.draw(90, 24).slice(0, 12)).toEqual([
			'╭─ acme › Storefront ───────────────────────────────────────────────────────── archival ─╮',
			'│ URL           http://127.0.0.1:8545/v1/aa                                              │',
			'│ callers need  key                                                                      │',
			'│ origins       any                                                                      │',
			'│ IPs           any                                                                      │',
			'│ bill          paid by the owner of the project                                         │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
			'╭─ Keys 0 ───────────────────────────────────────────────────────────────────────────────╮',
			'│ Keys are not shown: your role viewer in this project does not allow this.              │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
		])
		expect(at.calls.filter((call) => /^(keys|statement)/.test(call))).toEqual(['statement'])
		expect(at.keys().filter((line) => line.includes('✗'))).toEqual([
			'n · new key · 3 · ✗ your role viewer in this project does not allow this',
			'e · edit · ✗ your role viewer in this project does not allow this',
			'a · allowlists · 4 · ✗ your role viewer in this project does not allow this',
			'p · need no key · ✗ your role viewer in this project does not allow this',
			'o · rotate key · ✗ there is no key: n makes one',
			'x · revoke · ✗ there is no key: n makes one',
			'D · delete · ✗ your role viewer in this project does not allow this',
			'A · audit log · ✗ your role viewer in this project does not allow this',
		])
	})

	it('keys that nobody has used come before all others where keys are sorted by their last use', async () => {
		at = await openPage(({ routes }) => routes.application(project, application as never), {
			keys: () => [
				{ ...key, lastUsedAt: now },
				{ ...key, id: 'key_2', lastUsedAt: 1 },
				{ ...key, id: 'key_3' },
			],
		})
		const { list } = at.model.page.model as ApplicationModel
		list.sortBy('used')
		expect([0, 1, 2].map((index) => list.at(index))).toMatchObject([{ id: 'key_3' }, { id: 'key_2' }, { id: 'key_1' }])
	})
})

it('the console calls its first method while a filter finds none', async () => {
	at = await openPage(({ routes }) => routes.tryIt(application as never))
	const model = at.model.page.model as TryModel
	model.list.edge('last')
	expect(model.method.name).not.toBe(tryMethods[0]?.name)
	model.list.setFilter('nothing is named so')
	expect([model.list.count, model.method]).toEqual([0, tryMethods[0]])
})
