import { randomBytes } from 'node:crypto'
import {
	chmodSync,
	closeSync,
	constants,
	copyFileSync,
	fchmodSync,
	fsyncSync,
	linkSync,
	mkdirSync,
	openSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { BugError } from '../errors/BugError.ts'
import { UserError } from '../errors/UserError.ts'
import { equalBytes, utf8 } from './bytes.ts'

/** How a file is written. */
export interface AtomicWrite {
	/** What the file is, for the error: `The keyring`. Left out, the error names the path alone. */
	readonly name?: string
	/**
	 * `secret` (unless given): its owner alone may read it, whatever the file before allowed. `open`: as wide as the
	 * process's umask allows, but no wider than the file before.
	 */
	readonly access?: 'secret' | 'open'
	/** Reads what was written, before it takes the place of the old file; its throw leaves the old file standing. */
	readonly check?: (written: string) => unknown
	/** Leaves a file that is there already as it is and returns false; of several writers at once one wins. */
	readonly onlyNew?: boolean
}

/**
 * Writes a file whole or not at all: every byte to a temporary file beside it, flushed to the disk, read back, then put in
 * the old one's place. After a return the new content stands, also after a crash; after a throw the old one.
 * A link to a file stays a link.
 *
 * @returns false when `onlyNew` found a file there.
 * @throws UserError when the disk is full, the folder may not be written, or what was read back is not what was written;
 *   one of other words when the new content stands but the disk would not confirm its name.
 */
export function writeFileAtomic(path: string, content: string | Uint8Array, options: AtomicWrite = {}): boolean {
	const bytes = typeof content === 'string' ? utf8(content) : content
	let temporary: string | undefined
	let placed: string
	try {
		const file = linkTarget(path)
		mkdirSync(dirname(file), { recursive: true, mode: options.access === 'open' ? 0o777 : 0o700 })
		const before = modeOf(file)
		if (before !== undefined && options.onlyNew === true) return false
		temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
		writeAll(temporary, bytes, options.access ?? 'secret')
		if (options.access === 'open' && before !== undefined) chmodSync(temporary, before)
		const written = readFileSync(temporary)
		if (!equalBytes(written, bytes)) throw new BugError('The disk gave back other bytes than were written to it.')
		options.check?.(written.toString('utf8'))
		if (options.onlyNew === true) {
			if (!linkNew(temporary, file)) return false
		} else {
			renameSync(temporary, file)
			temporary = undefined
		}
		placed = file
	} catch (cause) {
		throw notWritten(path, options.name, cause)
	} finally {
		if (temporary !== undefined) remove(temporary)
	}
	flushFolder(dirname(placed))
	return true
}

function linkTarget(path: string): string {
	try {
		return realpathSync(path)
	} catch {
		return path
	}
}

function modeOf(file: string): number | undefined {
	const found = statSync(file, { throwIfNoEntry: false })
	return found && found.mode & 0o777
}

/** Writes, flushes and closes a new file. A nearly full disk takes a part of the bytes and refuses only the next write. */
function writeAll(file: string, bytes: Uint8Array, access: 'secret' | 'open'): void {
	const handle = openSync(file, 'wx', access === 'secret' ? 0o600 : 0o666)
	try {
		if (access === 'secret') fchmodSync(handle, 0o600)
		let written = 0
		while (written < bytes.length) {
			const taken = writeSync(handle, bytes, written)
			if (taken === 0) throw new BugError(`The disk took ${written} of ${bytes.length} bytes.`)
			written += taken
		}
		fsyncSync(handle)
	} finally {
		closeSync(handle)
	}
}

/** Gives a file its name unless the name is taken. */
function linkNew(temporary: string, file: string): boolean {
	try {
		linkSync(temporary, file)
		return true
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException
		if (code === 'EEXIST') return false
		if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw cause
	}
	return copyNew(temporary, file)
}

/** For disks without links. A copy that ends early is taken back. */
function copyNew(temporary: string, file: string): boolean {
	try {
		copyFileSync(temporary, file, constants.COPYFILE_EXCL)
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
		remove(file)
		throw cause
	}
	return true
}

/** Makes the new name durable. Systems that cannot open a folder flush it by themselves. */
function flushFolder(folder: string): void {
	let handle: number
	try {
		handle = openSync(folder, 'r')
	} catch {
		return
	}
	try {
		fsyncSync(handle)
	} catch (cause) {
		const { code, message } = cause as NodeJS.ErrnoException
		if (code === 'EINVAL' || code === 'EPERM' || code === 'EISDIR') return
		throw new UserError(`A file in ${folder} is written, but a crash could take it back.`, {
			why: message,
			next: 'Check the disk, then do it again.',
			cause,
		})
	} finally {
		closeSync(handle)
	}
}

function remove(file: string): void {
	try {
		rmSync(file, { force: true })
	} catch {
		// A folder that has become read-only keeps it; what matters is that the file itself is as it was.
	}
}

function notWritten(path: string, name: string | undefined, cause: unknown): UserError {
	const { code, message } = cause as NodeJS.ErrnoException
	return new UserError(`${name === undefined ? '' : `${name} `}${path} cannot be written.`, {
		why: code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? `The disk is full (${code}).` : message,
		next: 'Check the permissions of its folder and the free space. Nothing was changed.',
		cause,
	})
}
