import type { TuiApp } from './TuiApp.ts'

/** Reports that a copied secret could not be cleared from the clipboard, with the next step. */
export function tellUncleared(app: TuiApp): void {
	app.toast('bad', 'the secret on the clipboard could not be cleared: copy something else')
}
