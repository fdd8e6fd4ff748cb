import type { UserError } from '../../errors/UserError.ts'
import type { FrameSignal } from './hooks/FrameSignal.ts'
import type { HitBoxes } from './hooks/HitBoxes.ts'
import type { Overlay } from './keymap/Layer.ts'
import type { Theme } from './theme/Theme.ts'

/** How a message is meant: it has a sign and a colour for each. */
export type ToastKind = 'good' | 'bad' | 'info' | 'busy'

/** What the kit needs of the app it is part of. The kit knows no chain and no screen; the app gives it this. */
export interface UiApp {
	/** Tells the components that something changed. */
	readonly frames: FrameSignal
	/** Where the mouse can click. */
	readonly hits: HitBoxes
	readonly theme: Theme
	/** Whether the terminal makes OSC 8 links clickable. */
	readonly links: boolean
	/** Size of the terminal in cells. */
	readonly columns: number
	readonly rows: number
	/** The time by which ages are told, in milliseconds since the epoch; steps once a second. */
	readonly now: number
	/** Grows when a model changed. */
	readonly version: number
	/** Opens an overlay over what is there; one of the same name takes its place. */
	show(overlay: Overlay): void
	close(overlay: Overlay): void
	/** Says that something outside React changed: what is shown is drawn again. */
	readonly touch: () => void
	/** Runs something asynchronous; what goes wrong is told, never thrown. */
	attempt(work: () => Promise<unknown>, failed?: (error: UserError) => void): void
	/** Says something for a while. */
	toast(kind: ToastKind, text: string): void
	/**
	 * Copies a text and says where it went.
	 *
	 * @param then Told whether it is known to be there; what was only sent to the terminal is not.
	 */
	copy(text: string, what: string, then?: (known: boolean) => void): void
	/** Copies a secret: it leaves the clipboard after a minute, or what is said tells that it cannot. */
	copySecret(text: string, what: string, then?: (known: boolean) => void): void
}
