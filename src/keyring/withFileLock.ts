import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UserError } from '../errors/UserError.ts'
import { isAlive } from '../util/isAlive.ts'
import { writeFileAtomic } from '../util/writeFileAtomic.ts'

const retryMs = 20
/** Five seconds. */
const usualAttempts = 250

/**
 * Runs `action` while no other process runs one on the same file: a lock file with the owner's process id stands beside
 * it, and one left by a dead process is removed.
 * @throws {UserError} if another process holds it all the time.
 */
export async function withFileLock<T>(file: string, action: () => Promise<T>, attempts = usualAttempts): Promise<T> {
	const lock = `${file}.lock`
	for (let attempt = 0; !tryLock(lock); attempt++) {
		if (attempt === attempts) {
			throw new UserError(`${file} is in use by another chain-tui.`, {
				next: `Wait for it to end. If none runs, remove ${lock}.`,
			})
		}
		await delay(retryMs)
	}
	try {
		return await action()
	} finally {
		rmSync(lock, { force: true })
	}
}

function tryLock(lock: string): boolean {
	try {
		// Linked into place with its content: one without an owner would bar everybody for ever.
		if (writeFileAtomic(lock, String(process.pid), { onlyNew: true })) return true
	} catch (cause) {
		throw new UserError(`The folder ${dirname(lock)} cannot be written.`, {
			why: (cause as UserError).why,
			next: 'Check its permissions and the free space, or choose another folder with --home.',
			cause,
		})
	}
	if (!ownerLives(lock)) rmSync(lock, { force: true })
	return false
}

function ownerLives(lock: string): boolean {
	try {
		const pid = Number(readFileSync(lock, 'utf8'))
		// An owner that has not yet written its id counts as living.
		return !Number.isInteger(pid) || pid <= 0 || isAlive(pid)
	} catch {
		// A lock that went meanwhile is no dead owner's: the next one beside the file may be another process's.
		return true
	}
}
