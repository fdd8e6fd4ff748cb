import { UserError } from '../../errors/UserError.ts'
import type { TuiOptions } from './TuiOptions.ts'

/**
 * Runs the terminal app until the user quits. It draws the first frame before it calls `connect`, so that nothing heavy
 * delays the screen.
 * @returns The exit code of the process; the terminal is restored.
 * @throws {UserError} without a terminal.
 */
export async function runTui(options: TuiOptions): Promise<number> {
	const input = options.input ?? process.stdin
	const output = options.output ?? process.stdout
	const env = options.env ?? process.env
	if (!input.isTTY || !output.isTTY) {
		throw new UserError('chain-tui needs a terminal to draw on, and this is not one', {
			why: 'Input or output is a pipe or a file.',
			next: 'Run `chain-tui start` for the node alone, or any command with `--output json`.',
		})
	}
	// A dumb terminal cannot move its cursor.
	if (options.accessible === true || env.INK_SCREEN_READER === 'true' || env.TERM === 'dumb') {
		const { runAccessible } = await import('./runAccessible.ts')
		return runAccessible({ ...options, input, output, env })
	}
	// Ink 6.8 draws nothing until the end when it believes to run in CI; with a terminal at hand it does not.
	delete process.env.CI
	delete process.env.CONTINUOUS_INTEGRATION
	const { runFullScreen } = await import('./runFullScreen.ts')
	return runFullScreen({ ...options, input, output, env })
}
