import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { endpointCommands } from '../../../../src/tui/screens/endpoints/endpointsCommands.ts'
import { commandOf } from '../../support/commandLines.ts'
import { wordsOver } from '../../support/renderPart.tsx'
import { account, application, now, project, statement } from './support/endpointsDouble.ts'
import { type OpenedPage, openPage, typeInto } from './support/openPage.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

let at: OpenedPage
const press = (verb: string): unknown => commandOf(endpointCommands(at.model), verb).run()
const form = (): Form => at.app.topOverlay as Form

const asked = (): readonly string[] => wordsOver(at.app, 90, 20)
const type = (values: Readonly<Record<string, string>>): readonly string[] => typeInto(form(), values)

/** Enter, until what it does is done; the calls it made and what was said. */
async function enter(): Promise<readonly (string | undefined)[]> {
	const before = at.calls.length
	at.app.set({ toast: undefined })
	const overlay = at.app.topOverlay!
	await overlay
		.commands()
		.find(({ keys }) => keys[0] === 'enter')
		?.run()
	await vi.waitUntil(() => at.app.state.toast !== undefined, { timeout: 10_000, interval: 2 })
	const [first] = at.calls.slice(before)
	return [first, at.app.state.toast?.text]
}

const key = {
	id: 'key_1',
	hint: 'ck_…aa',
	label: 'backend',
	createdAt: now,
	lastUsedAt: null,
	revokedAt: null,
	expiresAt: null,
}
const made = { ...key, id: 'key_2', key: 'ck_secret' }
const openApplication = async (change: object = {}, parts: object = {}): Promise<void> => {
	at = await openPage(({ routes }) => routes.application(project, application as never), {
		application: () => ({ ...application, ...change }),
		keys: () => [key],
		createKey: () => made,
		rotateKey: () => made,
		...parts,
	})
}

describe('the operations on an application', () => {
	it('an application is edited in a form that begins with what it has', async () => {
		await openApplication({ description: 'shop', rateLimit: 5 })
		press('edit')
		expect(asked()).toEqual([
			'Edit Storefront',
			'name  Storefront',
			'description  shop',
			'rate limit  5',
			'calls a second; more are refused with status 429',
		])
		expect(type({ name: ' ', rateLimit: '-1' })).toEqual([
			'it needs a name',
			'calls a second, such as 100, or nothing for no limit',
		])
		expect(type({ name: 'Shop', description: '', rateLimit: ' ' })).toEqual([
			'',
			'',
			'calls a second; more are refused with status 429',
		])
		expect(await enter()).toEqual([
			'editApplication "app_1" {"name":"Shop","description":"","rateLimit":null}',
			'application saved',
		])
		await vi.waitUntil(() => at.calls.filter((call) => call === 'application "app_1"').length === 2, {
			timeout: 10_000,
			interval: 2,
		})
	})

	it('the allowlists of an application are edited an entry a line', async () => {
		await openApplication({ origins: ['https://a.example', 'https://b.example'] })
		press('allowlists')
		expect(asked()).toEqual([
			'Allowlists of Storefront',
			'One entry a line (Ctrl-J makes a line). An empty list lets everybody in; with both, a',
			'caller must be on both.',
			'origins  https://a.example',
			'https://b.example',
			'2 allowed',
			'IPs  203.0.113.7  203.0.113.0/24  2001:db8::/32',
			'any address',
		])
		expect(type({ origins: '', ips: '203.0.113.7 \n\n 203.0.113.0/24' })).toEqual(['any origin, and none', '2 allowed'])
		form()
			.commands()
			.find(({ id }) => id === 'allowlist-form.newline')
			?.run()
		expect(await enter()).toEqual([
			'setAllowlists "app_1" {"origins":[],"ips":["203.0.113.7","203.0.113.0/24"]}',
			'allowlists saved',
		])
	})

	it('a new key of an application begins empty, is shown once, and is known to the console', async () => {
		await openApplication()
		press('new')
		expect(asked()).toEqual(['New key', 'label  what it is for, such as backend', 'expires  never'])
		expect(type({ label: 'ci', expiresAt: '30d' })).toEqual(['', ''])
		// Thirty days from now.
		expect(await enter()).toEqual([
			expect.stringMatching(/^createKey "app_1" \{"label":"ci","expiresAt":17978564\d{5}\}$/),
			'the key is made',
		])
		expect([at.app.topOverlay?.name, at.model.freshKeys.get('app_1')]).toEqual(['key-box', 'ck_secret'])
		expect(asked()).toEqual([
			'New key  shown once',
			'URL  http://127.0.0.1:8545/v1/aa',
			'key  ck_secret',
			'The key is shown only this once: the service keeps only its fingerprint.',
			'Try it in a shell; the first line asks for the key and shows nothing:',
			'read -rs API_KEY',
			"curl -X POST 'http://127.0.0.1:8545/v1/aa' \\",
			'-H "x-api-key: $API_KEY" -H \'Content-Type: application/json\' \\',
			'--data \'{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}\'',
			'y copy key  c copy curl line  C copy it with the key  X close',
		])
	})

	it.each([
		['0', 'The old key ck_…aa has ended.'],
		['1', 'The old key ck_…aa ends in an hour.'],
		['168', 'The old key ck_…aa ends in 168 hours.'],
	])('a key that is rotated works on for %s hours, which the new one tells', async (hours, words) => {
		await openApplication()
		press('rotate')
		expect(form().field('overlapMs')?.value).toBe('24')
		type({ overlapMs: hours })
		expect(await enter()).toEqual([
			`rotateKey "app_1" "key_1" {"overlapMs":${Number(hours) * 3_600_000}}`,
			'the key has a successor',
		])
		expect(asked()).toContain(words)
	})

	it('a key that has ended is neither rotated nor revoked', async () => {
		await openApplication({}, { keys: () => [{ ...key, revokedAt: now }] })
		const off = ['rotate', 'revoke'].map((verb) => commandOf(endpointCommands(at.model), verb).enabled?.())
		expect(off).toEqual(['this key has ended already', 'this key has ended already'])
	})

	it('a key is revoked after a question that names it', async () => {
		await openApplication()
		press('revoke')
		expect(asked()).toEqual([
			'Revoke key',
			'Revoke ck_…aa (backend)? Programs that still use it are refused within a second, for',
			'good.',
			'⏎ revoke  Esc cancel',
		])
		expect(await enter()).toEqual(['revokeKey "app_1" "key_1"', 'key revoked'])
	})

	it('an application is deleted after its name was typed, and its page is left', async () => {
		await openApplication()
		press('delete')
		expect(asked()).toEqual([
			'Delete application',
			'End the endpoint of Storefront? Its URL and all its keys stop working at once and for',
			'good.',
			'Its usage stays on the statements.',
			'type Storefront:',
			'⏎ delete  Esc cancel',
		])
		at.app.topOverlay?.onPaste?.('Storefront')
		expect(await enter()).toEqual(['deleteApplication "app_1"', 'application deleted'])
		expect(at.model.pages).toHaveLength(1)
	})

	it.each([
		['nothing', { keyRequired: true }],
		['origins alone', { keyRequired: true, origins: ['https://a'] }],
		['addresses', { keyRequired: true, ips: ['1.2.3.4'] }],
		['both', { keyRequired: true, origins: ['https://a'], ips: ['1.2.3.4'] }],
		['no key now', { keyRequired: false }],
	])('whether a key is required is switched after saying what protects the endpoint: %s', async (what, change) => {
		await openApplication(change)
		press('protect')
		const words: Readonly<Record<string, readonly string[]>> = {
			nothing: ['WARNING: nothing would protect the endpoint. Anyone who learns its URL can call it,'],
			'origins alone': ['WARNING: only the Origin header would protect it. Browsers send it truthfully, any'],
			addresses: ['Callers would be let in by the allowed IPs alone.'],
			both: ['Callers would be let in by the allowed origins and the allowed IPs alone.'],
			'no key now': ['Callers without a key will be refused from now on, within a second.'],
		}
		expect(asked()).toEqual(expect.arrayContaining([...words[what]!]))
		expect([asked()[0], asked().at(-1)]).toEqual(
			what === 'no key now'
				? ['Require a key', '⏎ require a key  Esc cancel']
				: ['Let callers in without a key', '⏎ let them in  Esc cancel'],
		)
		expect(await enter()).toEqual([
			`setKeyRequired "app_1" {"required":${what === 'no key now'}}`,
			what === 'no key now' ? 'a key is required now' : 'no key is needed now',
		])
	})
})

describe('the operations on an account', () => {
	it('the hard cap of an account is a number of relays or none, and the account is read again', async () => {
		at = await openPage(({ routes }) => routes.statement(), {
			account: () => ({ ...account, cap: 5_000 }),
			setCap: () => account,
		})
		press('cap')
		expect(asked()).toEqual([
			'Hard cap',
			'With a cap, calls beyond it are refused with status 402 until the month ends; without',
			'one they are billed.',
			'relays a month  5000',
			'5,000 relays a month',
		])
		expect([type({ cap: 'many' }), type({ cap: '1234567' }), type({ cap: '' })]).toEqual([
			['a number of relays, or nothing for no cap'],
			['1,234,567 relays a month'],
			['no relays a month'],
		])
		expect(form().field('cap')?.options.hint?.('many')).toBe('')
		expect(await enter()).toEqual(['setCap {"cap":null}', 'cap saved'])
		await vi.waitUntil(() => at.calls.includes('account'), { timeout: 10_000, interval: 2 })
		expect(statement.cap).toBeNull()
	})

	it('a member is invited by an e-mail and a role, and one who is there is removed', async () => {
		const member = { accountId: 'acc_2', email: 'b@example.com', role: 'developer', addedAt: now }
		at = await openPage(({ routes }) => routes.team(project), { members: () => [member], projectInvitations: () => [] })
		press('new')
		expect(asked()).toEqual([
			'Invite a member',
			'They become a member when they accept; until then nothing changes.',
			'e-mail  colleague@example.com',
			'role  viewer: sees applications and statistics',
		])
		expect([type({ email: 'nobody' }), type({ email: ' a@example.com ', role: 'admin' })]).toEqual([
			['the e-mail of their account'],
			['', ''],
		])
		expect(await enter()).toEqual(['inviteMember "prj_1" {"email":"a@example.com","role":"admin"}', 'invitation sent'])
		press('edit')
		expect(asked()).toEqual(['Role of b@example.com', 'role  ◂ developer: makes and edits applications ▸'])
		type({ role: 'viewer' })
		expect(await enter()).toEqual(['changeMember "prj_1" "acc_2" {"role":"viewer"}', 'b@example.com is viewer now'])
		press('delete')
		expect(asked()).toEqual([
			'Remove member',
			'Remove b@example.com from acme? Keys they know keep working: rotate them.',
			'⏎ remove  Esc cancel',
		])
		expect(await enter()).toEqual(['removeMember "prj_1" "acc_2"', 'member removed'])
	})

	it('an account is logged out after a question, and the login begins anew', async () => {
		at = await openPage(() => undefined)
		press('logout')
		expect(asked()).toEqual([
			'Log out',
			'Log out of the endpoint service? Its session on this machine ends; endpoints and keys',
			'work on.',
			'⏎ log out  Esc cancel',
		])
		expect(await enter()).toEqual(['logOut', 'logged out'])
	})
})
