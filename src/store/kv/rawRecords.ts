import { ClassicLevel } from 'classic-level'
import { openRecord } from './recordSeal.ts'

/** All records of a LevelDB folder that is not open elsewhere, in key order; a damaged one has no value. */
export async function* rawRecords(
	folder: string,
): AsyncGenerator<readonly [key: Uint8Array, value: Uint8Array | undefined]> {
	const level = new ClassicLevel<Uint8Array, Uint8Array>(folder, {
		keyEncoding: 'view',
		valueEncoding: 'view',
		compression: false,
		createIfMissing: false,
	})
	await level.open()
	try {
		for await (const [key, sealed] of level.iterator()) yield [key, openRecord(key, sealed)]
	} finally {
		await level.close()
	}
}
