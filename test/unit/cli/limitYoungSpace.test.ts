import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Makes objects of which each garbage collection finds many alive, until the time is over. Prints the size of their space. */
const program = (limit: boolean) => `
import { getHeapSpaceStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { setTimeout as pause } from 'node:timers/promises'
import { limitYoungSpace } from ${JSON.stringify(new URL('../../../src/cli/limitYoungSpace.ts', import.meta.url).pathname)}
${limit ? 'limitYoungSpace()' : ''}
let kept = []
async function work(rounds) {
	for (let round = 0; round < rounds; round++) {
		for (let made = 0; made < 2_000; made++) kept.push({ made, list: [made] })
		if (kept.length > 20_000) kept = []
		await pause(10)
	}
}
await work(60)
const worker = new Worker('setInterval(() => {}, 1000)', { eval: true })
await new Promise((resolve) => worker.once('online', resolve))
await work(250)
console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
process.exit()
`

let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-young-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function youngSpace(limit: boolean): number {
	const [source, outfile] = [join(folder, `${limit}.ts`), join(folder, `${limit}.mjs`)]
	writeFileSync(source, program(limit))
	buildSync({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node' })
	return Number(execFileSync(process.execPath, [outfile], { encoding: 'utf8' }))
}

describe('the space of young objects', () => {
	it('grows to 8 MB and no further, also after a thread was started; without the limit it does', () => {
		expect(youngSpace(true)).toBe(8 * 1024 * 1024)
		expect(youngSpace(false)).toBeGreaterThan(8 * 1024 * 1024)
	})
})
