/** What a command may touch of the process it runs in; tests give their own. */
export interface CliIo {
	/** Results. */
	stdout(text: string): void
	/** Everything said about them: prompts, notices, errors. */
	stderr(text: string): void
	/** All of standard input as text. */
	readStdin(): Promise<string>
	/** Whether a user sits at standard input. */
	readonly interactive: boolean
	/** Whether a user reads standard output: what is live is then written for eyes, else as lines for programs. */
	readonly onTerminal?: boolean
	/** One line typed by the user; `hidden` for passphrases. Rejects with UserError when nobody is there. */
	prompt(question: string, options?: { readonly hidden?: boolean }): Promise<string>
	readonly env: Readonly<Record<string, string | undefined>>
	/** Ends when the user or the system asks the process to (SIGINT, SIGTERM). */
	readonly stopped: AbortSignal
}
