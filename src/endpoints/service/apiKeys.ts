import type { Kysely } from 'kysely'
import type { ApiKey, NewApiKey } from '../../wire/management/applicationSchemas.ts'
import type { EndpointsSchema } from '../storage/schema.ts'
import { applicationAccess } from './access.ts'
import { change } from './change.ts'
import { newId } from './ids.ts'
import type { ServiceContext } from './ServiceContext.ts'
import { conflict, invalid, notFound } from './ServiceFault.ts'
import { keyPrefix, newSecret, secretHash } from './secrets.ts'

/** Most keys of one application that are not revoked. */
const maxKeys = 50
/** How long the old key still works after a rotation, unless the caller says otherwise. */
const defaultOverlapMs = 24 * 3_600_000

/** Keys of an application, the newest first. Throws ServiceFault. */
export async function listKeys(
	context: ServiceContext,
	actorId: string,
	applicationId: string,
): Promise<readonly ApiKey[]> {
	const { db } = context.storage
	await applicationAccess(db, actorId, applicationId, 'key.list')
	const rows = await db
		.selectFrom('api_keys')
		.selectAll()
		.where('application_id', '=', applicationId)
		.orderBy('created_at', 'desc')
		.orderBy('id')
		.execute()
	return rows.map((row) => ({
		id: row.id,
		label: row.label,
		hint: hint(row.last4),
		createdAt: Number(row.created_at),
		expiresAt: nullable(row.expires_at),
		lastUsedAt: nullable(row.last_used_at),
		revokedAt: nullable(row.revoked_at),
	}))
}

/** Makes a key. Throws ServiceFault. */
export async function createKey(
	context: ServiceContext,
	actorId: string,
	applicationId: string,
	options: { readonly label?: string | undefined; readonly expiresAt?: number | null | undefined } = {},
): Promise<NewApiKey> {
	return change(context, async (db) => {
		const { accountId, projectId } = await applicationAccess(db, actorId, applicationId, 'key.create')
		const result = await insertKey(db, context, applicationId, options.label ?? '', options.expiresAt ?? null)
		const detail = { key: result.id, hint: result.hint, expiresAt: result.expiresAt }
		return { result, change: { actorId, accountId, projectId, applicationId, action: 'key.create', detail } }
	})
}

/** Writes a new key; the caller has checked the permission. */
export async function insertKey(
	db: Kysely<EndpointsSchema>,
	context: ServiceContext,
	applicationId: string,
	label: string,
	expiresAt: number | null,
): Promise<NewApiKey> {
	const now = context.clock.now()
	if (label.length > 80 || /\p{C}/u.test(label))
		throw invalid('The label of a key has at most 80 characters in one line.')
	if (expiresAt !== null && expiresAt <= now)
		throw invalid('The key would have expired already.', 'Choose a later time.')
	const { count } = await db
		.selectFrom('api_keys')
		.select((select) => select.fn.countAll<bigint>().as('count'))
		.where('application_id', '=', applicationId)
		.where('revoked_at', 'is', null)
		.executeTakeFirstOrThrow()
	if (BigInt(count) >= BigInt(maxKeys))
		throw conflict(`The application has ${maxKeys} keys.`, 'Revoke those nobody uses.')
	const key = newSecret(keyPrefix)
	const id = newId('key')
	const last4 = key.slice(-4)
	await db
		.insertInto('api_keys')
		.values({
			id,
			application_id: applicationId,
			hash: secretHash(key),
			label,
			last4,
			created_at: BigInt(now),
			expires_at: expiresAt === null ? null : BigInt(expiresAt),
			last_used_at: null,
			revoked_at: null,
		})
		.execute()
	return { id, label, hint: hint(last4), createdAt: now, expiresAt, lastUsedAt: null, revokedAt: null, key }
}

/**
 * Makes a successor of a key, which itself works on for `overlapMs` (a day when left out, 0 ends it at once).
 * Throws ServiceFault.
 */
export async function rotateKey(
	context: ServiceContext,
	actorId: string,
	applicationId: string,
	keyId: string,
	overlapMs: number = defaultOverlapMs,
): Promise<NewApiKey> {
	return change(context, async (db) => {
		const { accountId, projectId } = await applicationAccess(db, actorId, applicationId, 'key.rotate')
		const now = context.clock.now()
		const old = await db
			.selectFrom('api_keys')
			.selectAll()
			.where('id', '=', keyId)
			.where('application_id', '=', applicationId)
			.where('revoked_at', 'is', null)
			.executeTakeFirst()
		if (old === undefined) throw notFound('key')
		const result = await insertKey(db, context, applicationId, old.label, null)
		const ends = BigInt(now + overlapMs)
		const expires = old.expires_at !== null && old.expires_at < ends ? old.expires_at : ends
		await db
			.updateTable('api_keys')
			.set(overlapMs === 0 ? { revoked_at: BigInt(now) } : { expires_at: expires })
			.where('id', '=', keyId)
			.execute()
		const detail = { key: keyId, successor: result.id, overlapMs }
		return { result, change: { actorId, accountId, projectId, applicationId, action: 'key.rotate', detail } }
	})
}

/** Ends a key for good. Throws ServiceFault. */
export async function revokeKey(
	context: ServiceContext,
	actorId: string,
	applicationId: string,
	keyId: string,
): Promise<void> {
	await change(context, async (db) => {
		const { accountId, projectId } = await applicationAccess(db, actorId, applicationId, 'key.revoke')
		const { numUpdatedRows } = await db
			.updateTable('api_keys')
			.set({ revoked_at: BigInt(context.clock.now()) })
			.where('id', '=', keyId)
			.where('application_id', '=', applicationId)
			.where('revoked_at', 'is', null)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw notFound('key')
		const detail = { key: keyId }
		return {
			result: undefined,
			change: { actorId, accountId, projectId, applicationId, action: 'key.revoke', detail },
		}
	})
}

function hint(last4: string): string {
	return `${keyPrefix}…${last4}`
}

function nullable(value: bigint | null): number | null {
	return value === null ? null : Number(value)
}
