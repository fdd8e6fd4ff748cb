import { join } from 'node:path'
import { UserError } from '../../../errors/UserError.ts'
import { writeFileAtomic } from '../../../util/writeFileAtomic.ts'
import type { CopiedSecrets } from './CopiedSecrets.ts'
import type { SystemClipboard } from './SystemClipboard.ts'

/** Where a copied text went. */
export type CopyResult =
	| {
			readonly to: 'clipboard'
			/** Milliseconds after which a secret is taken away again. */
			readonly clearedAfter?: number
	  }
	/** Sent with OSC 52: the terminal decides whether it keeps it, and nobody can take it away from here. */
	| { readonly to: 'terminal' }
	| { readonly to: 'file'; readonly path: string }

/** What copying needs of its surroundings. */
export interface CopyPlaces {
	/** Writes a sequence to the terminal. */
	readonly send: (sequence: string) => void
	/** Where the file is put. */
	readonly directory: string
	/** Absent where there is no desktop. */
	readonly system: SystemClipboard | undefined
	readonly secrets: CopiedSecrets
}

/** Terminals drop longer OSC 52 sequences (xterm: 100,000 bytes with the frame). */
const osc52Limit = 74_000

/**
 * Copies a text: always by OSC 52, which also works over SSH, and by the system's tool where there is a desktop.
 * A text too long for OSC 52 that no tool took goes to a file.
 */
export async function copyText(text: string, { send, directory, system }: CopyPlaces): Promise<CopyResult> {
	const short = Buffer.byteLength(text) <= osc52Limit
	if (short) send(osc52(text))
	if (await isWritten(text, system)) return { to: 'clipboard' }
	if (short) return { to: 'terminal' }
	const path = join(directory, 'copied.txt')
	writeFileAtomic(path, text)
	return { to: 'file', path }
}

/**
 * Copies a secret so that it can be taken away again: by the system's tool alone where there is one, else by OSC 52,
 * which leaves it wherever the terminal keeps it. It never goes to a file.
 *
 * @throws {UserError} if it is too long for the terminal and no tool takes it.
 */
export async function copySecret(text: string, { send, secrets }: Omit<CopyPlaces, 'system'>): Promise<CopyResult> {
	if (await secrets.put(text)) return { to: 'clipboard', clearedAfter: secrets.clearAfter }
	if (Buffer.byteLength(text) > osc52Limit) {
		throw new UserError('The secret is not copied.', {
			why: 'It is too long for the clipboard of a terminal, and no tool of the system takes it.',
			next: 'Export it to a file instead.',
		})
	}
	send(osc52(text))
	return { to: 'terminal' }
}

/** The desktop's clipboard through its own tools (xsel, wl-clipboard, pbcopy, …); undefined where there is no desktop. */
export function systemClipboard(env: NodeJS.ProcessEnv): SystemClipboard | undefined {
	if (!hasDesktop(env)) return undefined
	const tool = async () => (await import('clipboardy')).default
	return {
		read: async () => (await tool()).read(),
		write: async (text) => (await tool()).write(text),
	}
}

/** The sequence that puts a text on the terminal's clipboard. */
export function osc52(text: string): string {
	return `\x1b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\x07`
}

async function isWritten(text: string, system: SystemClipboard | undefined): Promise<boolean> {
	if (system === undefined) return false
	try {
		await system.write(text)
		return true
	} catch {
		// No tool installed, or no display: the other ways remain.
		return false
	}
}

function hasDesktop(env: NodeJS.ProcessEnv): boolean {
	if (env.SSH_CONNECTION !== undefined || env.SSH_TTY !== undefined) return false
	if (process.platform === 'darwin' || process.platform === 'win32') return true
	return env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined
}
