import type { ReactElement } from 'react'
import type { Key } from '../terminal/Key.ts'
import type { Command } from './Command.ts'

/** What is over the screen: form, dialog, palette, help. The topmost receives every key until it closes. */
export interface Overlay {
	readonly name: string
	/** `full` replaces the content area; `top` and `bottom` leave the rest of the screen visible. */
	readonly placement: 'full' | 'top' | 'bottom'
	/** Title for the breadcrumb line. */
	readonly title: string
	commands(): readonly Command[]
	/** Handles keys that are text or editing. Returns true if it took the key. */
	onKey?(key: Key): boolean
	onPaste?(text: string): boolean
	/** Height of one at an edge, for an area of this size; none takes no space. */
	rows?(width: number, height: number): number
	/** Whether the current input is a secret. */
	hidesTyping?(): boolean
	/** The component that shows it; absent if it takes no space. */
	view?(): ReactElement
	/** Called when it closes, by Esc or by itself. */
	closed?(): void
}
