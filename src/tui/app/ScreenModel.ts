import type { ReactElement } from 'react'
import type { ChainClient, ChainEvent, OtherProtocol } from '../../client/index.ts'
import type { Command } from '../kit/keymap/Command.ts'
import type { Movable } from '../kit/models/List.ts'
import type { Tab } from './tabs.ts'

/** State and actions of a screen in plain TypeScript, testable without a terminal. */
export interface ScreenModel {
	/** Where in the screen the user is: `['#42']`; empty at its top. */
	crumbs(): readonly string[]
	/** Whether it works without a node. Other screens then show why there is none. */
	readonly worksWithoutNode?: true
	/** Places that it works on besides nodes: those of REST or of the EVM alone. */
	readonly protocols?: readonly OtherProtocol[]
	/** What the movement keys move. */
	movable?(): Movable | undefined
	/** Called when the screen comes to the front, with an id, height, hash or address to show. */
	opened?(target: string | undefined): void
	/** Handles Esc: goes one level up inside the screen. Returns false at its top. */
	back?(): boolean
	/** Called when a node is connected, also after a reconnect. */
	connected?(client: ChainClient): void
	/** Called once when the app ends, to close what only this screen has open. */
	closed?(): Promise<void>
	/** Takes what is pasted. Returns true if it did. */
	onPaste?(text: string): boolean
	/** Receives the events of the node since the last call, at most ten times a second. */
	events?(events: readonly ChainEvent[]): void
}

/** A screen as the registry holds it. */
export interface Screen extends Tab {
	readonly model: ScreenModel
	commands(): readonly Command[]
	/** The component that shows the model. */
	view(): ReactElement
}
