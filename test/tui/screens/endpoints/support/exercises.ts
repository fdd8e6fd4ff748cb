import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createEndpointsClient } from '../../../../../src/endpoints/client/createEndpointsClient.ts'
import type { EndpointsClient } from '../../../../../src/endpoints/client/EndpointsClient.ts'
import { joinTeam, person, post } from '../../../../flow/endpoints/support/service.ts'
import { until } from '../../../../support/until.ts'
import type { TestApp } from '../../../support/testApp.ts'
import { copied, type EndpointsApp, openStorefront, password, said } from './endpointsApp.ts'

/** Presses the keys of one command and sees what it did on the real service. It starts at the projects, logged in. */
export type EndpointsExercise = (app: EndpointsApp) => Promise<void>

async function theApplication({ service: { client } }: EndpointsApp) {
	const [project] = await client.projects()
	const [application] = await client.applications(project!.id)
	return application!
}

async function logOut(app: EndpointsApp): Promise<void> {
	app.t.press('L', 'enter')
	await app.t.until('not logged in')
}

async function openTeam(app: EndpointsApp, role?: 'developer'): Promise<EndpointsClient> {
	const colleague = await person(app.service, 'colleague@example.com')
	const { client } = app.service
	const [project] = await client.projects()
	if (role !== undefined) await joinTeam(client, project!.id, colleague, role)
	app.t.press('m')
	await app.t.until('Team of acme')
	await app.t.until(role === undefined ? '● you' : 'colleague@example.com')
	return colleague
}

async function roleOfColleague(app: EndpointsApp): Promise<string | undefined> {
	const [project] = await app.service.client.projects()
	const members = await app.service.client.members(project!.id)
	return members.find(({ email }) => email === 'colleague@example.com')?.role
}

async function openStatistics({ t }: EndpointsApp): Promise<void> {
	await openStorefront(t)
	t.press('v')
	await t.until('Statistics of Storefront')
	await t.until('0 requests')
}

async function newKeyBox(t: TestApp): Promise<void> {
	await openStorefront(t)
	t.press('n')
	t.type('backend')
	t.press('enter')
	await t.until('shown once')
}

/** One for every command of the Endpoints screen and of the pages over it. */
export const endpointExercises: Readonly<Record<string, EndpointsExercise>> = {
	'go.endpoints': async ({ t }) => {
		expect(t.app.state.screen).toBe('endpoints')
	},
	'endpoints.open': async ({ t }) => {
		t.press('enter')
		await t.until('› Endpoints › acme')
	},
	'endpoints.new': async (app) => {
		const { t } = app
		t.press('enter')
		await t.until('applications 1')
		t.press('n')
		t.type('Second')
		t.press('tab', 'right', 'enter')
		await t.until('Your endpoint is ready')
		t.press('y')
		await t.until('✓ copied')
		t.press('enter')
		await t.until('acme › Second')
		await t.until('pruning')
	},
	'endpoints.login': async (app) => {
		const { t } = app
		await logOut(app)
		t.press('l')
		t.type('owner@example.com')
		t.press('tab')
		t.type('wrong password')
		t.press('enter')
		await t.until('E-mail and password do not match an account')
		t.press('ctrl+u')
		t.type(password)
		t.press('enter')
		await t.until('Projects 1')
	},
	'endpoints.copy': async (app) => {
		await openStorefront(app.t)
		app.t.press('y')
		expect(await copied(app.t, '/v1/')).toBe((await theApplication(app)).url)
	},
	'endpoints.curl': async (app) => {
		await openStorefront(app.t)
		app.t.press('c')
		const line = await copied(app.t, 'curl')
		expect(line).toContain((await theApplication(app)).url)
		expect(line).toContain('$API_KEY')
	},
	'endpoints.try': async ({ t }) => {
		await openStorefront(t)
		t.press('t')
		await t.until('eth_getBalance')
		t.press('enter')
		await t.until('status 401')
	},
	'endpoints.key': async (app) => {
		const { t } = app
		const { client } = app.service
		const { key } = await client.createKey((await theApplication(app)).id)
		await openKeys(t, 2)
		t.press('t', 'K')
		t.type(key)
		t.press('enter')
		expect(t.screen()).not.toContain(key)
		t.press('enter')
		await t.until('"result": "0x1388"')
		expect(t.app.log.text().join('\n')).not.toContain(key)
	},
	'endpoints.edit': async (app) => {
		const { t } = app
		await openStorefront(t)
		t.press('e', 'ctrl+u')
		t.type('Shop window')
		t.press('tab', 'tab')
		t.type('25')
		t.press('enter')
		await t.until('25 calls a second')
		expect(await theApplication(app)).toMatchObject({ name: 'Shop window', rateLimit: 25 })
	},
	'endpoints.allowlists': async (app) => {
		const { t } = app
		await openStorefront(t)
		t.press('a')
		t.type('no origin at all!')
		t.press('enter')
		await t.until('is no origin')
		t.press('ctrl+u')
		t.type('https://shop.example')
		t.press('tab')
		t.type('203.0.113.0/24')
		t.press('enter')
		await t.until('allowlists saved')
		expect(await theApplication(app)).toMatchObject({ origins: ['https://shop.example'], ips: ['203.0.113.0/24'] })
	},
	'allowlist-form.newline': async (app) => {
		const { t } = app
		await openStorefront(t)
		t.press('a')
		t.type('https://a.example')
		t.press('ctrl+j')
		t.type('https://b.example')
		t.press('enter')
		await t.until('2 origins')
	},
	'endpoints.protect': async (app) => {
		const { t } = app
		const { url } = await theApplication(app)
		const call = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
		expect((await post(url, call)).status).toBe(401)
		await openStorefront(t)
		t.press('p')
		await t.until('WARNING: nothing would protect the endpoint')
		t.press('enter')
		await t.until('open to anyone')
		await until(async () => (await post(url, call)).status === 200)
		t.press('p', 'enter')
		await t.until('a key is required now')
	},
	'endpoints.rotate': async (app) => {
		const { t } = app
		await openStorefront(t)
		t.press('o', 'enter')
		await t.until('ends in 24 hours')
		t.press('y')
		await t.until('✓ copied')
		t.press('enter')
		await t.until('Keys 2')
	},
	'endpoints.revoke': async (app) => {
		const { t } = app
		await openStorefront(t)
		t.press('x')
		await t.until('Revoke key')
		t.press('enter')
		await t.until('✗ revoked')
		expect(t.screen()).toContain('Keys 0')
	},
	'endpoints.delete': async (app) => {
		const { t } = app
		await openStorefront(t)
		t.press('D')
		t.type('Storefront')
		t.press('enter')
		await t.until('applications 0')
		t.press('esc')
		await t.until('Projects 1')
		t.press('D', 'enter')
		await t.until('You have no project yet')
	},
	'endpoints.statistics': async (app) => {
		await openStatistics(app)
	},
	'endpoints.range': async (app) => {
		const { t } = app
		await openStatistics(app)
		t.press('w')
		await t.until('[live]')
		await t.until('Requests, last 5 minutes')
		t.press('w')
		await t.until('[month]')
		t.press('w')
		await t.until('Statistics of which days')
		t.press('ctrl+u')
		t.type('2026-01-01')
		t.press('tab', 'ctrl+u')
		t.type('2026-01-02')
		t.press('enter')
		await t.until('2026-01-01 00:00 to 2026-01-03 00:00 UTC')
		t.press('w')
		await t.until('[24 h]')
	},
	'endpoints.earlier': async (app) => {
		await openStatistics(app)
		app.t.press('left')
		await app.t.until('[custom]')
	},
	'endpoints.later': async ({ t }) => {
		t.press('s')
		await t.until('By application')
		t.press('right')
		await said(t, 'this is the current month')
		const month = /Statement (\S+)/.exec(t.screen())?.[1] ?? ''
		t.press('left')
		await t.until(() => t.screen().includes('Statement ') && !t.screen().includes(`Statement ${month}`))
		t.press('right')
		await t.until(`Statement ${month}`)
	},
	'endpoints.export': async (app) => {
		await openStatistics(app)
		app.t.press('E')
		await said(app.t, 'statistics saved to')
		const file = readdirSync(app.service.home).find((name) => name.endsWith('.csv'))
		expect(readFileSync(join(app.service.home, file!), 'utf8').split('\n').length).toBeGreaterThan(1)
	},
	'endpoints.team': async (app) => {
		const { t } = app
		const colleague = await openTeam(app)
		expect(t.screen()).toContain('What roles may do')
		t.press('n')
		t.type('colleague@example.com')
		t.press('tab', 'right', 'enter')
		await said(t, 'invitation sent')
		expect(await roleOfColleague(app)).toBeUndefined()
		await t.until('invited')
		t.press('G', 'D', 'enter')
		await said(t, 'invitation withdrawn')
		t.press('n')
		t.type('colleague@example.com')
		t.press('tab', 'right', 'enter')
		await said(t, 'invitation sent')
		const [invitation] = await colleague.invitations()
		await colleague.acceptInvitation(invitation!.id)
		expect(await roleOfColleague(app)).toBe('developer')
		t.press('r')
		await t.until(() => !t.screen().includes('invited'))
		t.press('G', 'e', 'right', 'enter')
		await said(t, 'is admin now')
		expect(await roleOfColleague(app)).toBe('admin')
		t.press('D', 'enter')
		await said(t, 'member removed')
		expect(await roleOfColleague(app)).toBeUndefined()
	},
	'endpoints.transfer': async (app) => {
		const { t } = app
		const colleague = await openTeam(app, 'developer')
		t.press('G', 'O', 'enter')
		await said(t, 'offer sent')
		expect(await roleOfColleague(app)).toBe('developer')
		await t.until('offered')
		const [offer] = await colleague.invitations()
		await colleague.acceptInvitation(offer!.id)
		expect(await roleOfColleague(app)).toBe('owner')
	},
	'endpoints.invitations': async (app) => {
		const { t, service } = app
		const boss = await person(service, 'boss@example.com')
		const { email } = await service.client.account()
		const [theirs, other] = [await boss.createProject({ name: 'theirs' }), await boss.createProject({ name: 'other' })]
		await boss.inviteMember(theirs.id, { email, role: 'developer' })
		await boss.inviteMember(other.id, { email, role: 'viewer' })
		t.press('r')
		await t.until('2 invitations: I answers')
		t.press('I')
		await t.until('boss@example.com')
		const choose = async (name: string) => {
			const [first] = await service.client.invitations()
			if (first?.projectName !== name) t.press('j')
		}
		await choose('other')
		t.press('D', 'enter')
		await said(t, 'invitation declined')
		await t.until(() => !t.screen().includes('other'))
		t.press('enter')
		await t.until('Join theirs as developer? Its owner pays for its relays.')
		t.press('enter')
		await said(t, 'you are in the team of theirs now')
		expect((await service.client.projects()).map(({ name }) => name)).toContain('theirs')
		expect((await boss.projectInvitations(other.id)).map(({ state }) => state)).toEqual(['declined'])
		// The owner hands it over: nothing is paid before the answer.
		const { id } = await service.client.account()
		await boss.transferProject(theirs.id, { accountId: id })
		t.press('I')
		await t.until('owner')
		t.press('enter')
		await t.until('you pay for those over your free tier')
		t.press('enter')
		await said(t, 'you own theirs now')
		expect((await service.client.projects()).find(({ name }) => name === 'theirs')?.role).toBe('owner')
	},
	'endpoints.statement': async ({ t }) => {
		t.press('s')
		await t.until('By application')
		expect(t.screen()).toContain('0 × 4,500 nano-USD = 0.00 USD')
	},
	'endpoints.account': async ({ t }) => {
		t.press('u')
		await t.until('● this one')
	},
	'endpoints.cap': async (app) => {
		const { t } = app
		t.press('s')
		await t.until('By application')
		t.press('b')
		t.type('20,000,000')
		t.press('enter')
		await t.until('20,000,000 relays a month, then calls are refused')
		expect((await app.service.client.account()).cap).toBe(20_000_000)
	},
	'endpoints.password': async (app) => {
		const { t } = app
		t.press('u')
		await t.until('● this one')
		t.press('P')
		t.type(password)
		t.press('tab')
		t.type('another long one')
		t.press('tab')
		t.type('another long one')
		t.press('enter')
		await said(t, 'password changed')
		const other = createEndpointsClient(app.service.endpoints.url, undefined)
		await other.logIn('owner@example.com', 'another long one')
	},
	'endpoints.link': async ({ t }) => {
		t.press('u')
		await t.until('● this one')
		t.press('i')
		await t.until('Add a login to the account')
		t.press('enter')
		await t.until('WDJB-MJHT')
	},
	'device-login.copy': async (app) => {
		await startDeviceLogin(app)
		app.t.press('y')
		await copied(app.t, '/device?code=WDJB-MJHT')
	},
	'device-login.code': async (app) => {
		await startDeviceLogin(app)
		app.t.press('c')
		expect(await copied(app.t, 'WDJB')).toBe('WDJB-MJHT')
	},
	'device-login.cancel': async (app) => {
		await startDeviceLogin(app)
		app.t.press('esc')
		expect(app.t.screen()).toContain('not logged in')
	},
	'endpoints.audit': async ({ t }) => {
		t.press('A')
		await t.until('application.create')
		t.press('G')
		expect(t.screen()).toContain('owner@example.com')
	},
	'endpoints.refresh': async (app) => {
		await app.service.client.createProject({ name: 'made elsewhere' })
		app.t.press('r')
		await app.t.until('made elsewhere')
	},
	'endpoints.filter': async (app) => {
		const { t } = app
		await app.service.client.createProject({ name: 'zebra' })
		t.press('r')
		await t.until('zebra')
		t.press('/')
		t.type('zeb')
		await t.until('1 of 2')
		expect(t.screen()).not.toMatch(/[▸ ] acme /)
		t.press('enter', 'enter')
		await t.until('› Endpoints › zebra')
		t.press('esc')
		await t.until('/zeb · 1 of 2')
		t.press('esc')
		await t.until(/▸ zebra /)
		expect(t.screen()).toMatch(/ {2}acme /)
	},
	'endpoints.sort': async (app) => {
		const { t } = app
		await app.service.client.createProject({ name: 'aardvark' })
		t.press('r')
		await t.until('aardvark')
		const names = (): readonly string[] =>
			[...t.screen().matchAll(/[▸ ] (acme|aardvark) /g)].map(([, name]) => name ?? '')
		t.press('S')
		expect(t.screen()).toContain('name ▴')
		expect(names()).toEqual(['aardvark', 'acme'])
		t.press('S')
		expect(t.screen()).toContain('name ▾')
		expect(names()).toEqual(['acme', 'aardvark'])
	},
	'endpoints.logout': logOut,
	'key-box.copy': async (app) => {
		await newKeyBox(app.t)
		app.t.press('y')
		const key = await copied(app.t, 'ck_live_')
		expect(app.t.screen()).toContain(key)
		const call = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
		const { url } = await theApplication(app)
		await until(async () => (await post(url, call, { 'x-api-key': key })).status === 200)
	},
	'key-box.curl': async ({ t }) => {
		await newKeyBox(t)
		t.press('c')
		expect(await copied(t, 'curl')).not.toContain('ck_live_')
	},
	'key-box.curl-key': async ({ t }) => {
		await newKeyBox(t)
		t.press('C')
		expect(await copied(t, 'curl')).toContain('ck_live_')
	},
	'key-box.done': async ({ t }) => {
		await newKeyBox(t)
		t.press('enter')
		expect(t.screen()).toContain('shown once')
		t.press('y')
		await t.until('✓ copied')
		t.press('enter')
		await t.until('Keys 2')
	},
	'key-box.discard': async ({ t }) => {
		await newKeyBox(t)
		t.press('X')
		await t.until('Keys 2')
	},
	'key-box.stay': async ({ t }) => {
		await newKeyBox(t)
		t.press('esc')
		expect(t.screen()).toContain('shown once')
		await said(t, 'y copies it, X closes without')
	},
}

/** The code of the provider the tests run beside the service. */
async function startDeviceLogin(app: EndpointsApp): Promise<void> {
	const { t } = app
	await logOut(app)
	// Who has logged out is led to the login by password; the provider stands below it.
	await t.until('▸ Log in with e-mail')
	t.press('j', 'enter')
	await t.until('WDJB-MJHT')
}

async function openKeys(t: TestApp, count: number): Promise<void> {
	t.press('enter')
	await t.until('applications 1')
	t.press('enter')
	await t.until(`Keys ${count}`)
}
