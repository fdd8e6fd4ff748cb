/**
 * A key press. `id` is the form used in the keymap: a printable character as typed (`n`, `G`, `?`), or a name (`enter`,
 * `esc`, `tab`, `backspace`, `delete`, `up`, `pageup`, `f1`, `space`), with modifiers in front in the order
 * `ctrl+alt+shift+`.
 */
export interface Key {
	readonly id: string
	/** The text to insert; absent for keys that are not text. */
	readonly text?: string
}

/** A mouse report (SGR mode 1006). Cells count from 0. */
export interface MouseReport {
	readonly kind: 'press' | 'release' | 'wheel-up' | 'wheel-down'
	readonly x: number
	readonly y: number
}

/** An event of terminal input. */
export type InputEvent =
	| { readonly type: 'key'; readonly key: Key }
	| { readonly type: 'paste'; readonly text: string }
	| { readonly type: 'mouse'; readonly mouse: MouseReport }
	| { readonly type: 'focus'; readonly focused: boolean }
	/** Reply to OSC 11: each channel 0..1. */
	| { readonly type: 'background'; readonly red: number; readonly green: number; readonly blue: number }
