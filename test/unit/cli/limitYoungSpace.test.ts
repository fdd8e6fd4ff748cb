import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

async function youngSpace(limit: boolean): Promise<number> {
	const [source, outfile] = [join(folder, `${limit}.ts`), join(folder, `${limit}.mjs`)]
	writeFileSync(source, program(limit))
	buildSync({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node' })
	return Number((await promisify(execFile)(process.execPath, [outfile])).stdout)
}

describe('the space of young objects', () => {
	it('grows to 8 MB and no further, also after a thread was started; without the limit it does', async () => {
		const [limited, free] = await Promise.all([youngSpace(true), youngSpace(false)])
		expect(limited).toBe(8 * 1024 * 1024)
		expect(free).toBeGreaterThan(8 * 1024 * 1024)
	})
})
