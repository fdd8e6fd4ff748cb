import { fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { UserError } from '../../errors/UserError.ts'
import type { InputBytes } from '../../node/replay/replayPlan.ts'
import { looksSecret, shownInput } from '../../util/shownInput.ts'
import type { CliIo } from '../processIo.ts'

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws {UserError} if it cannot be read.
 */
export async function readInput(io: CliIo, file: string): Promise<string> {
	return file === '-' ? io.readStdin() : readable(file, () => readFileSync(file, 'utf8'))
}

/**
 * As `readInput`, but of a file only the parts that are asked for are in memory. The file is closed when the process ends.
 *
 * @throws {UserError}
 */
export async function openInput(io: CliIo, file: string): Promise<InputBytes> {
	if (file === '-') return Buffer.from(await io.readStdin())
	return readable(file, () => {
		const opened = openSync(file, 'r')
		const stats = fstatSync(opened)
		// A pipe can only be read from its begin to its end.
		if (!stats.isFile()) return readFileSync(opened)
		const subarray = (from: number, to: number): Buffer => {
			const part = Buffer.allocUnsafe(Math.min(to, stats.size) - from)
			return part.subarray(0, readSync(opened, part, 0, part.length, from))
		}
		return { length: stats.size, subarray }
	})
}

function readable<Content>(file: string, read: () => Content): Content {
	try {
		return read()
	} catch (cause) {
		throw new UserError(`The file ${shownInput(file)} cannot be read.`, {
			why: cause instanceof Error && !looksSecret(file) ? cause.message : '',
			next: 'Check the path, or give - to read from standard input.',
			cause,
		})
	}
}
