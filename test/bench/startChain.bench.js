// How long a test waits for a chain of its own (`startChain`), in a process that has started none before and in one that has,
// against the limit of 300 ms.
import { spawnSync } from 'node:child_process'
import { median } from './support/stats.js'

const limitMs = 300
const library = new URL('../../dist/library.js', import.meta.url).href

const program = `
const { startChain } = await import(${JSON.stringify(library)})
const times = []
for (let round = 0; round < 6; round++) {
	const from = performance.now()
	const chain = await startChain()
	times.push(performance.now() - from)
	await chain.stop()
}
console.log(JSON.stringify(times))
`

/** Tells the first start and the later ones of a process. */
export async function run({ row }) {
	const first = []
	const later = []
	for (let round = 0; round < 7; round++) {
		const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
			encoding: 'utf8',
			timeout: 120_000,
		})
		const [one, ...others] = JSON.parse(stdout)
		first.push(one)
		later.push(...others)
	}
	row({ what: 'startChain, the first of a process', ours: median(first), unit: 'ms', aim: `<= ${limitMs}` })
	row({ what: 'startChain, later ones', ours: median(later), unit: 'ms', aim: `<= ${limitMs}` })
}
