import { mkdirSync, writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { joinTeam, person, post } from '../../../flow/endpoints/support/service.ts'
import { digitOf } from '../../support/testApp.ts'
import { endpointsApp, withStorefront } from './support/endpointsApp.ts'

const out = process.env.DUMP_TO ?? '/tmp/dump'
it.each([
	[80, 24],
	[120, 40],
	[200, 60],
] as const)(
	'%ix%i',
	async (columns, rows) => {
		mkdirSync(out, { recursive: true })
		const app = await endpointsApp({ columns, rows })
		const { t } = app
		const save = (name: string) =>
			writeFileSync(`${out}/${columns}-${name}.txt`, t.screen() + '\n=====\n' + t.plainLines().join('\n'))
		t.press(digitOf('endpoints'))
		await t.until('Wallet')
		save('login')
		const { application, key } = await withStorefront(app)
		const project = (await app.service.client.projects())[0]!
		await app.service.client.createProject({ name: 'second' })
		const c = await person(app.service, 'colleague@example.com')
		await joinTeam(app.service.client, project.id, c, 'developer')
		await app.service.client
			.inviteMember(project.id, { email: 'colleague2@example.com', role: 'viewer' })
			.catch(() => {})
		await app.service.client.createApplication(project.id, { name: 'Second', network: 'pruning' })
		await app.service.client.createKey(application.id, { label: 'backend' })
		for (let i = 0; i < 9; i++)
			await post(
				application.url,
				`{"jsonrpc":"2.0","id":1,"method":"${['eth_chainId', 'eth_blockNumber', 'nope'][i % 3]}"}`,
				{ 'x-api-key': key.key },
			)
		const visit = async (name: string, keys: string[], text: string, back = 1) => {
			t.press(...keys)
			await t.until(text)
			await new Promise((r) => setTimeout(r, 300))
			save(name)
			for (let i = 0; i < back; i++) t.press('esc')
			await new Promise((r) => setTimeout(r, 100))
		}
		t.press('r')
		await t.until('second')
		save('projects')
		await visit('statement', ['s'], 'By application')
		await visit('account', ['u'], '● this one')
		await visit('audit', ['A'], 'everything you own')
		await visit('invitations', ['I'], 'No invitation')
		t.press('g')
		while (!/▸ acme/.test(t.screen())) t.press('j')
		await visit('team', ['m'], '● you')
		t.press('enter')
		await t.until('applications 2')
		save('project')
		while (!/▸ Storefront/.test(t.screen())) t.press('j')
		t.press('enter')
		await t.until('Keys 2')
		save('application')
		await visit('statistics', ['v'], 'Statistics of')
		t.press('t')
		await t.until('eth_blockNumber')
		save('console')
		await app.service.client.setKeyRequired(application.id, { required: false })
		await new Promise((r) => setTimeout(r, 1200))
		t.press('j', 'j', 'j', 'j', 'enter')
		await t.until('status ')
		save('reply')
		await app.close()
	},
	60000,
)
