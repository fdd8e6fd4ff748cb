import { type FileHandle, open } from 'node:fs/promises'
import { UserError } from '../errors/UserError.ts'
import type { ByteSource } from './JsonScanner.ts'

/** A file as a source; call `close` when it is read. */
export interface FileSource extends ByteSource {
	close(): Promise<void>
}

/**
 * Opens a file that may be larger than the memory.
 *
 * @throws {UserError} if it cannot be read.
 */
export async function openFileSource(path: string): Promise<FileSource> {
	let file: FileHandle | undefined
	try {
		file = await open(path)
		const { size } = await file.stat()
		const handle = file
		return {
			size,
			read: async (position, length) => {
				const wanted = Math.max(0, Math.min(length, size - position))
				const buffer = Buffer.allocUnsafeSlow(wanted)
				let filled = 0
				while (filled < wanted) {
					const { bytesRead } = await handle.read(buffer, filled, wanted - filled, position + filled)
					if (bytesRead === 0) break
					filled += bytesRead
				}
				return buffer.subarray(0, filled)
			},
			close: () => handle.close(),
		}
	} catch (cause) {
		await file?.close()
		throw new UserError('The genesis file cannot be read.', {
			why: cause instanceof Error ? cause.message : '',
			next: 'Check the path.',
			cause,
		})
	}
}
