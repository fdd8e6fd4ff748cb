import { UserError } from '../../../errors/UserError.ts'
import type { CopyResult } from '../../kit/terminal/clipboard.ts'
import type { ToastKind } from '../../kit/UiApp.ts'

/** A copied secret is still on the clipboard. */
export const notCleared = new UserError('the secret on the clipboard could not be cleared', {
	next: 'copy something else',
})

/** Message for a copied text, by its destination. */
export function copiedWords(what: string, result: CopyResult): readonly [kind: ToastKind, text: string] {
	if (result.to === 'clipboard') return ['good', `${what} copied`]
	if (result.to === 'file') return ['good', `${what} saved to ${result.path}`]
	// The terminal does not confirm. Some drop it, as tmux does by default.
	return ['info', `${what} sent to the terminal’s clipboard: paste to see that it took it`]
}

/** Message for a copied secret, with the time until it is cleared. */
export function copiedSecretWords(what: string, result: CopyResult): readonly [kind: ToastKind, text: string] {
	// The text may be in tmux or in a terminal elsewhere, which can neither be read nor cleared.
	if (result.to !== 'clipboard') {
		return ['info', `${what} sent to the terminal’s clipboard, which cannot be cleared from here`]
	}
	const seconds = Math.round((result.clearedAfter ?? 0) / 1_000)
	return ['good', `${what} copied; the clipboard is cleared in ${seconds} s`]
}
