import { writeSync } from 'node:fs'

/** Time to wait for a full pipe, in milliseconds, one at a time. */
const patienceMs = 200

/**
 * Writes lines to a file descriptor synchronously. Lines that cannot be written (full disk, closed pipe) are counted
 * and dropped, because a log must not end the program. The next line that goes through follows a line with the number
 * of lost ones.
 */
export function lossyOutput(
	fd: number,
	tell: (lost: number, why: string) => string,
): { write(line: string): void; readonly lost: number } {
	let lost = 0
	let why = ''
	return {
		get lost() {
			return lost
		},
		write(line) {
			try {
				if (lost > 0) writeAll(fd, tell(lost, why))
				lost = 0
				writeAll(fd, line)
			} catch (cause) {
				lost++
				why = (cause as NodeJS.ErrnoException).code ?? String(cause)
			}
		},
	}
}

function writeAll(fd: number, text: string): void {
	const bytes = Buffer.from(text)
	let waited = 0
	for (let at = 0; at < bytes.length; ) {
		try {
			at += writeSync(fd, bytes, at)
		} catch (cause) {
			if ((cause as NodeJS.ErrnoException).code !== 'EAGAIN' || ++waited > patienceMs) throw cause
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
		}
	}
}
