import type { ChainClient } from '../../client/index.ts'

/** Options of the terminal app. */
export interface TuiOptions {
	/**
	 * Makes the client; called after the first frame, when the user asks to retry, and when they choose another node. The
	 * URL is that of a saved node; empty for the node the command line names, by default the chain of this home.
	 */
	readonly connect: (url: string) => Promise<ChainClient>
	/** The command line names a node: the one chosen in an earlier run does not count. */
	readonly named?: boolean
	/** Folder for preferences, crash logs and exported files. */
	readonly home: string
	/** Words and signs in plain lines, for screen readers: no alternate screen, no borders, no redrawing. */
	readonly accessible?: boolean
	readonly input?: NodeJS.ReadStream
	readonly output?: NodeJS.WriteStream
	readonly env?: NodeJS.ProcessEnv
}

/** Options with nothing left open. */
export type TerminalOptions = TuiOptions & {
	readonly input: NodeJS.ReadStream
	readonly output: NodeJS.WriteStream
	readonly env: NodeJS.ProcessEnv
}
