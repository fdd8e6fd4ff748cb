import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account, now, project } from './support/endpointsDouble.ts'
import { type OpenedPage, openPage } from './support/openPage.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

let at: OpenedPage

describe('the account and its sessions', () => {
	it('the account and its sessions are told with when each ends', async () => {
		const session = {
			id: 's1',
			method: 'password',
			createdAt: now - 60_000,
			lastUsedAt: now,
			expiresAt: now + 86_400_000,
			current: true,
		}
		at = await openPage(({ routes }) => routes.account(), {
			account: () => ({ ...account, cap: 5_000, hasPassword: false }),
			sessions: () => [session, { ...session, id: 's2', method: 'github', current: false }],
		})
		expect(at.draw(78, 14)).toEqual([
			'╭─ Account ──────────────────────────────────────────────────────────────────╮',
			'│ e-mail      owner@example.com                                              │',
			'│ account id  acc_1                                                          │',
			'│ plan        pay as you go                                                  │',
			'│ hard cap    5,000 relays a month                                           │',
			'│ password    none: logs in with a provider                                  │',
			'│ since       2026-11-21 12:34:55 UTC                                        │',
			'╰────────────────────────────────────────────────────────────────────────────╯',
			'╭─ Sessions 2 ────────────────────────────────────────────────────── 1 of 2 ─╮',
			'│   logged in with            since       last used     ends in              │',
			'│ ▸ password                  1m ago      0s ago        1d        ● this one │',
			'│   github                    1m ago      0s ago        1d                   │',
			'│                                                                            │',
			'╰────────────────────────────────────────────────────────────────────────────╯',
		])
		expect(at.keys()).toEqual([
			'y · copy account id',
			'x · end session · 4 · ✗ this is the session in use: L logs out',
			'I · invitations',
			's · statement · 6',
			'u · account · ✗ this is the account',
			'b · hard cap · 2',
			'P · password · 1',
			'i · add a login · 3',
			'A · audit log',
			'r · read again',
			'/ · filter · 8',
			'S · sort',
			'L · log out',
		])
	})
})

describe('the team of a project', () => {
	const member = { accountId: 'acc_1', email: 'owner@example.com', role: 'owner', addedAt: now - 60_000 }
	const invitation = {
		id: 'inv_1',
		kind: 'invitation',
		email: 'a@example.com',
		role: 'viewer',
		state: 'pending',
		createdAt: now,
	}
	const parts = {
		members: () => [member, { ...member, accountId: 'acc_2', email: 'b@example.com', role: 'developer' }],
		projectInvitations: () => [
			invitation,
			{ ...invitation, id: 'inv_2', kind: 'transfer' },
			{ ...invitation, id: 'inv_3', state: 'declined' },
		],
	}

	it('the team of a project has its members before what is open, and what roles may do', async () => {
		at = await openPage(({ routes }) => routes.team(project), parts)
		expect(at.draw(90, 26)).toEqual([
			'╭─ Team of acme ──────────────────────────────────────────────────────────────── 1 of 4 ─╮',
			'│   e-mail                                              role        added                │',
			'│ ▸ owner@example.com                                   owner       1m ago     ● you     │',
			'│   b@example.com                                       developer   1m ago               │',
			'│   a@example.com                                       viewer      0s ago     invited   │',
			'│   a@example.com                                       viewer      0s ago     offered   │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
			'╭─ What roles may do ────────────────────────────────────────────────────────────────────╮',
			'│                                                      owner  admin  developer  viewer   │',
			'│ see the project, see the team, see applications, see ✓      ✓      ✓          ✓        │',
			'│ statistics                                                                             │',
			'│ rename the project, invite members, change roles,    ✓      ✓      –          –        │',
			'│ remove members, switch the key requirement, delete                                     │',
			'│ applications, make more keys, rotate keys, revoke                                      │',
			'│ keys, read the audit log                                                               │',
			'│ delete the project, hand the project over            ✓      –      –          –        │',
			'│ make applications, edit applications, edit           ✓      ✓      ✓          –        │',
			'│ allowlists, see keys, get the first key                                                │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
		])
		expect([at.panels(129, 30), at.panels(130, 30), at.panels(90, 11), at.panels(90, 40)]).toEqual([
			['Team of acme 0,0 129x7', 'What roles may do 0,7 129x23'],
			['Team of acme 0,0 65x30', 'What roles may do 66,0 64x30'],
			['Team of acme 0,0 90x6', 'What roles may do 0,6 90x5'],
			['Team of acme 0,0 90x7', 'What roles may do 0,7 90x33'],
		])
		expect(at.draw(130, 40).slice(0, 30)).toEqual([
			'╭─ Team of acme ─────────────────────────────────────── 1 of 4 ─╮ ╭─ What roles may do ──────────────────────────────────────────╮',
			'│   e-mail                     role        added                │ │                            owner  admin  developer  viewer   │',
			'│ ▸ owner@example.com          owner       1m ago     ● you     │ │ see the project            ✓      ✓      ✓          ✓        │',
			'│   b@example.com              developer   1m ago               │ │ rename the project         ✓      ✓      –          –        │',
			'│   a@example.com              viewer      0s ago     invited   │ │ delete the project         ✓      –      –          –        │',
			'│   a@example.com              viewer      0s ago     offered   │ │ hand the project over      ✓      –      –          –        │',
			'│                                                               │ │ see the team               ✓      ✓      ✓          ✓        │',
			'│                                                               │ │ invite members             ✓      ✓      –          –        │',
			'│                                                               │ │ change roles               ✓      ✓      –          –        │',
			'│                                                               │ │ remove members             ✓      ✓      –          –        │',
			'│                                                               │ │ see applications           ✓      ✓      ✓          ✓        │',
			'│                                                               │ │ make applications          ✓      ✓      ✓          –        │',
			'│                                                               │ │ edit applications          ✓      ✓      ✓          –        │',
			'│                                                               │ │ switch the key requirement ✓      ✓      –          –        │',
			'│                                                               │ │ delete applications        ✓      ✓      –          –        │',
			'│                                                               │ │ edit allowlists            ✓      ✓      ✓          –        │',
			'│                                                               │ │ see keys                   ✓      ✓      ✓          –        │',
			'│                                                               │ │ get the first key          ✓      ✓      ✓          –        │',
			'│                                                               │ │ make more keys             ✓      ✓      –          –        │',
			'│                                                               │ │ rotate keys                ✓      ✓      –          –        │',
			'│                                                               │ │ revoke keys                ✓      ✓      –          –        │',
			'│                                                               │ │ see statistics             ✓      ✓      ✓          ✓        │',
			'│                                                               │ │ read the audit log         ✓      ✓      –          –        │',
			'│                                                               │ │                                                              │',
			'│                                                               │ │                                                              │',
			'│                                                               │ │                                                              │',
			'│                                                               │ │                                                              │',
			'│                                                               │ │                                                              │',
			'│                                                               │ │                                                              │',
			'│                                                               │ │                                                              │',
		])
	})

	it('the keys of the team of a project are of the selected member or invitation', async () => {
		at = await openPage(({ routes }) => routes.team(project), parts)
		const lines = [0, 1, 2].map((index) => {
			at.model.page.model.list?.edge('first')
			at.model.page.model.list?.move(index)
			return at.keys().filter((line) => /^(n|e|D|O) /.test(line))
		})
		expect(lines).toEqual([
			[
				'n · invite member · 1',
				'e · change role · 2 · ✗ the owner stays until the project is handed over',
				'D · remove · 3 · ✗ the owner stays until the project is handed over',
				'O · hand over · ✗ the owner stays until the project is handed over',
			],
			['n · invite member · 1', 'e · change role · 2', 'D · remove · 3', 'O · hand over'],
			[
				'n · invite member · 1',
				'e · change role · 2 · ✗ they have not accepted yet',
				'D · withdraw · 3',
				'O · hand over · ✗ they have not accepted yet',
			],
		])
	})
})

describe('the audit log', () => {
	it('the audit log tells the selected entry in full below the list, where there is room for it', async () => {
		const entry = {
			id: 'e1',
			at: now - 60_000,
			actor: 'owner@example.com',
			action: 'key.create',
			projectId: 'prj_1',
			applicationId: 'app_1',
			detail: { name: 'x', list: [1] },
		}
		const parts = {
			accountAudit: () => [entry, { ...entry, id: 'e2', projectId: null, applicationId: null, detail: {} }],
		}
		at = await openPage(({ routes }) => routes.audit(undefined), parts)
		expect(at.draw(90, 18)).toEqual([
			'╭─ Audit log of everything you own ───────────────────────────────────────────── 1 of 2 ─╮',
			'│   when       who                       what                    detail                  │',
			'│ ▸ 1m ago     owner@example.com         key.create              name x  list [1]        │',
			'│   1m ago     owner@example.com         key.create                                      │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
			'╭─ Entry ────────────────────────────────────────────────────────────────────────────────╮',
			'│ when         2026-11-21 12:33:56 UTC                                                   │',
			'│ who          owner@example.com                                                         │',
			'│ what         key.create                                                                │',
			'│ project      prj_1                                                                     │',
			'│ application  app_1                                                                     │',
			'│ name         x                                                                         │',
			'│ list         [1]                                                                       │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
		])
		expect(at.panels(90, 13)).toEqual(['Audit log of everything you own 0,0 90x13'])
		at.model.page.model.list?.move(1)
		expect(at.panels(90, 14)).toEqual(['Audit log of everything you own 0,0 90x9', 'Entry 0,9 90x5'])
		expect(at.keys()).toEqual([
			'y · copy entry · 1',
			'I · invitations',
			's · statement · 6',
			'u · account · 7',
			'A · audit log · ✗ this is the audit log',
			'r · read again',
			'/ · filter · 8',
			'L · log out',
		])
		expect(at.calls.at(-1)).toBe('accountAudit {"limit":100}')
	})
})
