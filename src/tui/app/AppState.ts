import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Coin, KeyInfo, NodeStatus } from '../../client/index.ts'
import type { Overlay } from '../kit/keymap/Layer.ts'
import type { ToastKind } from '../kit/UiApp.ts'

/** A message at the lower right; it stays until the next one, with its age. */
export interface Toast {
	readonly kind: ToastKind
	readonly text: string
	/** Milliseconds since the epoch. */
	readonly at: number
}

/** Something that can be done for a while by one key, such as an undo. */
export interface Offer {
	/** Key id. */
	readonly key: string
	readonly title: string
	/** Milliseconds since the epoch, by the app's clock. */
	readonly until: number
	readonly run: () => void | Promise<void>
	readonly expired: () => void
}

/** Why there is no node to talk to. */
export interface Problem {
	readonly what: string
	readonly why: string
	readonly next: string
}

/** Everything the frame shows. Screens keep their own state in their models and call `touch` when it changed. */
export interface AppState {
	readonly phase: 'connecting' | 'ready' | 'failed'
	readonly problem: Problem | undefined
	readonly columns: number
	readonly rows: number
	readonly status: NodeStatus | undefined
	readonly screen: string
	/** Screens Esc goes back to, newest last. */
	readonly history: readonly string[]
	/** The last one is on top. */
	readonly overlays: readonly Overlay[]
	readonly toast: Toast | undefined
	readonly offer: Offer | undefined
	readonly keys: readonly KeyInfo[]
	/** Name of the key that signs; empty without keys. */
	readonly current: string
	/** Of the current key. */
	readonly balances: readonly Coin[]
	/** The chain's time in milliseconds, stepping once a second: ages are told by the clock of the blocks. */
	readonly now: number
	/** Grows when a model changed: the screen is drawn again. */
	readonly version: number
}

/** The store React and the plain mode read; written by the app alone. */
export type AppStore = StoreApi<AppState>

/** The store of an app that starts. */
export function createAppStore(columns: number, rows: number, screen: string, now: number): AppStore {
	return createStore<AppState>(() => ({
		phase: 'connecting',
		problem: undefined,
		columns,
		rows,
		status: undefined,
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
