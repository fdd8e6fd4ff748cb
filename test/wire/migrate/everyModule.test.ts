import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memorySource } from '../../../src/codec/goJson/JsonScanner.ts'
import { sha256 } from '../../../src/crypto/hash.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { migrateGenesis } from '../../../src/migrate/migrateGenesis.ts'
import { toHex, utf8 } from '../../../src/util/bytes.ts'
import { oldGenesis } from '../../reference/oldGenesis.ts'

/** By seed the SHA-256 of what the framework's own migration wrote, null where it refused (`npm run test:reference -- --migrate --record`). */
const recorded = JSON.parse(
	readFileSync(new URL('../../golden/migrate/everyModule.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string | null>>

async function migrated(seed: number): Promise<string | null> {
	const { text, prefix } = oldGenesis(seed)!
	let written = ''
	try {
		await migrateGenesis(
			memorySource(utf8(text)),
			(part) => {
				written += part
			},
			{ prefix },
		)
		return toHex(sha256(utf8(written)))
	} catch (fault) {
		if (fault instanceof UserError) return null
		throw fault
	}
}

test('documents with every module filled, most of them damaged, are written or refused as by the framework', async () => {
	const own: Record<string, string | null> = {}
	for (const seed of Object.keys(recorded)) own[seed] = await migrated(Number(seed))
	expect(own).toEqual(recorded)
	const told = Object.values(recorded)
	expect(told.filter((hash) => hash === null).length).toBeGreaterThan(50)
	expect(new Set(told).size).toBeGreaterThan(40)
})
