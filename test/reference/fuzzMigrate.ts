import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memorySource } from '../../src/codec/goJson/JsonScanner.ts'
import { sha256 } from '../../src/crypto/hash.ts'
import { migrateGenesis } from '../../src/migrate/migrateGenesis.ts'
import { toHex, utf8 } from '../../src/util/bytes.ts'
import { oldGenesis } from './oldGenesis.ts'

/** Options of a comparison. */
export interface MigrateFuzz {
	/** The reference, which knows `migrate FILE`. */
	readonly program: string
	/** First seed and number of documents. */
	readonly seed: number
	readonly count: number
	readonly print: (line: string) => void
	/** A file for what the reference said: by seed the SHA-256 of what it wrote, null where it refused. */
	readonly record?: string | undefined
}

/** Migrates documents of generation 8 here and by the framework. Returns whether both wrote the same bytes or both refused each. */
export async function fuzzMigrate({ program, seed, count, print, record }: MigrateFuzz): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-fuzz-migrate-'))
	const said: Record<number, string | null> = {}
	let written = 0
	let refused = 0
	let different = 0
	try {
		for (let at = seed; at < seed + count; at++) {
			const document = oldGenesis(at)
			if (document === undefined) continue
			const { text, prefix } = document
			const file = join(folder, 'genesis.json')
			writeFileSync(file, text)
			const wanted = spawnSync(program, ['migrate', file], {
				encoding: 'utf8',
				env: { ...process.env, REF_PREFIX: prefix },
				maxBuffer: 1 << 28,
			})
			const theirs = wanted.status === 0 ? wanted.stdout : undefined
			said[at] = theirs === undefined ? null : toHex(sha256(utf8(theirs)))
			const ours = await migrated(text, prefix)
			if (theirs === ours.text) {
				if (theirs === undefined) refused++
				else written++
				continue
			}
			different++
			print(`seed ${at}: ${differenceOf(theirs ?? wanted.stderr.split('\n')[0]!, ours.text ?? ours.fault)}`)
		}
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
	if (record !== undefined) writeFileSync(record, `${JSON.stringify(said, undefined, '\t')}\n`)
	print(`${written} documents equal, ${refused} refused by both, ${different} different`)
	return different === 0
}

async function migrated(document: string, prefix: string): Promise<{ readonly text?: string; readonly fault: string }> {
	let text = ''
	try {
		await migrateGenesis(
			memorySource(Buffer.from(document)),
			(part) => {
				text += part
			},
			{ prefix },
		)
		return { text, fault: '' }
	} catch (fault) {
		return { fault: String(fault instanceof Error ? ((fault as { text?: string }).text ?? fault.stack) : fault) }
	}
}

function differenceOf(wanted: string, got: string): string {
	let at = 0
	while (at < wanted.length && wanted[at] === got[at]) at++
	const near = (text: string) => text.slice(Math.max(0, at - 80), at + 120)
	return `\n  reference ${near(wanted)}\n  ours      ${near(got)}`
}
