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
import { BugError, UserError } from '../errors/UserError.ts'
import { equalBytes, utf8 } from './bytes.ts'
import { userUmask } from './fileModes.ts'

/** Options of `writeFileAtomic`. */
export interface AtomicWrite {
	/** Name of the file in errors, such as `The keyring`. Without it, errors give only the path. */
	readonly name?: string
	/** `secret` (default): only the owner reads the file. `open`: the umask decides, but never wider than before. */
	readonly access?: 'secret' | 'open'
	/** Checks the written content before it replaces the old file. If it throws, the old file stays. */
	readonly check?: (written: string) => unknown
	/** Leaves an existing file unchanged and returns false. Of several concurrent writers one wins. */
	readonly onlyNew?: boolean
}

/**
 * Writes a file completely or not at all: writes a temporary file beside it, flushes it to disk, reads it back, then
 * renames it. After a return the new content is durable; after a throw the old content stays. A symbolic link stays a
 * link.
 * @returns false if `onlyNew` found an existing file.
 * @throws {UserError} if the disk is full, the folder is not writable, or the file reads back differently. Another
 * UserError says that the new content is in place but the disk did not confirm the rename.
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

/** Writes, flushes and closes a new file. A nearly full disk accepts part of the bytes and refuses the next write. */
function writeAll(file: string, bytes: Uint8Array, access: 'secret' | 'open'): void {
	const handle = openSync(file, 'wx', 0o600)
	try {
		fchmodSync(handle, access === 'secret' ? 0o600 : 0o666 & ~userUmask())
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

/** Links a file to its name unless the name exists. */
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

/** For file systems without links. Removes an incomplete copy. */
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

/** Makes the rename durable. Systems that cannot open a folder flush it themselves. */
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
		// The folder has become read-only, so the temporary file stays. The target itself is unchanged.
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
