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

/** Prints the first start and the later ones of a process, as parts of the limit. */
export async function run({ print }) {
	const first = []
	const later = []
	for (let round = 0; round < 7; round++) {
		const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
		const [one, ...others] = JSON.parse(stdout)
		first.push(one)
		later.push(...others)
	}
	print(`first of a process  ${row(first)}`)
	print(`later ones          ${row(later)}`)
}

function row(times) {
	return `${median(times).toFixed(0)} ms (median of ${times.length}), ratio to ${limitMs} ms: ${(median(times) / limitMs).toFixed(2)} (aim <= 1)`
}
