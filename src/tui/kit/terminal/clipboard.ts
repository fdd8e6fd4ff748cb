import { join } from 'node:path'
import { UserError } from '../../../errors/UserError.ts'
import { writeFileAtomic } from '../../../util/writeFileAtomic.ts'
import type { CopiedSecrets, SystemClipboard } from './CopiedSecrets.ts'

/** Destination of a copied text. */
export type CopyResult =
	| {
			readonly to: 'clipboard'
			/** Milliseconds until the secret is cleared. */
			readonly clearedAfter?: number
	  }
	/** Sent with OSC 52. The terminal decides whether to keep it, and it cannot be cleared. */
	| { readonly to: 'terminal' }
	| { readonly to: 'file'; readonly path: string }

/** Destinations of a copy. */
export interface CopyPlaces {
	/** Writes a sequence to the terminal. */
	readonly send: (sequence: string) => void
	/** Folder of the fallback file. */
	readonly directory: string
	/** Absent without a desktop. */
	readonly system: SystemClipboard | undefined
	readonly secrets: CopiedSecrets
}

/** Terminals drop longer OSC 52 sequences (xterm: 100,000 bytes with the frame). */
const osc52Limit = 74_000

/** Copies a text by OSC 52, over SSH too, and by a desktop's tool; one too long for both goes to a file. */
export async function copyText(text: string, { send, directory, system }: CopyPlaces): Promise<CopyResult> {
	const short = Buffer.byteLength(text) <= osc52Limit
	if (short) send(osc52(text))
	// Without a tool or display the other ways remain.
	const isWritten = await system?.write(text).then(
		() => true,
		() => false,
	)
	if (isWritten === true) return { to: 'clipboard' }
	if (short) return { to: 'terminal' }
	const path = join(directory, 'copied.txt')
	writeFileAtomic(path, text)
	return { to: 'file', path }
}

/**
 * Copies a secret so that it can be cleared: by the system's tool alone if there is one, otherwise by OSC 52, which
 * cannot be cleared. It never goes to a file.
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

/** The desktop's clipboard through its own tools (xsel, wl-clipboard, pbcopy, …); undefined without a desktop. */
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

function hasDesktop(env: NodeJS.ProcessEnv): boolean {
	if (env.SSH_CONNECTION !== undefined || env.SSH_TTY !== undefined) return false
	if (process.platform === 'darwin' || process.platform === 'win32') return true
	return env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined
}
