import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Polling interval of a file, in milliseconds. */
const everyMs = 200
/** Bytes per read. */
const chunk = 65_536

/**
 * Yields the lines appended to a file after a position, until the signal aborts. A replaced file, such as a rotated
 * log, is read from its start; a missing one is awaited.
 */
export async function* followFile(path: string, from: number, signal: AbortSignal): AsyncGenerator<string> {
	let at = from
	let inode = existsSync(path) ? statSync(path).ino : 0
	let rest = Buffer.alloc(0)
	while (!signal.aborted) {
		if (existsSync(path)) {
			const { ino, size } = statSync(path)
			if (ino !== inode || size < at) {
				inode = ino
				at = 0
				rest = Buffer.alloc(0)
			}
			const fd = openSync(path, 'r')
			try {
				for (let read = -1; read !== 0; ) {
					const bytes = Buffer.alloc(chunk)
					read = readSync(fd, bytes, 0, chunk, at)
					at += read
					rest = Buffer.concat([rest, bytes.subarray(0, read)])
					for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
						const line = rest.subarray(0, end).toString()
						rest = rest.subarray(end + 1)
						yield line
					}
				}
			} finally {
				closeSync(fd)
			}
		}
		await pause(everyMs, undefined, { signal }).catch(() => {})
	}
}
