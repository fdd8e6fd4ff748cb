import { statSync } from 'node:fs'
import { platform } from 'node:os'

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
