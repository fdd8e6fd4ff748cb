import type { CliIo } from '../../../src/cli/processIo.ts'
import { runCli } from '../../../src/cli/runCli.ts'

/** What a command line did. */
export interface CliResult {
	readonly exit: number
	readonly stdout: string
	readonly stderr: string
}

/** How the process around a command looks. */
export interface CliSurroundings {
	readonly stdin?: string
	/** Answers of a person, in order; without them nobody is there. */
	readonly answers?: readonly string[]
	readonly env?: Readonly<Record<string, string>>
	readonly stopped?: AbortSignal
	/** A person reads standard output. */
	readonly onTerminal?: boolean
	readonly onStdout?: (text: string) => void
	readonly onStderr?: (text: string) => void
	readonly onPrompt?: (...asked: Parameters<CliIo['prompt']>) => void
}

/** Runs a command line as the program does, with its streams in hand. */
export async function cli(args: readonly string[], around: CliSurroundings = {}): Promise<CliResult> {
	let stdout = ''
	let stderr = ''
	const answers = [...(around.answers ?? [])]
	const io: CliIo = {
		stdout: (text) => {
			stdout += text
			around.onStdout?.(text)
		},
		stderr: (text) => {
			stderr += text
			around.onStderr?.(text)
		},
		readStdin: async () => around.stdin ?? '',
		interactive: around.answers !== undefined,
		onTerminal: around.onTerminal === true,
		prompt: async (...asked) => {
			stderr += asked[0]
			around.onPrompt?.(...asked)
			return answers.shift() ?? ''
		},
		env: around.env ?? {},
		stopped: around.stopped ?? new AbortController().signal,
	}
	const exit = await runCli(args, io)
	return { exit, stdout, stderr }
}
