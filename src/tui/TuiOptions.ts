import type { ChainClient } from '../client/ChainClient.ts'

/** What the composition hands to the terminal app. */
export interface TuiOptions {
	/** Makes the client, embedded or remote; called after the first frame, and again when the person asks to retry. */
	readonly connect: () => Promise<ChainClient>
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
