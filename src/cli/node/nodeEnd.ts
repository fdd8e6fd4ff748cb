import { untilStopped } from '../CommandContext.ts'
import type { CliIo } from '../processIo.ts'

/** When and how a node that a command runs ends. */
export interface NodeEnd {
	/** Resolves when the program is stopped, the node failed, or `end` was called. */
	readonly ended: Promise<void>
	/** Reports what the node cannot go on after. */
	readonly onFailure: (cause: unknown) => void
	readonly end: () => void
	/** 1 after a failure. */
	readonly exitCode: () => number
}

/** The end of a node; `report` tells the user why it failed. */
export function nodeEnd(io: Pick<CliIo, 'stopped'>, report: (cause: unknown) => void): NodeEnd {
	const over = new AbortController()
	const end = (): void => over.abort()
	void untilStopped(io).then(end)
	let code = 0
	return {
		ended: untilStopped({ stopped: over.signal }),
		onFailure: (cause) => {
			code = 1
			report(cause)
			end()
		},
		end,
		exitCode: () => code,
	}
}
