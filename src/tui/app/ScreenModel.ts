import type { ReactElement } from 'react'
import type { ChainClient, ChainEvent } from '../../client/index.ts'
import type { Command } from '../kit/keymap/Command.ts'
import type { Movable } from '../kit/models/Movable.ts'
import type { Key } from '../kit/terminal/Key.ts'
import type { Tab } from './tabs.ts'

/** A screen's state and what can be done on it: plain TypeScript, testable without a terminal. */
export interface ScreenModel {
	/** Where in the screen the user is: `['#42']`; empty at its top. */
	crumbs(): readonly string[]
	/** It can be used while there is no node; others show why there is none. */
	readonly worksWithoutNode?: true
	/** What the moving keys move now. */
	movable?(): Movable | undefined
	/** The screen came to the front, perhaps to show something: an id, height, hash or address. */
	opened?(target: string | undefined): void
	/** Esc: one step up inside the screen. False when it is at its top already. */
	back?(): boolean
	/** The node is there; called again after a reconnect. */
	connected?(client: ChainClient): void
	/** Keys taken before any command. True when taken. */
	onKey?(key: Key): boolean
	onPaste?(text: string): boolean
	/** What happened on the node since the last call, at most ten times a second. */
	events?(events: readonly ChainEvent[]): void
}

/** A screen as the registry holds it. */
export interface Screen extends Tab {
	readonly model: ScreenModel
	commands(): readonly Command[]
	/** What it shows: a component over its model. */
	view(): ReactElement
}
