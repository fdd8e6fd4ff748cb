import type { CopyResult } from '../kit/terminal/clipboard.ts'
import type { ToastKind } from '../kit/UiApp.ts'

/** What is said of a copied text, by where it went. */
export function copiedWords(what: string, result: CopyResult): readonly [kind: ToastKind, text: string] {
	if (result.to === 'clipboard') return ['good', `${what} copied`]
	if (result.to === 'file') return ['good', `${what} saved to ${result.path}`]
	// Nothing comes back: some terminals, and tmux by default, drop it.
	return ['info', `${what} sent to the terminal’s clipboard: paste to see that it took it`]
}

/** What is said of a copied secret: how long it stays there. */
export function copiedSecretWords(what: string, result: CopyResult): readonly [kind: ToastKind, text: string] {
	// Also tmux and a terminal elsewhere: nobody can ask them what they hold, or take it back.
	if (result.to !== 'clipboard') {
		return ['info', `${what} sent to the terminal’s clipboard, which cannot be cleared from here`]
	}
	const seconds = Math.round((result.clearedAfter ?? 0) / 1_000)
	return ['good', `${what} copied; the clipboard is cleared in ${seconds} s`]
}
