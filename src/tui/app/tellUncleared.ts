import type { TuiApp } from './TuiApp.ts'

/** Says that a copied secret could not be taken off the clipboard, and what to do. */
export function tellUncleared(app: TuiApp): void {
	app.toast('bad', 'the secret on the clipboard could not be cleared: copy something else')
}
