import { UserError } from '../../errors/UserError.ts'
import type { NodeConfig } from '../../node/NodeConfig.ts'
import type { CommandContext } from '../CommandContext.ts'
import { hasChain } from './home.ts'

/** How far the work on a genesis is. */
interface GenesisProgress {
	readonly step: string
	/** Bytes of the file that this step has passed, of all. */
	readonly bytes: number
	readonly size: number
	/** Accounts of this step so far; pairs of keys and values of the step `trees`. */
	readonly accounts: number
}

/** One line on a terminal that says how far work is, at most ten times a second. */
export class ProgressLine {
	readonly #context: CommandContext
	#shownAt = Number.NEGATIVE_INFINITY

	constructor(context: CommandContext) {
		this.#context = context
	}

	show(done: GenesisProgress): void {
		this.showText(() => genesisProgress(done))
	}

	/** @param text is made only for a line that is shown */
	showText(text: () => string): void {
		const now = performance.now()
		if (this.#context.io.onTerminal !== true || now < this.#shownAt + 100) return
		this.#shownAt = now
		this.#context.io.stderr(`\r\u001b[K${text()}`)
	}

	clear(): void {
		if (Number.isFinite(this.#shownAt)) this.#context.io.stderr('\r\u001b[K')
	}
}

/** `check    [######..................] 87 of 347 MB  250,000 accounts` */
function genesisProgress({ step, bytes, size, accounts }: GenesisProgress): string {
	const isTrees = step === 'trees'
	const count = accounts === 0 ? '' : `  ${accounts.toLocaleString('en-US')} ${isTrees ? 'entries' : 'accounts'}`
	if (isTrees) return `trees   ${count}`
	const done = size === 0 ? 1 : Math.min(1, bytes / size)
	const bar = '#'.repeat(Math.round(done * 24)).padEnd(24, '.')
	return `${step.padEnd(8)} [${bar}] ${Math.round(bytes / 1e6)} of ${Math.round(size / 1e6)} MB${count}`
}

/**
 * Begins the chain of a new home with a genesis file that is too large for the memory, with a progress line on a
 * terminal. Does nothing where there is no such file, or a chain already.
 * @throws {UserError} if no chain can begin with it, or when it is stopped; then there is no new home.
 */
export async function loadLargeGenesis(
	context: CommandContext,
	config: NodeConfig & { readonly home: string },
): Promise<void> {
	const { genesisFile } = config
	if (genesisFile === undefined || hasChain(config.home)) return
	const { loadGenesisFile } = await import('../../node/genesis/loadGenesisFile.ts')
	const bar = new ProgressLine(context)
	const { stopped } = context.io
	try {
		await loadGenesisFile({ ...config, genesisFile }, { progress: (done) => bar.show(done), stopped })
	} catch (cause) {
		if (!stopped.aborted) throw cause
		throw new UserError('The chain was not begun: it was stopped.', { why: 'Nothing was kept.', cause })
	} finally {
		bar.clear()
	}
}
