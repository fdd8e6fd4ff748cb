// `npm run attack [-- NAME ...] [-- --sockets N] [-- --seconds N] [-- --seed N] [-- --kinds A,B]`: attacks a node of this build as a hostile
// neighbour would and prints what an honest client felt meanwhile. The attacks are the files of test/attack; each prints its
// seed, and its exit status tells whether the limits held.
import { readdirSync } from 'node:fs'

const folder = new URL('../test/attack/', import.meta.url)
const known = readdirSync(folder)
	.filter((name) => name.endsWith('.attack.js'))
	.map((name) => name.replace('.attack.js', ''))
	.sort()

const args = process.argv.slice(2)
const text = (name) => {
	const at = args.indexOf(`--${name}`)
	return at < 0 ? undefined : args.splice(at, 2)[1]
}
const option = (name) => {
	const given = text(name)
	return given === undefined ? undefined : Number(given)
}
const options = {
	sockets: option('sockets'),
	seconds: option('seconds'),
	seed: option('seed'),
	kinds: text('kinds')?.split(','),
}
const unknown = args.filter((name) => !known.includes(name))
if (unknown.length > 0) {
	console.error(`no attack is called ${unknown.join(', ')}.\nThere are: ${known.join(', ')}.`)
	process.exit(1)
}
let held = true
for (const name of args.length > 0 ? args : known) {
	console.log(`\n== ${name}`)
	const { run } = await import(new URL(`${name}.attack.js`, folder).href)
	held = (await run({ ...options, print: console.log })) && held
}
process.exit(held ? 0 : 1)
