import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointsProject } from '../../../../src/client/EndpointsClient.ts'
import type { EndpointsModel } from '../../../../src/tui/screens/endpoints/EndpointsModel.ts'
import { EndpointsScreen } from '../../../../src/tui/screens/endpoints/EndpointsScreen.tsx'
import { joinTeam, person, post } from '../../../flow/endpoints/support/service.ts'
import { until } from '../../../support/until.ts'
import { type RenderedPart, renderPart } from '../../support/renderPart.tsx'
import { digitOf } from '../../support/testApp.ts'
import { type EndpointsApp, endpointsApp, password } from './support/endpointsApp.ts'

/** Each page as its component draws it: one service with a story, of which every test looks at one page. */
describe('the pages of Endpoints', () => {
	let app: EndpointsApp
	let model: EndpointsModel
	let acme: EndpointsProject
	const parts: RenderedPart[] = []

	beforeAll(async () => {
		app = await endpointsApp({ columns: 120, rows: 40, colorLevel: 3 })
		const { t } = app
		model = t.app.screens.find(({ id }) => id === 'endpoints')!.model as EndpointsModel
		t.press(digitOf('endpoints'))
		await t.until('Wallet')
		await tell()
	})
	afterAll(() => app.close())
	afterEach(() => {
		for (const part of parts.splice(0)) part.unmount()
	})

	/** The story: two projects, a team, two applications, keys, some calls. */
	async function tell(): Promise<void> {
		const { client } = app.service
		await client.signUp('owner@example.com', password)
		acme = await client.createProject({ name: 'acme' })
		await client.createProject({ name: 'zoo' })
		const { application, key } = await client.createApplication(acme.id, { name: 'Storefront', network: 'archival' })
		await client.createApplication(acme.id, { name: 'Back office', network: 'pruning' })
		await client.setAllowlists(application.id, { origins: ['https://shop.example'], ips: [] })
		const old = await client.createKey(application.id, { label: 'old one' })
		await client.revokeKey(application.id, old.id)
		const colleague = await person(app.service, 'colleague@example.com')
		await joinTeam(client, acme.id, colleague, 'developer')
		await person(app.service, 'guest@example.com')
		await client.inviteMember(acme.id, { email: 'guest@example.com', role: 'viewer' })
		const theirs = await colleague.createProject({ name: 'theirs' })
		await colleague.inviteMember(theirs.id, { email: 'owner@example.com', role: 'admin' })
		for (const method of ['eth_chainId', 'eth_blockNumber', 'eth_blockNumber', 'no_such']) {
			await post(application.url, `{"jsonrpc":"2.0","id":1,"method":"${method}","params":[]}`, {
				'x-api-key': key.key,
				origin: 'https://shop.example',
			})
		}
		await until(async () => (await client.statement()).relays === 4)
		model.refresh()
		await app.t.until('zoo')
	}

	/** The page in front in an area of its own. */
	function page(width = 98, height = 30): RenderedPart {
		const part = renderPart(<EndpointsScreen model={model} />, { width, height, app: app.t.app })
		parts.push(part)
		return part
	}

	async function top(): Promise<void> {
		while (model.pages.length > 1) model.back()
		await app.t.until('Projects')
	}

	it('ProjectsPage lists them with what the account used; the selection stays with its project', async () => {
		const { t, service } = app
		await top()
		const { text, frame } = page()
		expect(text()).toMatch(/Projects 2 .* 1 invitation: I answers/)
		expect(text()).toMatch(/free tier +░+ 4 of 15 M · 0 %/)
		expect(text()).toContain('plan       pay as you go')
		t.press('S')
		t.press('G')
		expect(text()).toMatch(/name ▴[\s\S]*acme[\s\S]*▸ zoo/)
		const made = await service.client.createProject({ name: 'zebra' })
		model.refresh()
		await t.until('Projects 3')
		expect(text()).toMatch(/acme[\s\S]*zebra[\s\S]*▸ zoo/)
		await service.client.deleteProject(made.id)
		model.refresh()
		await t.until('Projects 2')
		t.press('/')
		t.type('CM')
		expect(frame()).toContain(t.app.theme.match('cm'))
		expect(text()).not.toContain('zoo')
		expect(text()).toContain('/CM · 1 of 2')
		t.press('esc', 'S', 'S')
		expect(page(44, 30).text(), 'the bar takes what is left of its row').toMatch(
			/│ free tier {2}░{13} 4 of 15 M · 0 % │/,
		)
		// Where there is no room for both, the list stays.
		expect(page(60, 12).text()).not.toContain('free tier')
	})

	it('ProjectPage lists applications with what they used; a click selects, a second one opens', async () => {
		const { t } = app
		await top()
		t.press('/')
		t.type('acme')
		t.press('enter', 'enter')
		await t.until('applications 2')
		const { text } = page(98, 10)
		expect(text()).toMatch(/acme · applications 2 .* you are owner/)
		expect(text()).toMatch(/Storefront +archival +key \+ 1 origin +4 /)
		expect(text()).toMatch(/Back office +pruning +key +0 /)
		t.press('S', 'G')
		expect(text()).toMatch(/▸ Storefront/)
		const row = t.screen().split('\n')
		const y = row.findIndex((line) => line.includes('Back office'))
		const click = () => t.event({ type: 'mouse', mouse: { kind: 'press', x: 30, y } })
		click()
		expect(text()).toMatch(/▸ Back office/)
		click()
		await t.until('acme › Back office')
		t.press('esc')
		await t.until('applications 2')
	})

	it('ApplicationPage tells how it is called, its keys and the last 24 hours', async () => {
		const { t } = app
		await openApplication()
		const { text } = page(98, 40)
		expect(text()).toMatch(/URL +http:\/\/127\.0\.0\.1:\d+\/v1\/[0-9a-f]{32}/)
		expect(text()).toMatch(/origins +https:\/\/shop\.example/)
		expect(text()).toMatch(/free tier +░+ 4 of 15 M · 0 % · bill 0\.00 USD/)
		expect(text()).toMatch(/▸ ck_live_….{4} +first key .*● works/)
		expect(text()).toMatch(/old one .*✗ revoked/)
		expect(text()).toMatch(/Keys 1 /)
		// Charts where there is room for them, a row for each where there is not.
		expect(text()).toContain('requests that succeeded')
		const small = page(80, 21).text()
		expect(small).toContain('4 requests   0 invalid')
		expect(small).not.toContain('requests that succeeded')
		expect(small).toMatch(/ok +[· ]+[▁-█]/)
		expect(small).toMatch(/4xx +[· ]+[▁-█]/)
		t.press('j', 'x')
		expect(t.app.state.toast?.text).toContain('this key has ended already')
		t.press('k', 'x')
		expect(t.app.topOverlay?.title).toBe('Revoke key')
		t.press('esc')
	})

	it('StatisticsPage draws requests and latency on axes, and sorts its methods', async () => {
		const { t } = app
		await openApplication()
		t.press('v')
		await t.until('Statistics of')
		await t.until('4 requests')
		const { text } = page(98, 36)
		expect(text()).toContain('[24 h]')
		expect(text()).toMatch(/ 5 ┤/)
		expect(text()).toMatch(/ 0 └─+/)
		expect(text()).toMatch(/\d\d:00 UTC +\d\d:00 UTC/)
		expect(text()).toMatch(/eth_blockNumber +2 +50 % +0 +0/)
		t.press('S', 'S')
		expect(text()).toMatch(/method ▾[\s\S]*other[\s\S]*eth_chainId[\s\S]*eth_blockNumber/)
		t.press('w')
		await t.until('[live]')
		t.press('w')
		await t.until('[month]')
		expect(text()).toContain('this month')
		const y = t
			.screen()
			.split('\n')
			.findIndex((line) => line.includes('method ▾'))
		const x = t.screen().split('\n')[y]!.indexOf('requests')
		t.event({ type: 'mouse', mouse: { kind: 'press', x, y } })
		expect(text()).toContain('requests ▴')
	})

	it('TryPage copies no reply before the first call', async () => {
		const { t } = app
		await openApplication()
		t.press('t', 'y')
		expect(t.app.state.toast?.text).toContain('no call was made yet')
	})

	it('TryPage calls; the reply folds, and Enter shows all of a value', async () => {
		const { t } = app
		await openApplication()
		t.press('t')
		const { text } = page(98, 30)
		expect(text()).toMatch(/▸ eth_blockNumber/)
		expect(text()).toContain('This endpoint needs a key.')
		t.press('right')
		expect(t.app.state.toast?.text).toContain('no call was made yet')
		t.press('/')
		t.type('chain')
		t.press('enter')
		expect(text()).toMatch(/Methods ─+ \/chain · 1 of \d+/)
		t.press('enter')
		// Without a key, and from no web page that may call.
		await t.until('✗ status 40')
		// Half a curl line would help nobody.
		expect(text()).toContain('as a curl line')
		expect(page(80, 20).text()).toContain('c copies it as a curl line')
		t.press('right', 'enter')
		expect(text()).toMatch(/▸ \{ \d members \}/)
		t.press('enter', 'j', 'enter')
		expect(t.app.topOverlay?.title).toBe('.jsonrpc')
		expect(t.screen()).toContain('2.0')
		t.press('esc', 'esc')
		// The filter was there before the reply was gone into: Esc goes one step at a time.
		expect(text()).toMatch(/Methods ─+ \/chain/)
		t.press('esc')
		expect(text()).toMatch(/▸ eth_chainId/)
		t.press('e')
		expect(t.app.topOverlay?.title).toBe('Parameters of eth_chainId')
		t.press('esc')
	})

	it('TeamPage lists members before invitations, and what roles may do', async () => {
		const { t } = app
		await top()
		t.press('m')
		await t.until('● you')
		const { text } = page(98, 32)
		expect(text()).toMatch(
			/owner@example\.com +owner .*● you[\s\S]*colleague@example\.com +developer[\s\S]*guest@example\.com +viewer .*invited/,
		)
		expect(text()).toMatch(/hand the project over +✓ +– +– +–/)
		t.press('e')
		expect(t.app.state.toast?.text).toContain('the owner stays until the project is handed over')
		t.press('G', 'D')
		expect(t.app.topOverlay?.title).toBe('Withdraw the invitation')
		t.press('esc')
	})

	it('InvitationsPage lists what waits for an answer; Enter asks', async () => {
		const { t } = app
		await top()
		t.press('I')
		await t.until('Invitations 1')
		const { text } = page(80, 10)
		expect(text()).toMatch(/▸ theirs +admin +colleague@example\.com/)
		t.press('enter')
		expect(t.app.topOverlay?.title).toBe('Join the team')
		t.press('esc')
	})

	it('StatementPage tells the bill, the days and who used what', async () => {
		const { t } = app
		await top()
		t.press('s')
		await t.until('By application')
		const { text } = page(98, 30)
		expect(text()).toContain('0 × 4,500 nano-USD = 0.00 USD')
		expect(text()).toMatch(/Relays by day[\s\S]* 5 ┤[\s\S]*[▁-█]/)
		expect(text()).not.toContain('2.5')
		expect(text()).toMatch(/▸ Storefront +4 +100\.0 %/)
		const low = page(80, 16).text()
		expect(low).not.toContain('Relays by day')
		expect(low).toMatch(/by day +.*█/)
		t.press('right')
		expect(t.app.state.toast?.text).toContain('this is the current month')
	})

	it('AccountPage tells the account and its sessions', async () => {
		const { t } = app
		await top()
		t.press('u')
		await t.until('● this one')
		const { text } = page(80, 20)
		expect(text()).toMatch(/hard cap +none/)
		expect(text()).toMatch(/Sessions 1[\s\S]*▸ password .*● this one/)
		t.press('x')
		expect(t.app.state.toast?.text).toContain('this is the session in use: L logs out')
	})

	it('AuditPage lists changes, the newest first, and tells the selected one in full', async () => {
		const { t } = app
		await top()
		t.press('A')
		await t.until('everything you own')
		const { text } = page(98, 28)
		expect(text()).toMatch(/▸ .*owner@example\.com +project\.delete/)
		expect(text()).toMatch(/Entry[\s\S]*what +project\.delete/)
		t.press('/')
		t.type('key.revoke')
		t.press('enter')
		expect(text()).toMatch(/Entry[\s\S]*what +key\.revoke/)
		t.press('y')
		await t.until(() => t.asked.some((asked) => asked.includes('"action":"key.revoke"')))
	})

	it('say what went wrong over what was read before, and where the service is when it is off', async () => {
		const { t, service } = app
		await top()
		const { text } = page(90, 24)
		const { projects } = service.client
		Object.assign(service.client, { projects: () => Promise.reject(new TypeError('broken wire')) })
		t.press('r')
		await t.until('That failed: broken wire')
		expect(text()).toMatch(/That failed[\s\S]*r reads again +Esc goes up[\s\S]*Projects 2/)
		Object.assign(service.client, { projects })
		t.press('r')
		await t.until(() => !text().includes('That failed'))
		Object.defineProperty(t.chain, 'endpoints', { get: () => undefined, configurable: true })
		t.app.touch()
		expect(text()).toContain('The endpoint service of this node is off.')
		expect(text()).toContain(`Node screen (${t.app.keyFor('go.node')})`)
	})

	async function openApplication(): Promise<void> {
		const { t } = app
		await top()
		model.go(model.routes.project(acme))
		await t.until('applications 2')
		t.press('/')
		t.type('store')
		t.press('enter', 'enter')
		await t.until('Keys 1')
		await t.until('4 requests')
	}
})

it('LoginPage names the ways in; Enter goes the selected one', async () => {
	const { t, close } = await endpointsApp({ columns: 80, rows: 24 })
	t.press(digitOf('endpoints'))
	await t.until('Wallet')
	const model = t.app.screen.model as EndpointsModel
	const { text, unmount } = renderPart(<EndpointsScreen model={model} />, { width: 80, height: 20, app: t.app })
	expect(text()).toMatch(/▸ Sign up with e-mail and password +new here/)
	expect(text()).toContain('  Log in with e-mail and password')
	expect(text().replaceAll(/[│\s]+/g, ' ')).toContain('appear here once endpoints.json in the home names them.')
	t.press('j')
	expect(text()).toContain('▸ Log in with e-mail and password')
	t.press('enter')
	expect(t.app.topOverlay?.title).toBe('Log in')
	unmount()
	await close()
})
