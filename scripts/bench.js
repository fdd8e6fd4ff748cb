// `npm run bench [-- NAME ...] [-- --peer PATH] [-- --evm-peer PATH] [-- --geth PATH] [-- --save FILE] [-- --compare FILE]`: runs the measurements of test/bench and
// prints one table with ratios against a peer or limit of the same run. Nothing here asserts: a shared machine's seconds are no test.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import { benchTable, machineLine } from './benchTable.js'

const folder = new URL('../test/bench/', import.meta.url)
const known = readdirSync(folder)
	.filter((name) => name.endsWith('.bench.js'))
	.map((name) => name.replace('.bench.js', ''))
	.sort()

/** Most characters of an error. */
const toldCharacters = 200

const args = process.argv.slice(2)
const [peer, evmPeer, geth, saveTo, compareWith] = ['--peer', '--evm-peer', '--geth', '--save', '--compare'].map(
	(flag) => {
		const at = args.indexOf(flag)
		return at < 0 ? undefined : args.splice(at, 2)[1]
	},
)
const unknown = args.filter((name) => !known.includes(name))
if (unknown.length > 0) {
	console.error(`no measurement is called ${unknown.join(', ')}.\nThere are: ${known.join(', ')}.`)
	process.exit(1)
}
if (compareWith !== undefined && !existsSync(compareWith)) {
	console.error(`There is no ${compareWith} to compare with: --save FILE writes one.`)
	process.exit(1)
}
const before = compareWith === undefined ? undefined : JSON.parse(readFileSync(compareWith, 'utf8'))
const rows = []
const failed = []
for (const name of args.length > 0 ? args : known) {
	console.log(`\n== ${name}`)
	const peers = name === 'evm' ? ' --evm-peer PATH' : peer === undefined ? '' : ' --peer PATH'
	const command = `npm run bench -- ${name}${peers}`
	const row = (told) => rows.push({ bench: name, command, ...told })
	try {
		const { run } = await import(new URL(`${name}.bench.js`, folder).href)
		await run({ peer, evmPeer, geth, print: console.log, row })
	} catch (error) {
		// The others still have something to tell.
		failed.push(name)
		console.error(`${name} could not be measured: ${inOneLine(error)}`)
	}
}
const [{ model } = { model: 'unknown' }] = cpus()
const result = {
	date: new Date().toISOString().slice(0, 10),
	commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
	machine: {
		processor: model.trim(),
		cores: availableParallelism(),
		memoryGb: Math.round(totalmem() / 2 ** 30),
		system: `${type()} ${release()}`,
		node: process.version,
	},
	rows,
}
console.log(`\n${machineLine(result)}\n`)
console.log(benchTable(rows, before?.rows))
if (saveTo !== undefined) writeFileSync(saveTo, `${JSON.stringify(result, null, '\t')}\n`)
process.exit(failed.length > 0 ? 1 : 0)

/** What went wrong and where, in one short line: an error may carry a whole reply. */
function inOneLine(error) {
	if (!(error instanceof Error)) return String(error).replace(/\s+/g, ' ').slice(0, toldCharacters)
	const place = /\n\s+at .*?([\w.-]+:\d+):\d+\)?/.exec(error.stack ?? '')?.[1]
	const text = error.message.replace(/\s+/g, ' ').slice(0, toldCharacters)
	return place === undefined ? text : `${text} (${place})`
}
