import { writeSync } from 'node:fs'

/** How long a full pipe is waited for, in milliseconds, a millisecond at a time. */
const patienceMs = 200

/**
 * Writes lines to a file descriptor at once. What cannot be written, on a full disk or into a closed pipe, is counted and
 * dropped: a log must not end the program. The next line that can be written follows one that tells how many were lost.
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
