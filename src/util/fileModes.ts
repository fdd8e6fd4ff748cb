import { statSync } from 'node:fs'
import { platform } from 'node:os'

/** The umask this process was started with, once `narrowUmask` has changed it. */
let started: number | undefined

/** New files and folders of this process belong to its user alone from now on, native code's too. Main thread only. */
export function narrowUmask(): void {
	started = process.umask(0o077)
}

/** The umask that the user chose, which files meant for others follow. */
export function userUmask(): number {
	return started ?? process.umask()
}

/**
 * A warning for a secret file that other users of the machine can read or write, with its mode and how to restrict it.
 * Empty if the file is restricted or missing, or if the system has no such modes.
 */
export function wideMode(file: string): string {
	if (platform() === 'win32') return ''
	try {
		const mode = statSync(file).mode & 0o777
		if ((mode & 0o077) === 0) return ''
		return `${file} may be read by other users of this machine (mode ${mode.toString(8)}): close it with chmod 600.`
	} catch {
		return ''
	}
}
