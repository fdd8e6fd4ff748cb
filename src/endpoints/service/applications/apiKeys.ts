import type { Kysely } from 'kysely'
import { smaller } from '../../../util/order.ts'
import type { NewApiKey } from '../../../wire/management/applicationSchemas.ts'
import { limits } from '../../limits.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import { keyPrefix, newSecret, secretHash } from '../accounts/secrets.ts'
import type { Operations } from '../Operation.ts'
import { applicationAccess } from '../projects/access.ts'
import { changeApplication } from '../projects/change.ts'
import { conflict, invalid, newId, notFound, type ServiceContext } from '../ServiceContext.ts'
import { checkLine } from '../texts.ts'

/** API keys of an application. */
export const keyOperations: Operations<'keys' | 'createKey' | 'rotateKey' | 'revokeKey'> = {
	/** The newest first. */
	async keys(request) {
		const { db } = request.context.storage
		await applicationAccess(db, request)
		const rows = await db
			.selectFrom('api_keys')
			.selectAll()
			.where('application_id', '=', request.path.applicationId)
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
	},
	createKey: (request) =>
		changeApplication(request, async (db) => {
			const { label = '', expiresAt = null } = request.body
			const result = await insertKey(db, request.context, request.path.applicationId, label, expiresAt)
			return { result, detail: { key: result.id, hint: result.hint, expiresAt: result.expiresAt } }
		}),
	/**
	 * The old key keeps working for `overlapMs` (default: a day; 0 ends it at once). The successor expires when the old key
	 * would have, unless `expiresAt` is given. A key has one successor.
	 */
	rotateKey: (request) =>
		changeApplication(request, async (db) => {
			const { context, path, body } = request
			const { keyId, applicationId } = path
			const { overlapMs = limits.rotationOverlapMs } = body
			const now = context.clock.now()
			const old = await db
				.selectFrom('api_keys')
				.selectAll()
				.where('id', '=', keyId)
				.where('application_id', '=', applicationId)
				.where('revoked_at', 'is', null)
				.executeTakeFirst()
			if (old === undefined) throw notFound('key')
			if (old.successor_id !== null)
				throw conflict('This key has a successor already.', 'Rotate that one, or make a key.')
			const expiresAt = body.expiresAt === undefined ? nullable(old.expires_at) : body.expiresAt
			if (body.expiresAt === undefined && expiresAt !== null && expiresAt <= now) {
				throw conflict('This key has expired.', 'Make a new one, or say when the successor expires.')
			}
			const ends = BigInt(now + overlapMs)
			const expires = smaller(old.expires_at ?? ends, ends)
			await db
				.updateTable('api_keys')
				.set(overlapMs === 0 ? { revoked_at: BigInt(now) } : { expires_at: expires })
				.where('id', '=', keyId)
				.execute()
			const result = await insertKey(db, context, applicationId, old.label, expiresAt)
			await db.updateTable('api_keys').set({ successor_id: result.id }).where('id', '=', keyId).execute()
			return { result, detail: { key: keyId, successor: result.id, overlapMs, expiresAt } }
		}),
	/** For good. */
	revokeKey: (request) =>
		changeApplication(request, async (db) => {
			const { keyId, applicationId } = request.path
			const { numUpdatedRows } = await db
				.updateTable('api_keys')
				.set({ revoked_at: BigInt(request.context.clock.now()) })
				.where('id', '=', keyId)
				.where('application_id', '=', applicationId)
				.where('revoked_at', 'is', null)
				.executeTakeFirst()
			if (numUpdatedRows === 0n) throw notFound('key')
			return { result: undefined, detail: { key: keyId } }
		}),
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
	checkLine(label, 'The label of a key', 80)
	if (expiresAt !== null && expiresAt <= now)
		throw invalid('The key would have expired already.', 'Choose a later time.')
	const { count } = await db
		.selectFrom('api_keys')
		.select((select) => select.fn.countAll<bigint>().as('count'))
		.where('application_id', '=', applicationId)
		.where('revoked_at', 'is', null)
		.executeTakeFirstOrThrow()
	if (BigInt(count) >= BigInt(limits.keysPerApplication)) {
		throw conflict(`The application has ${limits.keysPerApplication} keys.`, 'Revoke those nobody uses.')
	}
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
			successor_id: null,
		})
		.execute()
	return { id, label, hint: hint(last4), createdAt: now, expiresAt, lastUsedAt: null, revokedAt: null, key }
}

function hint(last4: string): string {
	return `${keyPrefix}…${last4}`
}

function nullable(value: bigint | null): number | null {
	return value === null ? null : Number(value)
}
