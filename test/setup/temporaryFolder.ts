import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const before = process.env.TMPDIR
let folder: string | undefined

/**
 * Gives all tests of a run one folder for their temporary files, in TMPDIR where that is set. Its name is short, because the path of a socket has 107
 * bytes at most.
 */
export function setup(): void {
	folder = mkdtempSync(join(before ?? memoryDisk() ?? tmpdir(), 'ct-'))
	// A database server of another user has its files in it.
	chmodSync(folder, 0o711)
	process.env.TMPDIR = folder
}

/** Least room of a disk in memory that is taken for the tests; they fill a small part of it. */
const leastBytes = 4 * 2 ** 30

/**
 * A disk in memory, where this machine has one with room that runs programs: a chain flushes every block, a home every file, and
 * the tests make thousands of both. What a process wrote outlives its kill there as on any disk.
 */
function memoryDisk(): string | undefined {
	const path = '/dev/shm'
	const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
	const options = mounts.find((line) => line.split(' ')[1] === path)?.split(' ')[3]
	if (options === undefined || options.split(',').includes('noexec')) return undefined
	const { bavail, bsize } = statfsSync(path)
	return bavail * bsize < leastBytes ? undefined : path
}

/** Removes what the tests have left in it. */
export function teardown(): void {
	if (before === undefined) delete process.env.TMPDIR
	else process.env.TMPDIR = before
	// A process that a test has just ended may still write its last file.
	if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
