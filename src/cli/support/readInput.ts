import { readFileSync } from 'node:fs'
import { type ByteSource, memorySource } from '../../codec/goJson/JsonScanner.ts'
import { thrownText, UserError } from '../../errors/UserError.ts'
import { openFileSource } from '../../migrate/genesisFiles.ts'
import { looksSecret, shownInput } from '../../util/shownInput.ts'
import type { CliIo } from '../processIo.ts'

/** Reads a file, or standard input for `-`. @throws {UserError} if it cannot be read. */
export async function readInput(io: CliIo, file: string): Promise<string> {
	return file === '-' ? io.readStdin() : readable(file, () => readFileSync(file, 'utf8'))
}

/** As `readInput`, but with only the parts asked for in memory, and open until the process ends. @throws {UserError} */
export async function openInput(io: CliIo, file: string): Promise<ByteSource> {
	if (file === '-') return memorySource(Buffer.from(await io.readStdin()))
	return readable(file, () => openFileSource(file))
}

function readable<Content>(file: string, read: () => Content): Content {
	try {
		return read()
	} catch (cause) {
		throw new UserError(`The file ${shownInput(file)} cannot be read.`, {
			why: looksSecret(file) ? '' : (cause instanceof UserError && cause.why) || thrownText(cause),
			next: 'Check the path, or give - to read from standard input.',
			cause,
		})
	}
}
