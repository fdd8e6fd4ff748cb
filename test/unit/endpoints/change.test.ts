import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import { change } from '../../../src/endpoints/service/projects/change.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

let desk: Desk
let owner: Actor
beforeEach(async () => {
	desk = await openDesk()
	owner = await desk.account('owner@example.com')
})
afterEach(() => desk.context.storage.close())

const version = async () =>
	(await desk.db.selectFrom('config_version').select('version').executeTakeFirstOrThrow()).version
/** A change that fails so many times, each time after it has written something. */
function failing(times: number, code: unknown) {
	let runs = 0
	const made = change(desk.context, async (db) => {
		await db
			.updateTable('accounts')
			.set({ cap: BigInt(++runs) })
			.execute()
		if (runs <= times) throw Object.assign(new RangeError(`run ${runs}`), { code })
		const { accountId } = owner
		return { result: runs, change: { actorId: accountId, accountId, action: 'test' } }
	})
	return { made, runs: () => runs }
}
const cap = async () => (await desk.run('account', owner)).cap
const actions = async () => (await desk.run('accountAudit', owner, { query: { limit: 9 } })).map(({ action }) => action)

test('a change is written with its entry in the audit log and a new version, and is then told to the gateway', async () => {
	const [before, told] = [await version(), desk.changes()]
	expect(await failing(0, undefined).made).toBe(1)
	expect([await version(), desk.changes()]).toEqual([before + 1n, told + 1])
	expect((await actions()).sort()).toEqual(['account.create', 'test'])
})

test('a change that the database undid for another one is made again, three times at most', async () => {
	for (const code of ['40001', '40P01']) {
		const { made, runs } = failing(3, code)
		expect([await made, runs()]).toEqual([4, 4])
	}
	expect(await cap()).toBe(4)
	const told = desk.changes()
	const over = failing(4, '40001')
	await expect(over.made).rejects.toThrow('run 4')
	expect([over.runs(), desk.changes(), await cap()]).toEqual([4, told, 4])
})

test('a change that fails in another way leaves nothing behind, and is not tried again', async () => {
	const before = await version()
	for (const code of [undefined, 40_001, '400011', 'SQLITE_BUSY']) {
		const { made, runs } = failing(1, code)
		await expect(made).rejects.toThrow('run 1')
		expect(runs()).toBe(1)
	}
	expect([await cap(), await version(), desk.changes()]).toEqual([null, before, 1])
	expect(await actions()).toEqual(['account.create'])
})

test('the audit log is read by pages, each with all that happened at the time of its last entry', async () => {
	const row = {
		actor_id: 'operator',
		account_id: owner.accountId,
		project_id: null,
		application_id: null,
		detail: '{}',
	}
	const at = desk.clock.ms
	const times = [5, 4, 4, 4, 3, 2]
	await desk.db
		.insertInto('audit')
		.values(times.map((time, index) => ({ ...row, id: `aud_${index}`, at: BigInt(at + time), action: `a${index}` })))
		.execute()
	const page = async (limit: number, before?: number) =>
		(
			await desk.run('accountAudit', owner, {
				query: { limit, before: before === undefined ? undefined : at + before },
			})
		).map(({ action }) => action)
	expect(await page(1)).toEqual(['a0'])
	expect(await page(2)).toEqual(['a0', 'a1', 'a2', 'a3'])
	expect(await page(4)).toEqual(['a0', 'a1', 'a2', 'a3'])
	expect(await page(2, 5)).toEqual(['a1', 'a2', 'a3'])
	expect(await page(1, 4)).toEqual(['a4'])
	expect(await page(3, 4)).toEqual(['a4', 'a5', 'account.create'])
	expect(await page(9, 3)).toEqual(['a5', 'account.create'])
	expect(await page(9, 0)).toHaveLength(0)
})

test('an operation is refused by the role of its caller, and to a stranger there is nothing', async () => {
	const [viewer, stranger] = [await desk.account('viewer@example.com'), await desk.account('stranger@example.com')]
	const { id: projectId } = await desk.run('createProject', owner, { body: { name: 'acme' } })
	await desk.db
		.insertInto('members')
		.values({ project_id: projectId, account_id: viewer.accountId, role: 'viewer', added_at: 0n })
		.execute()
	const { application } = await desk.run('createApplication', owner, {
		path: { projectId },
		body: { name: 'app', network: 'pruning' },
	})
	const inApplication = (actor: Actor) =>
		desk.run('editApplication', actor, { path: { applicationId: application.id }, body: { name: 'x' } })
	const inProject = (actor: Actor) => desk.run('renameProject', actor, { path: { projectId }, body: { name: 'x' } })
	const forbidden = (action: string) => [
		403,
		'forbidden',
		`As viewer of this project you may not do this (${action}).`,
		'Ask the owner or an admin of the project.',
	]
	expect(await refusalOf(inApplication(viewer))).toEqual(forbidden('application.edit'))
	expect(await refusalOf(inProject(viewer))).toEqual(forbidden('project.rename'))
	const none = (what: string) => [
		404,
		'not_found',
		`There is no such ${what}.`,
		`See the ones you can with the list of ${what}s.`,
	]
	expect(await refusalOf(inApplication(stranger))).toEqual(none('application'))
	expect(await refusalOf(inProject(stranger))).toEqual(none('project'))
	const missing = desk.run('editApplication', owner, { path: { applicationId: 'app_none' }, body: { name: 'x' } })
	expect(await refusalOf(missing)).toEqual(none('application'))
	expect((await desk.run('projects', owner)).map(({ name }) => name)).toEqual(['acme'])
})
