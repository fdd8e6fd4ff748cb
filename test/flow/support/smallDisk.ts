import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on a disk that takes only so much more. */
export interface SmallDisk {
	readonly folder: string
	/** Which kind it is, for the test's name. */
	readonly kind: 'file system' | 'limit'
	/** Leaves room for so many bytes, as near as the disk's blocks allow; undefined is all it has. */
	leave(bytes: number | undefined): void
	remove(): void
}

/** A real file system in memory, full but for the asked bytes. Needs the right to mount. */
export function mountedDisk(): SmallDisk {
	const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
	execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder])
	const filler = join(folder, '.filler')
	return {
		folder,
		kind: 'file system',
		leave(bytes) {
			rmSync(filler, { force: true })
			if (bytes === undefined) return
			const { bavail, bsize } = statfsSync(folder)
			writeFileSync(filler, new Uint8Array(Math.max(0, bavail * bsize - bytes)))
		},
		remove() {
			execFileSync('umount', [folder])
			rmSync(folder, { recursive: true })
		},
	}
}

/**
 * The kernel's limit on the size of a file (RLIMIT_FSIZE): as on a full disk, a write beyond it takes a part of the bytes
 * and the next one is refused. To the byte, and without any rights.
 */
export function limitedDisk(): SmallDisk {
	const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
	const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])
	return {
		folder,
		kind: 'limit',
		leave: (bytes) => limit(bytes === undefined ? 'unlimited' : String(bytes)),
		remove() {
			limit('unlimited')
			rmSync(folder, { recursive: true })
		},
	}
}

/** What this machine can do of both. */
export function smallDisks(): readonly (() => SmallDisk)[] {
	return process.getuid?.() === 0 ? [mountedDisk, limitedDisk] : [limitedDisk]
}
