import { afterEach, describe, expect, it, vi } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { EndpointsModel } from '../../../../src/tui/screens/endpoints/EndpointsModel.ts'
import type { Page } from '../../../../src/tui/screens/endpoints/PageModel.ts'
import { digitOf, type TestApp, testApp } from '../../support/testApp.ts'
import { type EndpointsApp, endpointsApp, openStorefront, said, withStorefront } from './support/endpointsApp.ts'

let app: EndpointsApp | undefined
let t: TestApp
afterEach(async () => {
	vi.restoreAllMocks()
	await (app?.close() ?? t.stop())
	app = undefined
})

const model = (): EndpointsModel => t.app.screens.find(({ id }) => id === 'endpoints')!.model as EndpointsModel

/** Moves the app's clock; the screen is told of the next block. */
function pass(ms: number): void {
	const now = t.app.clock() + ms
	vi.spyOn(t.app, 'clock').mockImplementation(() => now)
	t.chain.makeBlock()
}

describe('the Endpoints screen over a service that nobody is logged in to', () => {
	/** How often the ways to log in were asked for, and whether they are told. */
	const service = { isLoggedIn: false, asked: 0, answers: true }
	async function login(answers: boolean): Promise<void> {
		Object.assign(service, { asked: 0, answers })
		const loginMethods = async (): Promise<readonly object[]> => {
			service.asked++
			// As long as a reply takes.
			await new Promise(setImmediate)
			if (!service.answers) throw new UserError('The service does not answer.')
			return [{ kind: 'password', id: 'password', label: 'E-mail and password', available: true, note: '' }]
		}
		t = await testApp({ keys: ['alice'], endpoints: Object.assign(service, { loginMethods }) as never })
		t.press(digitOf('endpoints'))
		await t.until(answers ? 'Log in with e-mail and password' : 'The service does not answer.')
	}
	/** Lets what a block causes happen. */
	const settled = (height: number): Promise<void> => t.until(() => t.app.state.status?.height === height)

	it('asks a service that did not answer again after five seconds, and no sooner', async () => {
		await login(false)
		pass(4_000)
		await settled(2)
		expect(service.asked).toBe(1)
		service.answers = true
		pass(1_000)
		await t.until('Log in with e-mail and password')
		expect(service.asked).toBe(2)
		pass(5_000)
		await settled(4)
		expect(service.asked).toBe(2)
	})

	it('asks again when the place in use changes, and only while it is in front', async () => {
		await login(true)
		t.app.reconnect()
		await t.until(() => service.asked === 2)
		t.press(digitOf('home'))
		const { client } = t.app
		t.app.reconnect()
		await t.until(() => t.app.client === undefined)
		await t.until(() => t.app.client === client)
		expect(service.asked).toBe(2)
	})

	it('keys that were shown once are forgotten when nobody is logged in any more, and not by a login', async () => {
		await login(true)
		const { freshKeys } = model()
		freshKeys.set('app_1', 'ck_secret')
		service.isLoggedIn = true
		model().restart()
		expect([...freshKeys]).toEqual([['app_1', 'ck_secret']])
		service.isLoggedIn = false
		model().restart()
		expect(freshKeys.size).toBe(0)
	})

	it('leaves a page above that is not live and could not be read', async () => {
		await login(true)
		let reads = 0
		const page: Page = {
			model: {
				crumb: 'above',
				isRead: false,
				read: async () => {
					reads++
				},
				actions: () => ({}),
			},
			view: () => null as never,
		}
		model().go(page)
		await t.until(() => reads === 1)
		pass(5_000)
		await settled(2)
		expect(reads).toBe(1)
		Object.assign(page.model, { isLive: true })
		pass(5_000)
		await t.until(() => reads === 2)
	})
})

describe('the pages of an account', () => {
	it('invitations that come in are there five seconds later', async () => {
		app = await endpointsApp({ columns: 100, rows: 30 })
		t = app.t
		await withStorefront(app)
		const list: object[] = []
		Object.assign(app.service.client, { invitations: async () => [...list] })
		t.press('I')
		await t.until('Invitations 0')
		list.push({ id: 'inv', projectId: 'p', projectName: 'theirs', role: 'admin', invitedBy: 'boss', createdAt: 1 })
		pass(5_000)
		await t.until('Invitations 1')
	})

	it('what was read before is read out below an error, where a low screen shows the error alone', async () => {
		app = await endpointsApp({ columns: 80, rows: 16 })
		t = app.t
		await withStorefront(app)
		const error = new UserError('The wire is broken.', { why: 'It was cut here and there. '.repeat(15) })
		Object.assign(app.service.client, { projects: () => Promise.reject(error) })
		t.press('r')
		await t.until('The wire is broken.')
		expect(t.screen()).not.toContain('acme')
		expect(t.plainLines().join('\n')).toMatch(/The wire is broken\.[\s\S]*acme/)
	})

	it('a service without an identity provider is told as one when a login is to be added', async () => {
		app = await endpointsApp({ columns: 100, rows: 30 })
		t = app.t
		await withStorefront(app)
		t.press('u')
		await t.until('● this one')
		t.press('i')
		await t.until('This service has no identity provider.')
		expect(t.screen()).toContain('Name one in endpoints.json of its home, then start it again.')
	})

	it('the notice of a statement tells what was reached, and the share of nothing is 0 %', async () => {
		app = await endpointsApp({ columns: 100, rows: 40 })
		t = app.t
		await withStorefront(app)
		const { client } = app.service
		const statement = await client.statement()
		const used = { applicationId: 'app_1', name: 'Storefront', relays: 0 }
		const at = Date.UTC(2026, 10, 21, 1, 2, 3)
		const shown = { ...statement, applications: [used], notices: [] as object[] }
		Object.assign(client, { statement: async () => shown })
		t.press('s')
		await t.until(/Storefront +0 +0\.0 %/)
		expect(t.screen()).not.toContain('reached')
		for (const [kind, words] of [
			['free', '80 % of the free tier reached 2026-11-21 01:02:03 UTC'],
			['cap', '80 % of the cap reached 2026-11-21 01:02:03 UTC'],
		]) {
			shown.notices = [
				{ kind: 'cap', percent: 50, at: 0 },
				{ kind, percent: 80, at },
			]
			t.press('r')
			await t.until(words!)
		}
	})

	it('the months of a statement follow each other over the end of a year', async () => {
		app = await endpointsApp({ columns: 100, rows: 40 })
		t = app.t
		await withStorefront(app)
		const { client } = app.service
		const statement = await client.statement()
		const asked: (string | undefined)[] = []
		Object.assign(client, {
			statement: async ({ month }: { month?: string }) => {
				asked.push(month)
				return { ...statement, month: month ?? '2026-02' }
			},
		})
		t.press('s')
		for (const [key, month] of [
			['', '2026-02'],
			['left', '2026-01'],
			['left', '2025-12'],
			['right', '2026-01'],
			['right', '2026-02'],
		] as const) {
			if (key !== '') t.press(key)
			await t.until(`Statement ${month}`)
		}
		expect(asked).toEqual([undefined, '2026-01', '2025-12', '2026-01', '2026-02'])
	})

	it('statistics of an earlier day lead back to the later one, and not beyond now', async () => {
		app = await endpointsApp({ columns: 100, rows: 40 })
		t = app.t
		await withStorefront(app)
		await openStorefront(t)
		t.press('v')
		await t.until('last 24 hours')
		t.press('right')
		await said(t, 'nothing is later than now')
		t.press('left')
		await t.until(/\S+ \S+ to \S+ \S+ UTC/)
		const earlier = /(\S+ \S+) to (\S+ \S+) UTC/.exec(t.screen())
		expect(earlier).not.toBeNull()
		t.press('right')
		await t.until(`${earlier![2]} to `)
		const later = new RegExp(`${earlier![2]} to (\\S+ \\S+) UTC`).exec(t.screen())
		const ms = (text: string | undefined): number => Date.parse(`${text?.replace(' ', 'T')}Z`)
		expect(ms(later?.[1]) - ms(earlier![2])).toBe(86_400_000)
	})

	it('the console refuses parameters that are no list, keeps those that are, and is left at its methods', async () => {
		app = await endpointsApp({ columns: 120, rows: 40 })
		t = app.t
		await withStorefront(app)
		await openStorefront(t)
		t.press('t')
		await t.until('eth_blockNumber')
		t.press('left')
		await said(t, 'these are the methods')
		t.press('e')
		await t.until('Parameters of eth_blockNumber')
		t.press('ctrl+u')
		t.type('{"a":1}')
		t.press('enter')
		await t.until('a JSON array such as ["latest", false]')
		t.press('ctrl+u')
		t.type('["mine"]')
		t.press('enter')
		await t.until(() => t.app.topOverlay === undefined)
		await t.until('["mine"]')
		t.press('enter')
		await t.until('status 401')
		t.press('right')
		t.app.toast('info', 'before the next')
		t.press('left')
		expect(t.app.state.toast?.text).toBe('before the next')
		t.press('left')
		await said(t, 'these are the methods')
	})

	it('the form of the allowlists tells what no entry means, and how many there are', async () => {
		app = await endpointsApp({ columns: 120, rows: 40 })
		t = app.t
		await withStorefront(app)
		await openStorefront(t)
		t.press('a')
		await t.until('any origin, and none')
		t.type('https://shop.example')
		await t.until('1 allowed')
	})
})
