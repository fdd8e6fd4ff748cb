import type { ReactElement } from 'react'
import type { Key } from '../terminal/Key.ts'
import type { Command } from './Command.ts'

/** A receiver of keys; the topmost is asked first. */
export interface Layer {
	readonly name: string
	commands(): readonly Command[]
	/** Handles keys that are text or editing. Returns true if it took the key. */
	onKey?(key: Key): boolean
	onPaste?(text: string): boolean
}

/** A layer over the screen: form, dialog, palette, help. It receives every key until it closes. */
export interface Overlay extends Layer {
	/** `full` replaces the content area; `top` and `bottom` leave the rest of the screen visible. */
	readonly placement: 'full' | 'top' | 'bottom'
	/** Title for the breadcrumb line. */
	readonly title: string
	/** Height of one at an edge, for an area of this size; none takes no space. */
	rows?(width: number, height: number): number
	/** Whether the current input is a secret. */
	hidesTyping?(): boolean
	/** The component that shows it; absent if it takes no space. */
	view?(): ReactElement
	/** Called when it closes, by Esc or by itself. */
	closed?(): void
}
