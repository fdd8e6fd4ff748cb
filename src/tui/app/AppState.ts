import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Coin, KeyInfo, NodeStatus } from '../../client/index.ts'
import type { Overlay } from '../kit/keymap/Overlay.ts'
import type { ToastKind } from '../kit/UiApp.ts'

/** A message at the lower right, shown with its age until the next one. */
export interface Toast {
	readonly kind: ToastKind
	readonly text: string
	/** Milliseconds since the epoch. */
	readonly at: number
}

/** An action available by one key for a while, such as an undo. */
export interface Offer {
	/** Key id. */
	readonly key: string
	readonly title: string
	/** Milliseconds since the epoch, on the app's clock. */
	readonly until: number
	readonly run: () => void | Promise<void>
	readonly expired: () => void
}

/** Why no node is available. */
export interface Problem {
	readonly what: string
	readonly why: string
	readonly next: string
}

/** State of the frame. Screens keep their own state in their models and call `touch` after changes. */
export interface AppState {
	readonly phase: 'connecting' | 'ready' | 'failed'
	readonly problem: Problem | undefined
	readonly columns: number
	readonly rows: number
	readonly status: NodeStatus | undefined
	/** Own chains by address that run while another place is in use; without a status until they run. */
	readonly own: ReadonlyMap<string, NodeStatus | undefined>
	/** Name of the place that failed, while its stand-by is in use for it. */
	readonly standsFor: string | undefined
	readonly screen: string
	/** Screens that Esc goes back to, the newest last. */
	readonly history: readonly string[]
	/** The last one is on top. */
	readonly overlays: readonly Overlay[]
	readonly toast: Toast | undefined
	readonly offer: Offer | undefined
	readonly keys: readonly KeyInfo[]
	/** Name of the signing key; empty without keys. */
	readonly current: string
	/** Balances of the current key. */
	readonly balances: readonly Coin[]
	/** The chain's time in milliseconds, stepping once a second. Ages are relative to it. */
	readonly now: number
	/** Grows with each change of a model, which redraws the screen. */
	readonly version: number
}

/** The store that React and the plain mode read. Only the app writes it. */
export type AppStore = StoreApi<AppState>

/** Creates the initial store of an app. */
export function createAppStore(columns: number, rows: number, screen: string, now: number): AppStore {
	return createStore<AppState>(() => ({
		phase: 'connecting',
		problem: undefined,
		columns,
		rows,
		status: undefined,
		own: new Map(),
		standsFor: undefined,
		screen,
		history: [],
		overlays: [],
		toast: undefined,
		offer: undefined,
		keys: [],
		current: '',
		balances: [],
		now,
		version: 0,
	}))
}
