import type { ReactElement } from 'react'
import type { Key } from '../terminal/Key.ts'
import type { Command } from './Command.ts'

/** One of the things that listen to the keyboard; the topmost is asked first. */
export interface Layer {
	readonly name: string
	commands(): readonly Command[]
	/** Keys that are text (or editing) rather than commands. True when taken. */
	onKey?(key: Key): boolean
	onPaste?(text: string): boolean
}

/** A layer over the screen: form, dialog, palette, help. It takes every key until it closes. */
export interface Overlay extends Layer {
	/** `full` takes the content area's place; `top` and `bottom` leave the screen visible in the rest. */
	readonly placement: 'full' | 'top' | 'bottom'
	/** Title for the breadcrumb line. */
	readonly title: string
	/** Rows wanted in an area of this size; ignored for `full`. */
	rows(width: number, height: number): number
	/** Whether what is typed now is a secret. */
	hidesTyping?(): boolean
	/** What it shows: a component over this overlay. Absent where it takes no room. */
	view?(): ReactElement
	/** Called when it is closed by Esc or by its own doing. */
	closed?(): void
}
