import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { curlLines } from '../../../../src/endpoints/client/curlLine.ts'
import { limits } from '../../../../src/endpoints/limits.ts'
import { plainMethods } from '../../../../src/endpoints/methods/index.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
import { tryMethods } from '../../../../src/tui/screens/endpoints/pages/try/tryMethods.ts'
import { chainAt, joinTeam, person, post } from '../../../flow/endpoints/support/service.ts'
import { digitOf, type TestApp } from '../../support/testApp.ts'
import {
	copied,
	type EndpointsApp,
	endpointsApp,
	openStorefront,
	password,
	said,
	withStorefront,
} from './support/endpointsApp.ts'

const sizes = [
	[80, 24],
	[120, 40],
	[200, 60],
] as const

describe('the Endpoints screens', () => {
	let app: EndpointsApp | undefined
	afterEach(async () => {
		await app?.close()
		app = undefined
	})

	/** Every row has exactly the terminal's width, and no control character but colours. */
	function exact(t: TestApp, where: string): void {
		const { columns, rows } = t.app.state
		const lines = t.lines()
		expect(lines, where).toHaveLength(rows)
		lines.forEach((line, row) => {
			expect(cellWidth(line), `${where}, row ${row}: ${stripVTControlCharacters(line)}`).toBe(columns)
			expect(line, where).not.toMatch(
				/[\u0000-\u001a\u001c-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]|\u001b(?!\[[\d;]*m)/,
			)
		})
	}

	/** Goes through every page and overlay; `step` sees each of them. */
	async function everyPage(t: TestApp, step: (where: string) => void): Promise<void> {
		const visit = async (where: string, keys: readonly string[], text: string, back = 1): Promise<void> => {
			t.press(...keys)
			await t.until(text)
			step(where)
			for (let i = 0; i < back; i++) t.press('esc')
		}
		await t.until('Projects 1')
		step('projects')
		await visit('statement', ['s'], 'By application')
		await visit('account', ['u'], '● this one')
		await visit('audit log', ['A'], 'everything you own')
		await visit('team', ['m'], '● you')
		await visit('new project', ['n'], 'application')
		t.press('enter')
		await t.until('applications 1')
		step('project')
		await visit('new application', ['n'], 'description')
		t.press('enter')
		await t.until('Keys 1')
		step('application')
		await visit('allowlists', ['a'], 'One entry a line')
		await visit('key requirement', ['p'], 'without a key')
		await visit('rotate', ['o'], 'old key works')
		await visit('statistics', ['v'], 'Statistics of')
		await visit('delete', ['D'], 'Delete application')
		t.press('t')
		await t.until('eth_blockNumber')
		step('console')
		t.press('enter')
		await t.until('status 401')
		step('reply')
		t.press('esc', 'n', 'enter')
		await t.until('shown once')
		step('new key')
	}

	it.each(sizes)('fill %ix%i exactly', async (columns, rows) => {
		app = await endpointsApp({ columns, rows, colorLevel: 3 })
		const { t } = app
		t.press(digitOf('endpoints'))
		await t.until('Wallet')
		exact(t, 'login')
		t.press('n')
		exact(t, 'sign up')
		t.press('esc')
		await withStorefront(app)
		await everyPage(t, (where) => exact(t, where))
	})

	it.each(sizes)(
		'say at %ix%i that the node prunes, before and after an archival application is made',
		async (columns, rows) => {
			const upstream = { ...chainAt(5_000), states: () => ({ earliest: 4_001, kept: 1_000 }) }
			app = await endpointsApp({ columns, rows, upstream })
			const { t } = app
			const shown = () => stripVTControlCharacters(t.lines().join(' ')).replace(/[│\s]+/g, ' ')
			await withStorefront(app)
			t.press('n')
			await t.until(() => shown().includes('--pruning nothing'))
			expect(shown()).toContain('The node keeps the state of the newest 1,000 heights only')
			t.press('tab', 'right')
			await t.until('pruning: answers')
			expect(shown()).not.toContain('--pruning nothing')
			t.press('esc')
			await openStorefront(t)
			expect(shown()).toContain('4,001 to 5,000')
			expect(shown()).toContain('Keys 1')
		},
	)

	it('read as plain lines for screen readers', async () => {
		app = await endpointsApp({ columns: 80, rows: 24 })
		const { t } = app
		await withStorefront(app)
		const read = new Map<string, string>()
		await everyPage(t, (where) => read.set(where, t.plainLines().join('\n')))
		expect(read.get('projects')).toContain('acme')
		expect(read.get('application')).toContain('callers need')
		expect(read.get('application')).toContain('first key')
		expect(read.get('statistics')).toContain('0 requests')
		expect(read.get('new key')).toContain('ck_live_')
		for (const [where, text] of read) expect(text, where).not.toMatch(/[╭╮│█]/)
	})

	it('the audit log reads on at its end, once at a time, until it is whole', async () => {
		app = await endpointsApp({ columns: 120, rows: 40 })
		const { t, service } = app
		await withStorefront(app)
		const asked: (number | undefined)[] = []
		let release = (): void => {}
		const entries = Array.from({ length: 250 }, (_, index) => ({
			...{ id: `aud_${index}`, at: 1_000_000 - index, actor: 'owner@example.com', projectId: null },
			...{ applicationId: null, action: `change.${index}`, detail: {} },
		}))
		Object.assign(service.client, {
			accountAudit: async ({ limit, before }: { limit: number; before?: number }) => {
				asked.push(before)
				if (before !== undefined) await new Promise<void>((resolve) => (release = resolve))
				return entries.filter(({ at }) => before === undefined || at < before).slice(0, limit)
			},
		})
		t.press('A')
		await t.until('change.0')
		expect(t.screen()).toContain('100+')
		t.press('end')
		await t.until('change.99')
		t.press('up', 'down', 'end')
		t.screen()
		expect(asked).toEqual([undefined, 1_000_000 - 99])
		release()
		await t.until('200+')
		t.press('end')
		await t.until('change.199')
		await t.until(() => asked.length === 3)
		release()
		await t.until('200 of 250')
		t.press('end')
		await t.until('change.249')
		expect(asked).toEqual([undefined, 1_000_000 - 99, 1_000_000 - 199])
	})

	it.each([
		['control and reordering characters', '\u001b[2J\u202egnirts \u009b2J \u200bzero'],
		['wide and combining ones', '日本語のプロジェクト 👩‍💻 Z\u0335\u0335\u0335\u0335algo'],
	])('show names of strangers as they are: %s', async (_name, text) => {
		app = await endpointsApp({ columns: 80, rows: 24, colorLevel: 3 })
		const { t, service } = app
		const client = service.client
		await client.signUp('owner@example.com', password)
		// A name with control characters is refused by the service, so what it sends is changed on its way.
		const project = await client.createProject({ name: 'acme' })
		const { application } = await client.createApplication(project.id, { name: 'app', network: 'archival' })
		const hostile = <Value>(value: Value): Value =>
			JSON.parse(
				JSON.stringify(value, (key, member) => {
					if (!hostileMembers.has(key)) return member as unknown
					return Array.isArray(member) ? [text] : text
				}),
			) as Value
		for (const name of [
			'projects',
			'applications',
			'application',
			'keys',
			'members',
			'accountAudit',
			'account',
			'sessions',
			'statement',
			'statistics',
			'tryCall',
		] as const) {
			const real = client[name] as (...args: unknown[]) => Promise<unknown>
			const call = async (...args: unknown[]): Promise<unknown> =>
				hostile(await (name === 'tryCall' ? real({ ...(args[0] as object), url: application.url }) : real(...args)))
			Object.assign(client, { [name]: call })
		}
		t.press(digitOf('endpoints'))
		await t.until('Projects 1')
		await everyPage(t, (where) => exact(t, where))
	})

	it('lead from nothing to a working endpoint in a handful of keys', async () => {
		app = await endpointsApp({ columns: 80, rows: 24 })
		const { t } = app
		let strokes = 0
		const press = (...keys: string[]): void => {
			strokes += keys.length
			t.press(...keys)
		}
		const type = (text: string): void => {
			strokes += text.length
			t.type(text)
		}
		press(digitOf('endpoints'), 'n')
		type('team@example.com')
		press('enter')
		type(password)
		press('enter')
		type(password)
		press('enter')
		await t.until('New project with an endpoint')
		press('enter')
		await t.until('Your endpoint is ready')
		press('c', 'y', 'enter')
		const key = await copied(t, 'ck_live_')
		const line = await copied(t, 'curl')
		// A slow typist makes three strokes a second.
		expect(strokes).toBeLessThan(180)
		const url = /'(http[^']+)'/.exec(line)?.[1] ?? ''
		const body = /--data '([^']+)'/.exec(line)?.[1] ?? ''
		const reply = await post(url, body, { 'x-api-key': key })
		expect([reply.status, reply.text]).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":"0x1388"}'])
		// The key just made is at hand in the console.
		t.press('t', 'enter')
		await t.until('"result": "0x1388"')
	})

	it('keep secrets out of log, preferences and the screen behind', async () => {
		app = await endpointsApp({ columns: 120, rows: 40 })
		const { t, service } = app
		await withStorefront(app)
		await openStorefront(t)
		t.press('n', 'enter')
		await t.until('shown once')
		t.press('y')
		const key = await copied(t, 'ck_live_')
		t.press('enter')
		await t.until('Keys 2')
		expect(t.screen()).not.toContain(key)
		t.press('t', 'enter')
		await t.until('status 200')
		expect(t.screen()).not.toContain(key)
		const written = [...t.app.log.text(), ...service.lines, JSON.stringify(t.app.preferences.get('recent'))].join('\n')
		expect(written).not.toContain(key)
		expect(written).not.toContain(password)
	})

	it('tell of errors with cause and next step, and keep what was typed', async () => {
		app = await endpointsApp({ columns: 80, rows: 24 })
		const { t, service } = app
		await person(service, 'taken@example.com')
		t.press(digitOf('endpoints'), 'n')
		t.type('taken@example.com')
		t.press('tab')
		t.type(password)
		t.press('tab')
		t.type(password)
		t.press('enter')
		await t.until('There is an account with this e-mail already.')
		expect(t.screen()).toContain('Log in instead.')
		expect(t.screen()).toContain('taken@example.com')
	})

	it('go back to the login when the session has ended elsewhere', async () => {
		app = await endpointsApp({ columns: 80, rows: 24 })
		const { t, service } = app
		await withStorefront(app)
		const [session] = await service.client.sessions()
		await service.client.revokeSession(session!.id)
		t.press('enter')
		await t.until('not logged in')
		await said(t, 'the session has ended')
		// Who had an account is led to it, not to another.
		await t.until('▸ Log in with e-mail')
	})

	it('say when too many wrong passwords were given, and how long to wait', async () => {
		app = await endpointsApp({ columns: 80, rows: 24 })
		const { t, service } = app
		await person(service, 'me@example.com')
		for (let i = 0; i < limits.wrongPasswords; i++) {
			await expect(service.client.logIn('me@example.com', 'wrong password')).rejects.toThrow(/do not match/)
		}
		t.press(digitOf('endpoints'), 'l')
		t.type('me@example.com')
		t.press('tab')
		t.type(password)
		t.press('enter')
		await t.until('There were too many wrong passwords for this e-mail.')
		expect(t.screen()).toContain('Try again in 15 minutes. Sessions that are open go on.')
		expect(t.screen()).toContain('me@example.com')
	})

	it('keep a new key on the screen until it has been copied, then close by Esc as well', async () => {
		app = await endpointsApp({ columns: 80, rows: 24 })
		const { t } = app
		const { application } = await withStorefront(app)
		await openStorefront(t)
		t.press('n', 'enter')
		await t.until('shown once')
		t.press('esc')
		expect(t.screen()).toContain('shown once')
		// What is on the screen is a command that runs when it is selected there.
		const call = { url: application.url, method: 'eth_blockNumber', params: [] }
		for (const line of curlLines(call)) expect(t.screen()).toContain(line)
		t.press('y')
		await copied(t, 'ck_live_')
		t.press('esc')
		await t.until('Keys 2')
		expect(t.screen()).not.toContain('shown once')
	})

	it('show the whole table of roles at 80x24', async () => {
		app = await endpointsApp({ columns: 80, rows: 24 })
		const { t } = app
		await withStorefront(app)
		t.press('m')
		await t.until('● you')
		const words = t.screen().replace(/[│✓–\s]+/g, ' ')
		for (const word of ['see the project', 'rotate keys', 'hand the project over', 'see keys, get the first key']) {
			expect(words).toContain(word)
		}
	})

	it('show no latency of nothing, and count one request as one', async () => {
		app = await endpointsApp({ columns: 120, rows: 40 })
		const { t } = app
		const { application, key } = await withStorefront(app)
		await openStorefront(t)
		await t.until('0 requests   0 invalid   – ms average')
		await post(application.url, '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}', { 'x-api-key': key.key })
		t.press('r')
		await t.until('1 request   0 invalid')
	})

	it('show at 200x60 how to call the endpoint', async () => {
		app = await endpointsApp({ columns: 200, rows: 60 })
		const { t } = app
		const { application } = await withStorefront(app)
		await openStorefront(t)
		await t.until('Call it')
		for (const line of curlLines({ url: application.url, method: 'eth_blockNumber', params: [] })) {
			expect(t.screen()).toContain(line)
		}
	})

	it('refuse in words what the role does not allow', async () => {
		app = await endpointsApp({ columns: 120, rows: 40 })
		const { t, service } = app
		const owner = await person(service, 'boss@example.com')
		const project = await owner.createProject({ name: 'theirs' })
		await owner.createApplication(project.id, { name: 'app', network: 'pruning' })
		await service.client.signUp('viewer@example.com', password)
		await joinTeam(owner, project.id, service.client, 'viewer')
		t.press(digitOf('endpoints'))
		await t.until('theirs')
		t.press('enter')
		await t.until('applications 1')
		t.press('enter')
		await t.until('Keys are not shown')
		expect(t.screen()).toContain('paid by the owner of the project')
		for (const key of ['n', 'a', 'p', 'D', 'e', 'A']) {
			t.press(key)
			expect(t.app.topOverlay, key).toBeUndefined()
			expect(t.app.state.toast?.text, key).toContain('your role viewer in this project does not allow this')
		}
	})

	it('say where the service is when the node does not offer it', async () => {
		app = await endpointsApp({ columns: 80, rows: 24 })
		const { t } = app
		Object.defineProperty(t.chain, 'endpoints', { get: () => undefined })
		t.press(digitOf('endpoints'))
		expect(t.screen()).toContain('The endpoint service of this node is off.')
		t.press('n')
		expect(t.app.state.toast?.text).toContain('this node offers no endpoint service')
	})

	it('say why the service does not answer, and keep what was read before', async () => {
		app = await endpointsApp({ columns: 80, rows: 24 })
		const { t, service } = app
		await withStorefront(app)
		await service.endpoints.close()
		t.press('r')
		await t.until('does not answer')
		expect(t.screen()).toContain('chain-tui start --endpoints')
		// What was read before is still there.
		expect(t.screen()).toContain('acme')
	})

	it('offer every method of the endpoints in the console', () => {
		expect(tryMethods.map(({ name }) => name).sort()).toEqual(plainMethods.map(({ name }) => name).sort())
		for (const { name, params } of tryMethods) expect(Array.isArray(JSON.parse(params)), name).toBe(true)
	})
})

/** Members of replies that hold text of other people. */
const hostileMembers = new Set([
	'name',
	'email',
	'description',
	'label',
	'hint',
	'actor',
	'method',
	'url',
	'origins',
	'body',
	'action',
])
