// `npm run bench [-- NAME ...] [-- --peer PATH]`: runs the measurements of test/bench and prints ratios against a peer or
// limit of the same run. Nothing here asserts: a shared machine's seconds are no test.
import { readdirSync } from 'node:fs'

const folder = new URL('../test/bench/', import.meta.url)
const known = readdirSync(folder)
	.filter((name) => name.endsWith('.bench.js'))
	.map((name) => name.replace('.bench.js', ''))
	.sort()

const args = process.argv.slice(2)
const peerAt = args.indexOf('--peer')
const peer = peerAt < 0 ? undefined : args.splice(peerAt, 2)[1]
const unknown = args.filter((name) => !known.includes(name))
if (unknown.length > 0) {
	console.error(`no measurement is called ${unknown.join(', ')}.\nThere are: ${known.join(', ')}.`)
	process.exit(1)
}
for (const name of args.length > 0 ? args : known) {
	console.log(`\n== ${name}`)
	const { run } = await import(new URL(`${name}.bench.js`, folder).href)
	await run({ peer, print: console.log })
}
process.exit(0)
