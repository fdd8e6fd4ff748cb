import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatValidatorKey, generateValidatorKey } from '../../../src/engine/validatorKey.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { fromUtf8, toHex, utf8 } from '../../../src/util/bytes.ts'
import { testEngine } from '../../unit/engine/testEngine.ts'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/crash/', import.meta.url))
const program = join(cache, `makeBlocks-${process.pid}.mjs`)
let home: string

beforeAll(async () => {
	mkdirSync(cache, { recursive: true })
	home = mkdtempSync(join(tmpdir(), 'crash-'))
	await build({
		entryPoints: [fileURLToPath(new URL('makeBlocks.ts', import.meta.url))],
		outfile: program,
		bundle: true,
		format: 'esm',
		platform: 'node',
		packages: 'external',
		logLevel: 'error',
	})
})

afterAll(() => {
	rmSync(home, { recursive: true })
	rmSync(program)
})

const key = generateValidatorKey()

/** Runs the program until it has printed so many blocks, and kills it in the middle of the next. */
function runAndKill(blocks: number): Promise<string[]> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [program, home, formatValidatorKey(key)], {
			stdio: ['ignore', 'pipe', 'pipe'],
		})
		let out = ''
		let errors = ''
		child.stderr.on('data', (chunk) => (errors += String(chunk)))
		child.stdout.on('data', (chunk) => {
			out += String(chunk)
			if (out.split('\n').length > blocks) child.kill('SIGKILL')
		})
		child.on('exit', (_code, signal) => {
			if (signal === 'SIGKILL') resolve(out.split('\n').slice(0, -1))
			else reject(new Error(errors))
		})
	})
}

describe('a node that is killed while it writes', () => {
	it('opens at a whole block with everything it had announced, five times in a row', async () => {
		let last = 0
		for (const blocks of [3, 1, 7, 2, 12]) {
			const lines = await runAndKill(blocks)
			const db = await openLevelDb(home)
			const engine = await testEngine({ db, genesis: undefined, validatorKey: () => key })
			for (const line of lines) {
				const [height = 0, hash] = [Number(line.split(' ')[0]), line.split(' ')[1]]
				expect(height).toBe(++last)
				expect(toHex((await engine.blockMeta(height))!.blockId.hash)).toBe(hash)
			}
			expect(engine.height).toBeGreaterThanOrEqual(last)
			last = engine.height
			for (let height = 1; height <= last; height++) {
				expect((await engine.block(height))!.txs.length).toBe(20)
				const { total } = await engine.searchTxs({
					query: `tx.height=${height} AND app.creator='somebody'`,
					page: 1n,
					perPage: 1,
					order: 'asc',
				})
				expect(total).toBe(20)
				const data = utf8(`k${height}-19`)
				const { value } = await engine.application.query({ path: '', data, height: 0n, prove: false })
				expect(fromUtf8(value!)).toBe(String(height))
			}
			await db.close()
		}
	})
})
