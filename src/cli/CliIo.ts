/** The parts of the process that a command uses. Tests provide their own. */
export interface CliIo {
	/** Writes results. */
	stdout(text: string): void
	/** Writes everything else: prompts, notices, errors. */
	stderr(text: string): void
	/** Reads all of standard input as text. */
	readStdin(): Promise<string>
	/** Whether standard input is a terminal. */
	readonly interactive: boolean
	/** Whether standard output is a terminal. Live output is then text, otherwise JSON lines. */
	readonly onTerminal?: boolean
	/** Reads one line from the user; `hidden` for passphrases. Rejects with UserError without a terminal. */
	prompt(question: string, options?: { readonly hidden?: boolean }): Promise<string>
	readonly env: Readonly<Record<string, string | undefined>>
	/** Aborts on SIGINT and SIGTERM. */
	readonly stopped: AbortSignal
}
