import { join } from 'node:path'
import { writeFileAtomic } from '../../../util/writeFileAtomic.ts'

/** Where a copied text went. */
export type CopyResult =
	| { readonly to: 'clipboard' }
	/** Sent with OSC 52: the terminal decides whether it keeps it. */
	| { readonly to: 'terminal' }
	| { readonly to: 'file'; readonly path: string }

/** Terminals drop longer OSC 52 sequences (xterm: 100,000 bytes with the frame). */
const osc52Limit = 74_000

/**
 * Copies a text: always by OSC 52, which also works over SSH, and by the system's tool where there is a desktop.
 * A text too long for OSC 52 that no tool took goes to a file.
 *
 * @param send Writes a sequence to the terminal.
 * @param directory Where the file is put.
 */
export async function copyText(
	text: string,
	send: (sequence: string) => void,
	env: NodeJS.ProcessEnv,
	directory: string,
): Promise<CopyResult> {
	const short = Buffer.byteLength(text) <= osc52Limit
	if (short) send(osc52(text))
	if (hasDesktop(env)) {
		try {
			const { default: clipboard } = await import('clipboardy')
			await clipboard.write(text)
			return { to: 'clipboard' }
		} catch {
			// No tool installed, or no display: the other two ways remain.
		}
	}
	if (short) return { to: 'terminal' }
	const path = join(directory, 'copied.txt')
	writeFileAtomic(path, text)
	return { to: 'file', path }
}

/** The sequence that puts a text on the terminal's clipboard. */
export function osc52(text: string): string {
	return `\x1b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\x07`
}

function hasDesktop(env: NodeJS.ProcessEnv): boolean {
	if (env.SSH_CONNECTION !== undefined || env.SSH_TTY !== undefined) return false
	if (process.platform === 'darwin' || process.platform === 'win32') return true
	return env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined
}
