import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { toHex } from '../../../src/util/bytes.ts'
import { randomSource } from '../../support/random.js'
import { changeForVersion, openTestStore } from './testState.ts'

// Inside node_modules, so that the program finds the packages it imports.
const program = fileURLToPath(new URL(`../../../node_modules/.cache/commitLoop-${process.pid}.mjs`, import.meta.url))
let folder = ''

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'store-crash-'))
	await build({
		entryPoints: [fileURLToPath(new URL('./commitLoop.ts', import.meta.url))],
		outfile: program,
		bundle: true,
		platform: 'node',
		format: 'esm',
		packages: 'external',
		logLevel: 'error',
	})
})

afterAll(async () => {
	await rm(folder, { recursive: true, force: true })
	await rm(program, { force: true })
})

/** Runs the loop until it has made `versions` more durable, then kills it; returns the last version it told of. */
async function runAndKill(path: string, versions: number): Promise<number> {
	const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
	const exited = once(child, 'exit')
	let last = 0
	let seen = 0
	for await (const line of createInterface({ input: child.stdout })) {
		last = Number(line)
		if (++seen === versions) child.kill('SIGKILL')
	}
	expect((await exited)[1]).toBe('SIGKILL')
	return last
}

test('after kill -9 in a commit the state opens at a whole version, with every pair of it', async () => {
	const random = randomSource()
	const path = join(folder, 'state')
	const memory = createMemoryDb()
	const expected = openTestStore(memory)
	for (let round = 0; round < 6; round++) {
		const told = await runAndKill(path, 1 + random(30))
		const db = await openLevelDb(path)
		const store = openTestStore(db)
		const { version, hash } = store.lastCommit
		expect(version).toBeGreaterThanOrEqual(told)
		while (expected.lastCommit.version < version) {
			changeForVersion(expected, expected.lastCommit.version + 1)
			const batch = memory.batch()
			expected.commit(batch)
			await memory.write(batch, { sync: false })
		}
		expect(toHex(hash)).toBe(toHex(expected.lastCommit.hash))
		expect(store.dump()).toEqual(expected.dump())
		expect(store.earliestVersion).toBe(expected.earliestVersion)
		await db.close()
	}
})
