import type { UserError } from '../../errors/UserError.ts'
import type { Overlay } from './keymap/Layer.ts'

/** How a message is meant: it has a sign and a colour for each. */
export type ToastKind = 'good' | 'bad' | 'info' | 'busy'

/** What the kit needs of the app it is part of. The kit knows no chain and no screen; the app gives it this. */
export interface UiApp {
	/** Opens an overlay over what is there; one of the same name takes its place. */
	show(overlay: Overlay): void
	close(overlay: Overlay): void
	/** Says that something outside React changed: what is shown is drawn again. */
	readonly touch: () => void
	/** Runs something asynchronous; what goes wrong is told, never thrown. */
	attempt(work: () => Promise<unknown>, failed?: (error: UserError) => void): void
	/** Says something for a while. */
	toast(kind: ToastKind, text: string): void
	/** Copies a text and says where it went. */
	copy(text: string, what: string): void
}
