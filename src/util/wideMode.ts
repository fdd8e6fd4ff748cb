import { statSync } from 'node:fs'
import { platform } from 'node:os'

/**
 * What to tell the owner of a file with a secret that others on the machine may read or write, with the mode and how to
 * close it; empty when it is closed, is not there, or the system has no such modes.
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
