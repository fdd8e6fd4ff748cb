import { setImmediate as allThatIsDue } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { endpointCommands } from '../../../../src/tui/screens/endpoints/endpointsCommands.ts'
import { commandOf } from '../../support/commandLines.ts'
import { wordsOver } from '../../support/renderPart.tsx'
import { account, application, now, project } from './support/endpointsDouble.ts'
import { type OpenedPage, openPage, typeInto } from './support/openPage.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now }))
afterEach(() => void vi.useRealTimers())

let at: OpenedPage
const press = (verb: string): unknown => commandOf(endpointCommands(at.model), verb).run()
const form = (): Form => at.app.topOverlay as Form
const until = (holds: () => boolean): Promise<unknown> => vi.waitUntil(holds, { timeout: 10_000, interval: 2 })

const over = (width?: number, height?: number): readonly string[] => wordsOver(at.app, width, height)
const type = (values: Readonly<Record<string, string>>): readonly string[] => typeInto(form(), values)
const submit = (): unknown =>
	form()
		.commands()
		.find(({ id }) => id === 'form.submit')
		?.run()

const methods = [
	{ id: 'password', kind: 'password', label: 'E-mail', available: true, note: '' },
	{ id: 'github', kind: 'device', label: 'GitHub', available: true, note: '' },
	{ id: 'wallet', kind: 'wallet', label: 'Wallet', available: true, note: 'soon' },
	{ id: 'other', kind: 'device', label: 'Other', available: false, note: '' },
]
/** The login page of a service that nobody is logged in to. */
const loggedOut = async (parts: object = {}): Promise<void> => {
	at = await openPage(() => undefined, { isLoggedIn: false, loginMethods: () => methods, ...parts })
}

describe('the ways to log in', () => {
	it('the ways to log in are told with those that are not available, and what they answer', async () => {
		await loggedOut()
		expect(at.draw(90, 14)).toEqual([
			' Private endpoints   6 again: Nodes, the places this app talks to',
			'╭─ Private endpoints ──────────────────────────────────────────────────── not logged in ─╮',
			'│ A private JSON-RPC endpoint of this chain for your team: its own URL, API keys,        │',
			'│ allowlists, statistics and a bill.                                                     │',
			'│ The first 15 million relays of a month are free.                                       │',
			'│                                                                                        │',
			'│ ▸ Sign up with e-mail and password    new here                                         │',
			'│   Log in with e-mail and password                                                      │',
			'│   Sign up or log in with GitHub       in your browser, by a code                       │',
			'│   Wallet                              not yet available                                │',
			'│   Other                               not yet available                                │',
			'│                                                                                        │',
			'│                                                                                        │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
		])
		expect(at.keys()).toEqual([
			'enter · choose · 1',
			'n · sign up · 2',
			'l · log in · 3',
			'r · read again',
			'/ · filter · 8',
		])
		const list = at.model.page.model.list!
		const said = [3, 4].map((index) => {
			list.edge('first')
			list.move(index)
			press('open')
			return at.app.state.toast?.text
		})
		expect(said).toEqual(['soon', 'not yet available'])
		await loggedOut({ loginMethods: () => [] })
		expect(at.draw(90, 14)).toEqual([
			' Private endpoints   6 again: Nodes, the places this app talks to',
			'╭─ Private endpoints ──────────────────────────────────────────────────── not logged in ─╮',
			'│ A private JSON-RPC endpoint of this chain for your team: its own URL, API keys,        │',
			'│ allowlists, statistics and a bill.                                                     │',
			'│ The first 15 million relays of a month are free.                                       │',
			'│                                                                                        │',
			'│ ▸ Sign up with e-mail and password    new here                                         │',
			'│                                                                                        │',
			'│ Logins with identity providers (OpenID device flow) appear here once endpoints.json in │',
			'│ the home names them.                                                                   │',
			'│                                                                                        │',
			'│                                                                                        │',
			'│                                                                                        │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
		])
	})

	it('an account is made with an e-mail and a password of ten characters that is typed twice', async () => {
		await loggedOut()
		press('new')
		expect(over()).toEqual(['Sign up', 'e-mail  you@example.com', 'password', 'at least 10 characters', 'once more'])
		expect([
			type({ email: 'nobody' }),
			type({ email: ' a@example.com ', password: '123456789', again: '12345678' }),
			type({ password: '1234567890', again: '1234567890' }),
		]).toEqual([
			['an e-mail address such as you@example.com'],
			['', 'at least 10 characters', 'not the same password'],
			['', ''],
		])
		submit()
		expect(form().busy).toBe('making the account')
		await until(() => at.calls.includes('signUp "a@example.com" "1234567890"'))
		await until(() => at.app.topOverlay !== undefined && form().title === 'New project with an endpoint')
		expect(at.app.state.toast?.text).toBe('signed up and logged in')
	})

	it('an account is logged in to with its password', async () => {
		await loggedOut()
		press('login')
		expect([over(), type({ email: 'a@b', password: '' })]).toEqual([
			['Log in', 'e-mail  you@example.com', 'password'],
			['', 'the password of the account'],
		])
		type({ password: 'x' })
		submit()
		expect(form().busy).toBe('logging in')
		await until(() => at.calls.includes('logIn "a@b" "x"'))
		await until(() => at.app.topOverlay === undefined)
		expect(at.app.state.toast?.text).toBe('logged in')
	})
})

describe('the password of an account', () => {
	it.each([true, false])('the password of an account is changed or set (%s)', async (hasPassword) => {
		at = await openPage(({ routes }) => routes.account(), {
			account: () => ({ ...account, hasPassword }),
			sessions: () => [],
		})
		press('password')
		const known = hasPassword ? ['Change the password', 'present'] : ['Set a password']
		const [title] = over()
		expect([title, ...form().fields.flatMap((field) => (field.visible ? [field.options.label] : []))]).toEqual([
			...known,
			'new',
			'once more',
		])
		if (hasPassword) expect(type({ present: '' })).toEqual(['the current password'])
		type({ ...(hasPassword ? { present: 'old' } : {}), fresh: 'a long password', again: 'a long password' })
		submit()
		await until(() => at.app.topOverlay === undefined)
		const present = hasPassword ? 'old' : ''
		expect(at.calls).toContain(`changePassword {"present":"${present}","fresh":"a long password"}`)
		expect(at.app.state.toast?.text).toBe('password changed')
	})
})

describe('a login by a code', () => {
	const login = { loginId: 'log_1', userCode: 'WDJB-MJHT', verificationUri: 'https://id.example/device', expiresIn: 90 }
	const github = async (parts: object = {}): Promise<void> => {
		await loggedOut({ startDeviceLogin: () => login, ...parts })
		at.model.page.model.list!.move(2)
		press('open')
		expect(at.app.state.toast?.text).toBe('asking GitHub for a code')
		await until(() => at.app.topOverlay?.name === 'device-login')
	}

	it('a login by a code tells address and code, as a QR code too where there is room, and how long it works', async () => {
		await github()
		expect([at.app.topOverlay?.title, at.app.state.toast?.text]).toEqual(['Log in with GitHub', 'GitHub waits for you'])
		expect(over(90, 16)).toEqual([
			'Log in with GitHub',
			'1. Open this address in a browser, here or on any other device:',
			'https://id.example/device',
			'2. Enter this code there:',
			'WDJB-MJHT',
			'◌ waiting for you · the code works for 1m',
			'y copy address  c copy code  Esc cancel',
		])
		expect(over(90, 40).length).toBeGreaterThan(20)
		vi.setSystemTime(now + 91_000)
		expect(over(90, 16)).toContain('✗ the code has expired: Esc, and start again')
		at.app.topOverlay
			?.commands()
			.find(({ id }) => id === 'device-login.cancel')
			?.run()
		expect(at.app.topOverlay).toBeUndefined()
	})

	it('a login by a code ends when the person is done, or says what the provider refused', async () => {
		const states = [{ state: 'pending' }, { state: 'done' }]
		await github({ deviceLogin: () => states.shift() })
		for (const _ of [1, 2]) {
			vi.advanceTimersByTime(1_000)
			await allThatIsDue()
		}
		await until(() => at.app.topOverlay === undefined)
		expect([at.app.state.toast?.text, at.calls.filter((call) => call.startsWith('deviceLogin')).length]).toEqual([
			'logged in with GitHub',
			2,
		])
		await github({ deviceLogin: () => ({ state: 'failed', message: 'It was refused.', next: 'Try again.' }) })
		vi.advanceTimersByTime(1_000)
		await until(() => over(90, 16).includes('✗ It was refused.'))
		expect(over(90, 16)).toContain('Try again.')
		at.app.topOverlay
			?.commands()
			.find(({ id }) => id === 'device-login.cancel')
			?.run()
	})

	it('a provider is added to an account that is logged in, or there is none', async () => {
		at = await openPage(({ routes }) => routes.account(), {
			sessions: () => [],
			loginMethods: () => methods,
			startDeviceLogin: () => login,
		})
		await press('link')
		expect(over()).toEqual(['Add a login to the account', 'provider  ◂ GitHub ▸'])
		submit()
		await until(() => at.app.topOverlay?.name === 'device-login')
		expect(at.calls.filter((call) => call.startsWith('startDeviceLogin'))).toEqual([
			'startDeviceLogin "github" {"link":true}',
		])
		at = await openPage(({ routes }) => routes.account(), { sessions: () => [], loginMethods: () => [methods[0]] })
		await press('link')
		expect(over()).toEqual([
			'Identity providers',
			'This service has no identity provider.',
			'Name one in endpoints.json of its home, then start it again.',
			'⏎ close',
		])
	})
})

describe('a new endpoint', () => {
	const made = { application, key: { key: 'ck_secret' } }

	it('a new endpoint of a new project is made once the project is, which a second try does not make again', async () => {
		let fails = true
		at = await openPage(() => undefined, {
			networks: () => [{ id: 'archival', notice: 'The node keeps 100 blocks.' }],
			createProject: () => project,
			createApplication: () => {
				if (fails) throw new Error('gone')
				return made
			},
		})
		press('new')
		await until(() => over().includes('Note: The node keeps 100 blocks.'))
		expect(over()).toEqual([
			'New project with an endpoint',
			'A project holds the endpoints of a team. Enter makes it, with one endpoint and its',
			'first key.',
			'Note: The node keeps 100 blocks.',
			'project  My project',
			'application  App',
			'network  archival: answers for every height the node keeps',
		])
		expect(type({ project: ' ', name: 'App', network: 'pruning' })).toEqual(['it needs a name', '', ''])
		expect(over().some((line) => line.startsWith('Note'))).toBe(false)
		type({ project: 'acme' })
		for (const last of [true, false]) {
			submit()
			expect(form().busy).toBe('making the endpoint')
			await until(() => (last ? form().busy === '' : at.app.topOverlay?.name === 'key-box'))
			fails = false
		}
		expect(at.calls.filter((call) => call.startsWith('create'))).toEqual([
			'createProject {"name":"acme"}',
			'createApplication "prj_1" {"name":"App","description":"","network":"pruning"}',
			'createApplication "prj_1" {"name":"App","description":"","network":"pruning"}',
		])
		expect([at.model.pages.length, at.model.freshKeys.get('app_1'), at.app.topOverlay?.title]).toEqual([
			3,
			'ck_secret',
			'Your endpoint is ready',
		])
	})

	it('a new application of a project has a name, a network and a description', async () => {
		at = await openPage(({ routes }) => routes.project(project), { createApplication: () => made })
		press('new')
		expect(over()).toEqual([
			'New application',
			'An application is one endpoint on one network.',
			'name  Storefront',
			'network  archival: answers for every height the node keeps',
			'description  none',
		])
		expect(type({ name: '' })).toEqual(['it needs a name'])
		type({ name: 'App', description: 'shop' })
		submit()
		await until(() => at.app.topOverlay?.name === 'key-box')
		expect(at.calls.filter((call) => call.startsWith('create'))).toEqual([
			'createApplication "prj_1" {"name":"App","description":"shop","network":"archival"}',
		])
	})
})
