// How long a test waits for a chain of its own (`startChain`), in a process that has started none before and in one that has,
// against the limit of 300 ms. What a further chain of a process weighs, against the limit of 25 MB.
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

const further = 10

const weighing = `
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
const { startChain } = await import(${JSON.stringify(library)})
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const resident = () => {
	collect()
	return process.memoryUsage.rss()
}
const loaded = resident()
const chains = [await startChain()]
const first = resident()
for (let more = 0; more < ${further}; more++) chains.push(await startChain())
console.log(JSON.stringify([first - loaded, (resident() - first) / ${further}]))
for (const chain of chains) await chain.stop()
`

/** The JSON that a program prints. */
function printed(source) {
	const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
		encoding: 'utf8',
		timeout: 120_000,
	})
	if (stdout === '') throw new Error(`the measured program printed nothing: ${stderr}`)
	return JSON.parse(stdout)
}

/** Tells the first start and the later ones of a process, and their memory. */
export async function run({ row }) {
	const first = []
	const later = []
	for (let round = 0; round < 7; round++) {
		const [one, ...others] = printed(program)
		first.push(one)
		later.push(...others)
	}
	row({ what: 'startChain, the first of a process', ours: median(first), unit: 'ms', aim: `<= ${limitMs}` })
	row({ what: 'startChain, later ones', ours: median(later), unit: 'ms', aim: `<= ${limitMs}` })
	const [firstBytes, furtherBytes] = printed(weighing)
	row({ what: 'memory of a first chain, with its code', ours: firstBytes / 1e6, unit: 'MB' })
	row({ what: `memory of each of ${further} further chains`, ours: furtherBytes / 1e6, unit: 'MB', aim: '<= 25' })
}
