import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const before = process.env.TMPDIR
let folder: string | undefined

/**
 * Gives all tests of a run one folder for their temporary files. Its name is short, because the path of a socket has 107
 * bytes at most.
 */
export function setup(): void {
	folder = mkdtempSync(join(tmpdir(), 'ct-'))
	// A database server of another user has its files in it.
	chmodSync(folder, 0o711)
	process.env.TMPDIR = folder
}

/** Removes what the tests have left in it. */
export function teardown(): void {
	if (before === undefined) delete process.env.TMPDIR
	else process.env.TMPDIR = before
	// A process that a test has just ended may still write its last file.
	if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
