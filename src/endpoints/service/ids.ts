import { randomBytes } from 'node:crypto'

/** Kinds of things with an id, by the prefix of theirs. */
export type IdKind = 'acc' | 'prj' | 'app' | 'key' | 'ses' | 'inv' | 'aud'

/** A new id such as `app_9f86d081884c7d65`: 64 random bits, a name and no secret. */
export function newId(kind: IdKind): string {
	return `${kind}_${randomBytes(8).toString('hex')}`
}
