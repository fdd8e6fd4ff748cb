import type { UserError } from '../../errors/UserError.ts'
import type { FrameSignal } from './hooks/FrameSignal.ts'
import type { HitBoxes } from './hooks/HitBoxes.ts'
import type { Overlay } from './keymap/Overlay.ts'
import type { Theme } from './theme/Theme.ts'

/** Kind of a message; each has a sign and a colour. */
export type ToastKind = 'good' | 'bad' | 'info' | 'busy'

/** The interface between the kit and its app. The kit knows no chain and no screen. */
export interface UiApp {
	/** Notifies the components of changes. */
	readonly frames: FrameSignal
	/** The clickable boxes. */
	readonly hits: HitBoxes
	readonly theme: Theme
	/** Whether the terminal makes OSC 8 links clickable. */
	readonly links: boolean
	/** Size of the terminal in cells. */
	readonly columns: number
	readonly rows: number
	/** Current time for ages, in milliseconds since the epoch; steps once a second. */
	readonly now: number
	/** Grows with each change of a model. */
	readonly version: number
	/** Opens an overlay; it replaces one of the same name. */
	show(overlay: Overlay): void
	close(overlay: Overlay): void
	/** Reports a change outside React, which redraws the screen. */
	readonly touch: () => void
	/** Runs asynchronous work. Errors are shown, never thrown. */
	attempt(work: () => Promise<unknown>, failed?: (error: UserError) => void): void
	/** Adds a line to the log. */
	note(level: 'debug' | 'info' | 'warn' | 'error', message: string): void
	/** Shows a message. */
	toast(kind: ToastKind, text: string): void
	/** Copies a text and shows where it went. @param then whether the copy is certain: the terminal alone is not */
	copy(text: string, what: string, then?: (known: boolean) => void): void
	/** Copies a secret. It is cleared from the clipboard after a minute, or the message says that it cannot be. */
	copySecret(text: string, what: string, then?: (known: boolean) => void): void
}
