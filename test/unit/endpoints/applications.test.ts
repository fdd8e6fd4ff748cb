import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '../../../src/endpoints/limits.ts'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

let desk: Desk
let owner: Actor
let projectId: string

beforeEach(async () => {
	desk = await openDesk()
	owner = await desk.account('owner@example.com')
	projectId = (await desk.run('createProject', owner, { body: { name: 'acme' } })).id
})
afterEach(() => desk.context.storage.close())

const create = (name: string, more: { network?: 'archival' | 'pruning'; description?: string } = {}) =>
	desk.run('createApplication', owner, { path: { projectId }, body: { name, network: 'pruning', ...more } })
const names = async () => (await desk.run('applications', owner, { path: { projectId } })).map(({ name }) => name)
const remove = (applicationId: string) => desk.run('deleteApplication', owner, { path: { applicationId } })
/** Rows of applications beside those that were made. */
const fill = (count: number) =>
	desk.db
		.insertInto('applications')
		.values(
			Array.from({ length: count }, (_, index) => ({
				id: `app_${index}`,
				project_id: projectId,
				name: `filler ${index}`,
				description: '',
				network: 'pruning',
				path: String(index),
				key_required: 1n,
				rate_limit: null,
				created_at: 0n,
				deleted_at: null,
			})),
		)
		.execute()

test('a new application has a path of its own, needs a key and is shown as it was made', async () => {
	const { application, key } = await create(' reader ', { network: 'archival', description: 'reads' })
	const { id, endpointPath } = application
	expect(endpointPath).toMatch(/^[0-9a-f]{32}$/)
	expect(application).toEqual({
		id,
		projectId,
		name: 'reader',
		description: 'reads',
		network: 'archival',
		endpointPath,
		url: `https://rpc.test/v1/${endpointPath}`,
		keyRequired: true,
		rateLimit: null,
		origins: [],
		ips: [],
		warnings: [],
		notices: [],
		createdAt: desk.clock.ms,
	})
	expect(key).toMatchObject({ label: 'first key', expiresAt: null })
	expect(await desk.run('application', owner, { path: { applicationId: id } })).toEqual(application)
	expect((await create('other')).application).toMatchObject({ network: 'pruning', description: '' })
})

test('the applications of a project are listed by name, without those that are deleted', async () => {
	for (const name of ['b', 'c', 'a']) await create(name)
	const { application } = await create('d')
	expect(await names()).toEqual(['a', 'b', 'c', 'd'])
	await remove(application.id)
	expect(await names()).toEqual(['a', 'b', 'c'])
	const gone = [
		404,
		'not_found',
		'There is no such application.',
		'See the ones you can with the list of applications.',
	]
	const path = { applicationId: application.id }
	expect(await refusalOf(remove(application.id))).toEqual(gone)
	expect(await refusalOf(desk.run('application', owner, { path }))).toEqual(gone)
	expect(await refusalOf(desk.run('keys', owner, { path }))).toEqual(gone)
	expect(await refusalOf(desk.run('statistics', owner, { path, query: { from: 0, to: 1 } }))).toEqual(gone)
})

test('a project has so many applications and no more, and those that are deleted do not count', async () => {
	await fill(limits.applicationsPerProject - 1)
	const { application } = await create('last')
	const full = [409, 'conflict', 'The project has 100 applications.', 'Delete those nobody uses.']
	expect(await refusalOf(create('more'))).toEqual(full)
	await remove(application.id)
	await create('again')
	expect(await refusalOf(create('more'))).toEqual(full)
})

test('an application has a name of 1 to 80 characters and a description of at most 500', async () => {
	const blank = [400, 'invalid', 'The name of an application has 1 to 80 characters in one line.', '']
	const long = [
		400,
		'invalid',
		'The name of an application has at most 80 characters in one line, all of them visible.',
		'',
	]
	const wordy = [400, 'invalid', 'A description has at most 500 characters in one line, all of them visible.', '']
	const { application } = await create('x'.repeat(80), { description: 'y'.repeat(500) })
	const edit = (body: { name?: string; description?: string }) =>
		desk.run('editApplication', owner, { path: { applicationId: application.id }, body })
	expect(await refusalOf(create(' '))).toEqual(blank)
	expect(await refusalOf(edit({ name: '' }))).toEqual(blank)
	expect(await refusalOf(create('x'.repeat(81)))).toEqual(long)
	expect(await refusalOf(edit({ name: 'x'.repeat(81) }))).toEqual(long)
	expect(await refusalOf(create('x', { description: 'y'.repeat(501) }))).toEqual(wordy)
	expect(await refusalOf(edit({ description: 'y'.repeat(501) }))).toEqual(wordy)
	expect(await edit({ description: 'z'.repeat(500) })).toMatchObject({
		name: 'x'.repeat(80),
		description: 'z'.repeat(500),
	})
})

test('a change of an application changes what was given and nothing else, and is in the audit log', async () => {
	const { application } = await create('reader', { description: 'reads' })
	const path = { applicationId: application.id }
	const edit = (body: { name?: string; description?: string; rateLimit?: number | null }) =>
		desk.run('editApplication', owner, { path, body })
	expect(await edit({ rateLimit: 50 })).toEqual({ ...application, rateLimit: 50 })
	expect(await edit({ name: 'other' })).toEqual({ ...application, name: 'other', rateLimit: 50 })
	expect(await edit({ description: '' })).toEqual({ ...application, name: 'other', description: '', rateLimit: 50 })
	expect(await edit({ name: 'reader', description: 'reads', rateLimit: null })).toEqual(application)
	expect(await refusalOf(edit({}))).toEqual([400, 'invalid', 'Nothing to change was given.', ''])
	const switched = await desk.run('setKeyRequired', owner, { path, body: { required: false } })
	expect(switched).toMatchObject({ keyRequired: false })
	expect(await desk.run('setKeyRequired', owner, { path, body: { required: true } })).toEqual(application)
	const log = await desk.run('projectAudit', owner, { path: { projectId }, query: { limit: 50 } })
	const told = log.filter(({ applicationId }) => applicationId === path.applicationId)
	expect(told.map(({ action, detail }) => `${action} ${JSON.stringify(detail)}`)).toEqual(
		expect.arrayContaining([
			'application.edit {"rateLimit":50}',
			'application.edit {"name":"other"}',
			'application.protect {"keyRequired":false}',
			expect.stringMatching(/^application\.create \{"name":"reader","network":"pruning","key":"key_\w{16}"\}$/),
		]),
	)
})

test('allowlists are replaced by kind, in order and without doubles, and an empty one opens its kind', async () => {
	const { application } = await create('reader')
	const path = { applicationId: application.id }
	const other = (await create('other')).application
	const allow = async (body: { origins?: string[]; ips?: string[] }, id = path.applicationId) => {
		const { origins, ips } = await desk.run('setAllowlists', owner, { path: { applicationId: id }, body })
		return { origins, ips }
	}
	await allow({ ips: ['10.0.0.9'] }, other.id)
	const origins = ['b.test', 'https://a.test']
	expect(await allow({ origins: ['https://a.test', 'B.test', 'b.test'] })).toEqual({ origins, ips: [] })
	expect(await allow({ ips: ['10.0.0.2', '10.0.0.1'] })).toEqual({ origins, ips: ['10.0.0.1', '10.0.0.2'] })
	expect(await allow({})).toEqual({ origins, ips: ['10.0.0.1', '10.0.0.2'] })
	expect(await allow({ origins: [], ips: ['10.0.0.3'] })).toEqual({ origins: [], ips: ['10.0.0.3'] })
	expect(await allow({ ips: [] })).toEqual({ origins: [], ips: [] })
	expect(await allow({}, other.id)).toEqual({ origins: [], ips: ['10.0.0.9'] })
	desk.clock.ms += 1
	await allow({ origins: ['a.test'] })
	const [entry] = await desk.run('projectAudit', owner, { path: { projectId }, query: { limit: 1 } })
	expect(entry).toMatchObject({ action: 'allowlist.edit', detail: { origin: ['a.test'] } })
})

test('an application warns its team of a protection that is none', async () => {
	const { application } = await create('reader')
	const path = { applicationId: application.id }
	const warned = async (required: boolean, origins: string[], ips: string[]) => {
		await desk.run('setKeyRequired', owner, { path, body: { required } })
		const { warnings } = await desk.run('setAllowlists', owner, { path, body: { origins, ips } })
		return warnings
	}
	const open = ['Nothing protects this endpoint: anyone who learns its address can call it on your account.']
	const weak = [
		'No key is needed and only the Origin header is checked, which any program but a browser can set at will.',
	]
	expect(await warned(true, [], [])).toEqual([])
	expect(await warned(false, [], [])).toEqual(open)
	expect(await warned(false, ['a.test'], [])).toEqual(weak)
	expect(await warned(false, ['a.test'], ['10.0.0.1'])).toEqual([])
	expect(await warned(false, [], ['10.0.0.1'])).toEqual([])
	expect(await warned(true, ['a.test'], [])).toEqual([])
})
