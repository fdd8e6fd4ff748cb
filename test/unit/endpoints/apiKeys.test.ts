import { afterEach, beforeEach, expect, test } from 'vitest'
import { limits } from '../../../src/endpoints/limits.ts'
import { secretHash } from '../../../src/endpoints/service/accounts/secrets.ts'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import type { PathValues } from '../../../src/wire/management/managementRoutes.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

const day = 86_400_000
let desk: Desk
let owner: Actor
let path: PathValues<'createKey'>
let first: string

beforeEach(async () => {
	desk = await openDesk()
	owner = await desk.account('owner@example.com')
	const { id: projectId } = await desk.run('createProject', owner, { body: { name: 'acme' } })
	const made = await desk.run('createApplication', owner, {
		path: { projectId },
		body: { name: 'reader', network: 'pruning' },
	})
	path = { applicationId: made.application.id }
	first = made.key.id
})
afterEach(() => desk.context.storage.close())

const create = (body: { label?: string; expiresAt?: number | null } = {}) =>
	desk.run('createKey', owner, { path, body })
const rotate = (keyId: string, body: { overlapMs?: number; expiresAt?: number | null } = {}) =>
	desk.run('rotateKey', owner, { path: { ...path, keyId }, body })
const revoke = (keyId: string) => desk.run('revokeKey', owner, { path: { ...path, keyId } })
const listed = () => desk.run('keys', owner, { path })
const stored = (id: string) => desk.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** When a key ends and when it was revoked, from now. */
const ends = async (id: string) => {
	const { expires_at, revoked_at } = await stored(id)
	const fromNow = (time: bigint | null) => (time === null ? null : Number(time) - desk.clock.ms)
	return [fromNow(expires_at), fromNow(revoked_at)]
}

test('a new key is told once, kept as its hash, and listed by its last four characters, the newest first', async () => {
	desk.clock.ms += 1
	const expiresAt = desk.clock.ms + 1
	const made = await create({ label: 'ci', expiresAt })
	const { id, key } = made
	const hint = `ck_live_…${key.slice(-4)}`
	expect(key).toMatch(/^ck_live_\w{49}$/)
	const shown = { label: 'ci', hint, createdAt: desk.clock.ms, expiresAt, lastUsedAt: null, revokedAt: null }
	expect(made).toEqual({ id, key, ...shown })
	expect(await stored(id)).toMatchObject({ hash: secretHash(key), last4: key.slice(-4), successor_id: null })
	await desk.db.updateTable('api_keys').set({ last_used_at: 7n }).where('id', '=', first).execute()
	await revoke(first)
	const [newest, oldest, ...more] = await listed()
	expect(newest).toEqual({ id, ...shown })
	expect(oldest).toMatchObject({ id: first, label: 'first key', lastUsedAt: 7, revokedAt: desk.clock.ms })
	expect(more).toEqual([])
})

test('the keys of an application are told to its team alone, and to no viewer', async () => {
	const other = await desk.account('other@example.com')
	const keys = () => refusalOf(desk.run('keys', other, { path }))
	const none = 'There is no such application.'
	expect(await keys()).toEqual([404, 'not_found', none, 'See the ones you can with the list of applications.'])
	const { id: project_id } = await desk.db.selectFrom('projects').select('id').executeTakeFirstOrThrow()
	const member = { project_id, account_id: other.accountId, role: 'viewer', added_at: 0n }
	await desk.db.insertInto('members').values(member).execute()
	expect(await keys()).toEqual([
		403,
		'forbidden',
		'As viewer of this project you may not do this (key.list).',
		'Ask the owner or an admin of the project.',
	])
	await desk.db.updateTable('members').set({ role: 'developer' }).where('account_id', '=', other.accountId).execute()
	expect(await desk.run('keys', other, { path })).toEqual(await listed())
})

test('a new key has a label of at most 80 characters and ends later than now, or never', async () => {
	const label = 'x'.repeat(80)
	expect(await create({ label })).toMatchObject({ label, expiresAt: null })
	expect(await create({ expiresAt: null })).toMatchObject({ label: '', expiresAt: null })
	expect(await refusalOf(create({ label: `${label}x` }))).toEqual([
		400,
		'invalid',
		'The label of a key has at most 80 characters in one line, all of them visible.',
		'',
	])
	const past = [400, 'invalid', 'The key would have expired already.', 'Choose a later time.']
	for (const expiresAt of [0, desk.clock.ms - 1, desk.clock.ms]) {
		expect(await refusalOf(create({ expiresAt }))).toEqual(past)
	}
})

test('an application has so many keys and no more, and those that are revoked do not count', async () => {
	for (let made = 1; made < limits.keysPerApplication; made++) await create()
	const full = [409, 'conflict', 'The application has 50 keys.', 'Revoke those nobody uses.']
	expect(await refusalOf(create())).toEqual(full)
	await revoke(first)
	await create()
	expect(await refusalOf(create())).toEqual(full)
})

test('a rotated key works on for a day, or for as long as it is told to, and never longer than it would have', async () => {
	const second = await rotate(first)
	expect(await ends(first)).toEqual([day, null])
	expect(second).toMatchObject({ label: 'first key', expiresAt: null })
	expect(await stored(first)).toMatchObject({ successor_id: second.id })
	const [hour, minute] = [3_600_000, 60_000]
	for (const [lasts, overlapMs, wanted] of [
		[hour, hour - 1, hour - 1],
		[hour, hour, hour],
		[hour, hour + 1, hour],
		[minute, undefined, minute],
	] as const) {
		const expiresAt = desk.clock.ms + lasts
		const { id } = await create({ expiresAt })
		// The successor ends when the key would have ended without it.
		expect(await rotate(id, overlapMs === undefined ? {} : { overlapMs })).toMatchObject({ expiresAt })
		expect(await ends(id)).toEqual([wanted, null])
	}
	const { id } = await create()
	await rotate(id, { overlapMs: 1 })
	expect(await ends(id)).toEqual([1, null])
	const last = await create({ expiresAt: desk.clock.ms + hour })
	await rotate(last.id, { overlapMs: 0 })
	expect(await ends(last.id)).toEqual([hour, 0])
})

test('a key that has expired has a successor only with an end of its own', async () => {
	const expiresAt = desk.clock.ms + 1_000
	const { id } = await create({ expiresAt })
	desk.clock.ms = expiresAt
	const gone = [409, 'conflict', 'This key has expired.', 'Make a new one, or say when the successor expires.']
	expect(await refusalOf(rotate(id))).toEqual(gone)
	expect(await refusalOf(rotate(id, { expiresAt }))).toMatchObject({ 2: 'The key would have expired already.' })
	expect(await rotate(id, { expiresAt: null })).toMatchObject({ expiresAt: null })
	expect(await ends(id)).toEqual([0, null])
	const other = await create({ expiresAt: desk.clock.ms + 1 })
	expect(await rotate(other.id, { expiresAt: desk.clock.ms + 5 })).toMatchObject({ expiresAt: desk.clock.ms + 5 })
	const brief = await create({ expiresAt: desk.clock.ms + 1 })
	expect(await rotate(brief.id)).toMatchObject({ expiresAt: desk.clock.ms + 1 })
})

test('a key has one successor, and one that is revoked, unknown or of another application has none', async () => {
	await rotate(first)
	expect(await refusalOf(rotate(first))).toEqual([
		409,
		'conflict',
		'This key has a successor already.',
		'Rotate that one, or make a key.',
	])
	const none = [404, 'not_found', 'There is no such key.', 'See the ones you can with the list of keys.']
	const { id } = await create()
	await revoke(id)
	for (const attempt of [rotate(id), revoke(id), rotate('key_none'), revoke('key_none')]) {
		expect(await refusalOf(attempt)).toEqual(none)
	}
	const { id: projectId } = await desk.run('createProject', owner, { body: { name: 'other' } })
	const { key } = await desk.run('createApplication', owner, {
		path: { projectId },
		body: { name: 'other', network: 'archival' },
	})
	expect(await refusalOf(rotate(key.id))).toEqual(none)
	expect(await refusalOf(revoke(key.id))).toEqual(none)
	expect(await ends(key.id)).toEqual([null, null])
})

test('every change of keys is in the audit log without the key, and is told to the gateway', async () => {
	const before = desk.changes()
	desk.clock.ms += 1
	const { id, hint, key } = await create({ label: 'ci' })
	desk.clock.ms += 1
	const successor = await rotate(id, { overlapMs: 5, expiresAt: desk.clock.ms + 9 })
	desk.clock.ms += 1
	await revoke(successor.id)
	expect(desk.changes() - before).toBe(3)
	const log = await desk.run('accountAudit', owner, { query: { limit: 3 } })
	expect(log.map(({ action, actor, applicationId, detail }) => [action, actor, applicationId, detail])).toEqual([
		['key.revoke', 'owner@example.com', path.applicationId, { key: successor.id }],
		[
			'key.rotate',
			'owner@example.com',
			path.applicationId,
			{ key: id, successor: successor.id, overlapMs: 5, expiresAt: successor.expiresAt },
		],
		['key.create', 'owner@example.com', path.applicationId, { key: id, hint, expiresAt: null }],
	])
	expect(JSON.stringify(log)).not.toContain(key)
})
