import { describe, expect, test } from 'vitest'
import type { EndpointsModel } from '../../../../src/tui/screens/endpoints/EndpointsModel.ts'
import type { Page } from '../../../../src/tui/screens/endpoints/PageModel.ts'
import { account, application, now, project, statement, statisticsOf } from './support/endpointsDouble.ts'
import { openPage } from './support/openPage.tsx'

/** Longer than anything is shown. */
const long = 'x'.repeat(1_500)
const way = { id: 'wallet', kind: 'wallet', label: long, available: true, note: '' }
const named = { ...project, name: long }
const member = { accountId: 'acc_1', email: long, role: 'owner', addedAt: now }
const invited = {
	...{ id: 'inv_1', kind: 'invitation', projectName: long, role: 'viewer', invitedBy: long, createdAt: now },
}
const entry = {
	...{
		id: 'log_1',
		at: now,
		actor: long,
		action: long,
		projectId: long,
		applicationId: long,
		detail: { [long]: long },
	},
}
const session = { id: 's1', method: long, createdAt: now, lastUsedAt: now, expiresAt: now, current: true }
const used = { ...statement, applications: [{ applicationId: 'app_1', name: long, relays: 5 }] }
const latency = { average: 5, p50: 4, p95: 50, p99: 500 }
const calls = {
	...statisticsOf(24),
	methods: [{ method: long, total: 5, clientErrors: 0, serverErrors: 0, latency }],
}
const facts = { name: long, description: long, origins: [long], ips: [long], warnings: [long], notices: [long] }
const key = { id: 'key_1', hint: long, label: long, createdAt: now, expiresAt: null, revokedAt: null, lastUsedAt: null }
const owner = { ...account, email: long, id: long }

describe('texts of the endpoint service', () => {
	test.each<readonly [string, (model: EndpointsModel) => Page | undefined, object, readonly number[]]>([
		['the ways to log in', () => undefined, { isLoggedIn: false, loginMethods: () => [way] }, [33]],
		['the projects', () => undefined, { projects: () => [named], account: () => owner }, [100, 100]],
		[
			'a project',
			({ routes }) => routes.project(named),
			{ applications: () => [{ ...application, name: long }] },
			[60, 100],
		],
		[
			'a team',
			({ routes }) => routes.team(named),
			{ members: () => [member], projectInvitations: () => [] },
			[60, 200],
		],
		['the invitations', ({ routes }) => routes.invitations(), { invitations: () => [invited] }, [100, 200]],
		[
			'the audit log',
			({ routes }) => routes.audit(named),
			{ projectAudit: () => [entry] },
			[60, 23, 21, 300, 200, 60, 60, 60, 30, 1_000],
		],
		[
			'the account',
			({ routes }) => routes.account(),
			{ account: () => owner, sessions: () => [session] },
			[200, 60, 40],
		],
		['the statement', ({ routes }) => routes.statement(), { statement: () => used }, [100]],
		[
			'an application',
			({ routes }) => routes.application(named, { ...application, ...facts } as never),
			{ application: () => ({ ...application, ...facts }), keys: () => [key] },
			[40, 60, 500, 400, 400, 300, 300, 13, 100],
		],
		[
			'the statistics',
			({ routes }) => routes.statistics({ ...application, ...facts } as never),
			{ statistics: () => calls },
			[60, 100],
		],
	])('each text of %s is cut at its own length', async (_, page, parts, expected) => {
		const at = await openPage(page, parts)
		const runs = at
			.draw(2_400, 40)
			.join('\n')
			.matchAll(/x{4,}…?/g)
		expect([...runs].map(([run]) => (run.endsWith('…') ? run.length - 1 : -run.length))).toEqual(expected)
	})

	test('the form of an application shows 120 characters of its name', async () => {
		const asked = async (name: string): Promise<string | undefined> => {
			const one = { ...application, name }
			const parts = { application: () => one }
			const { app, model } = await openPage(({ routes }) => routes.application(project, one as never), parts)
			await model.page.model.actions().edit?.run()
			return /x+…?/.exec(app.topOverlay?.title ?? '')?.[0]
		}
		expect(await asked('x'.repeat(120))).toBe('x'.repeat(120))
		expect(await asked('x'.repeat(121))).toBe(`${'x'.repeat(120)}…`)
	})
})
