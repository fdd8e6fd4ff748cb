import { UserError } from '../../errors/UserError.ts'
import { utf8 } from '../../util/bytes.ts'
import type { KvDatabase, WriteBatch } from '../KvDatabase.ts'
import { numberKey } from '../keyBytes.ts'
import { type CommitRecord, decodeCommit, decodeVersions, encodeVersions } from './CommitRecord.ts'

const versionsKey = utf8('s')

/**
 * Puts what takes the versioned state back to an older version into a batch, as `CommitMultiStore.rollbackTo` does,
 * without opening the newest one: its trees may be damaged.
 * @param db the part of the database that belongs to the state alone
 * @throws {UserError} if the record of a version is missing
 */
export function putVersionAt(db: KvDatabase, version: number, batch: WriteBatch): void {
	const saved = db.get(versionsKey)
	if (saved === undefined) throw lost(version)
	const { latest, earliest, toPrune } = decodeVersions(saved)
	const [target, newest] = [recordOf(db, version), recordOf(db, latest)]
	for (const { name, nextId } of newest.stores) {
		const own = batch.prefixed(utf8(`k/${name}/`))
		const from = target.stores.find((root) => root.name === name)!.nextId
		for (let id = from; id < nextId; id++) own.delete(numberKey('n', id))
		own.delete(numberKey('a', version))
		for (let dropped = version + 1; dropped <= latest; dropped++) {
			own.delete(numberKey('a', dropped))
			own.delete(numberKey('o', dropped))
		}
	}
	for (let dropped = version + 1; dropped <= latest; dropped++) batch.delete(numberKey('v', dropped))
	batch.put(versionsKey, encodeVersions({ latest: version, earliest, toPrune }))
}

function recordOf(db: KvDatabase, version: number): CommitRecord {
	const bytes = db.get(numberKey('v', version))
	if (bytes === undefined) throw lost(version)
	return decodeCommit(bytes)
}

function lost(version: number): UserError {
	return new UserError('The state cannot go back.', {
		why: `The record of its version ${version} is missing.`,
		next: 'Restore the home from a copy, or begin a new chain with `chain-tui reset`.',
	})
}
