import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EndpointDirectory } from '../../../src/endpoints/gateway/EndpointDirectory.ts'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import { bumpVersion } from '../../../src/endpoints/storage/openStorage.ts'
import { type Desk, openDesk } from './support/desk.ts'

let desk: Desk
let owner: Actor
let projectId: string
let directory: EndpointDirectory
let lines: string[]

beforeEach(async () => {
	desk = await openDesk()
	owner = await desk.account('owner@example.com')
	projectId = (await desk.run('createProject', owner, { body: { name: 'acme' } })).id
	lines = []
	vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'], now: 5_000 })
	directory = new EndpointDirectory(desk.context.storage, (level, source, text) =>
		lines.push(`${level} ${source} ${text}`),
	)
})
afterEach(async () => {
	directory.close()
	vi.useRealTimers()
	await desk.context.storage.close()
})

const create = async (network: 'archival' | 'pruning' = 'pruning') =>
	desk.run('createApplication', owner, { path: { projectId }, body: { name: 'app', network } })
/** Makes every question to the database fail, or none. */
const breakDatabase = (table: 'config_version' | 'applications', isBroken: boolean) =>
	desk.db.schema
		.alterTable(isBroken ? table : `${table}_away`)
		.renameTo(isBroken ? `${table}_away` : table)
		.execute()

test('an endpoint is what its application, its keys and its account say', async () => {
	const { application, key } = await create('archival')
	const path = { applicationId: application.id }
	const plain = await directory.find(application.endpointPath)
	expect(plain).toMatchObject({
		applicationId: application.id,
		accountId: owner.accountId,
		network: 'archival',
		keyRequired: true,
		rateLimit: null,
		cap: null,
	})
	expect([plain?.origins.empty, plain?.ips.empty]).toEqual([true, true])
	await desk.run('setKeyRequired', owner, { path, body: { required: false } })
	await desk.run('editApplication', owner, { path, body: { rateLimit: 7 } })
	await desk.run('setAllowlists', owner, { path, body: { origins: ['a.test'], ips: ['10.0.0.1'] } })
	await desk.run('setCap', owner, { body: { cap: 9 } })
	const brief = await desk.run('createKey', owner, { path, body: { expiresAt: desk.clock.ms + 5 } })
	const gone = await desk.run('createKey', owner, { path, body: {} })
	await desk.run('revokeKey', owner, { path: { ...path, keyId: gone.id } })
	const other = await create()
	directory.forget()
	const full = await directory.find(application.endpointPath)
	expect(full).toMatchObject({ keyRequired: false, rateLimit: 7, cap: 9n })
	const { origins, ips, keys } = full!
	expect(['https://a.test', 'https://b.test', '10.0.0.1'].map((one) => origins.allows(one))).toEqual([
		true,
		false,
		false,
	])
	expect(['10.0.0.1', '10.0.0.2', 'a.test'].map((one) => ips.allows(one))).toEqual([true, false, false])
	const ids = [key, brief, gone, other.key].map((one) => keys.idOf(one.key, desk.clock.ms + 4))
	expect(ids).toEqual([key.id, brief.id, undefined, undefined])
	expect([key, brief].map((one) => keys.idOf(one.key, desk.clock.ms + 5))).toEqual([key.id, undefined])
	expect(await directory.find(other.application.endpointPath)).toMatchObject({ network: 'pruning' })
	await desk.run('deleteApplication', owner, { path })
	directory.forget()
	expect(await directory.find(application.endpointPath)).toBeUndefined()
	expect(await directory.find('none')).toBeUndefined()
})

test('an endpoint is known without the database for a second, and then asked for again', async () => {
	const { application } = await create()
	const at = application.endpointPath
	expect(directory.known(at)).toBeUndefined()
	const found = await directory.find(at)
	expect(found).toMatchObject({ applicationId: application.id })
	expect(directory.known(at)).toBe(found)
	expect(directory.known('none')).toBeUndefined()
	vi.advanceTimersByTime(300)
	expect(await directory.find(at)).toBe(found)
	await breakDatabase('config_version', true)
	directory.close()
	expect(vi.getTimerCount()).toBe(0)
	vi.advanceTimersByTime(700)
	expect(directory.known(at)).toBe(found)
	expect(await directory.find(at)).toBe(found)
	expect(await directory.isCurrent()).toBe(true)
	vi.advanceTimersByTime(1)
	expect(directory.known(at)).toBeUndefined()
	expect(await directory.isCurrent()).toBe(false)
	expect(lines).toEqual(['warn endpoints the database does not answer: no such table: config_version'])
	await breakDatabase('config_version', false)
	expect(await directory.isCurrent()).toBe(true)
	// What the lost database said is forgotten.
	expect(directory.known(at)).toBeUndefined()
	const again = await directory.find(at)
	expect([again === found, again]).toEqual([false, expect.objectContaining({ applicationId: application.id })])
})

test('a change by another process is seen when the version is looked at, and one of this process at once', async () => {
	const { application } = await create()
	const at = application.endpointPath
	const found = await directory.find(at)
	const limit = (rate_limit: bigint) => desk.db.updateTable('applications').set({ rate_limit }).execute()
	await limit(5n)
	vi.advanceTimersByTime(400)
	await nextTurn()
	expect(await directory.find(at)).toBe(found)
	await bumpVersion(desk.db)
	expect(directory.known(at)).toBe(found)
	vi.advanceTimersByTime(400)
	await expect.poll(() => directory.known(at), { interval: 1 }).toBeUndefined()
	expect(await directory.find(at)).toMatchObject({ rateLimit: 5 })
	await limit(6n)
	expect(await directory.find(at)).toMatchObject({ rateLimit: 5 })
	directory.forget()
	expect(directory.known(at)).toBeUndefined()
	expect(await directory.find(at)).toMatchObject({ rateLimit: 6 })
})

test('an endpoint that was read before a change is not remembered after it', async () => {
	const { application } = await create()
	const at = application.endpointPath
	await directory.find(at)
	directory.forget()
	const early = directory.find(at)
	directory.forget()
	const late = directory.find(at)
	const [first, second] = await Promise.all([early, late])
	expect(first).not.toBe(second)
	expect(directory.known(at)).toBe(second)
})

test('an endpoint that could not be read is looked up again, and one that is not there is remembered', async () => {
	const { application } = await create()
	const at = application.endpointPath
	await breakDatabase('applications', true)
	await expect(directory.find(at)).rejects.toThrow('no such table: applications')
	await breakDatabase('applications', false)
	expect(await directory.find(at)).toMatchObject({ applicationId: application.id })
	expect(await directory.find('late')).toBeUndefined()
	await desk.db.updateTable('applications').set({ path: 'late' }).execute()
	expect(await directory.find('late')).toBeUndefined()
	directory.forget()
	expect(await directory.find('late')).toMatchObject({ applicationId: application.id })
})

test('a directory remembers so many paths without an endpoint, and then begins anew', async () => {
	const small = new EndpointDirectory(desk.context.storage, () => {}, 2)
	const { application } = await create()
	const path = async () => (await small.find(application.endpointPath))?.rateLimit
	expect(await path()).toBeNull()
	await desk.db.updateTable('applications').set({ rate_limit: 5n }).execute()
	const look = async (...unknown: readonly string[]) => {
		for (const one of unknown) expect(await small.find(one)).toBeUndefined()
	}
	await look('a', 'b', 'a', 'b')
	expect(await path()).toBeNull()
	await look('c')
	expect(await path()).toBe(5)
	await desk.db.updateTable('applications').set({ rate_limit: 6n }).execute()
	await look('a', 'b')
	expect(await path()).toBe(5)
	await look('c')
	expect(await path()).toBe(6)
	small.close()
})

test('a directory that has asked nothing yet is not current without its database, however young its process is', async () => {
	await breakDatabase('config_version', true)
	expect(performance.now()).toBeLessThan(1_000)
	expect(await directory.isCurrent()).toBe(false)
	expect(lines).toEqual(['warn endpoints the database does not answer: no such table: config_version'])
})
