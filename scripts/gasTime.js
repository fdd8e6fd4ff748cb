// `node scripts/gasTime.js [WORDS ...] [--write]`: processor time per gas of every instruction and precompiled contract at its worst
// input. A block at the gas limit of a new home is delivered to an application on disk; a call with the most gas that
// reading calls get tells the longest stretch in which nothing else ran. Words choose cases by their names; `--write`
// replaces the table of docs/security.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gasCases } from '../test/bench/support/gasCases.js'
import { bundledModule } from './bundledModule.js'

process.chdir(new URL('..', import.meta.url).pathname)
const write = process.argv.includes('--write')
const words = process.argv.slice(2).filter((word) => word !== '--write')
const { GasChain } = await bundledModule(`export { GasChain } from './test/bench/support/GasChain.ts'`)

/** Gas of a block of a new home, of a transaction of it, and the most that a call gets. */
const blockGas = 30_000_000
const txGas = 5_000_000
const callGas = 50_000_000

const chosen = gasCases.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const folder = mkdtempSync(join(tmpdir(), 'gas-time-'))
const chains = {}
const rows = []
try {
	for (const one of chosen) {
		const rules = one.london === true ? 'london' : one.prague === true ? 'prague' : 'cancun'
		chains[rules] ??= await GasChain.open(join(folder, rules), rules)
		const chain = chains[rules]
		const block = await chain.block(one, txGas, blockGas)
		const call = await chain.call(one, callGas)
		rows.push({ name: one.name, block, call })
		console.log(
			`${one.name.padEnd(60)} block ${(block.ms / 1000).toFixed(2).padStart(6)} s  ${(block.gas / block.ms / 1000).toFixed(1).padStart(7)} gas/us  stretch ${block.stretchMs.toFixed(0).padStart(5)} ms   call ${(call.ms / 1000).toFixed(2).padStart(6)} s, stretch ${call.stretchMs.toFixed(0).padStart(5)} ms ${call.error}`,
		)
	}
} finally {
	for (const chain of Object.values(chains)) await chain.close()
	rmSync(folder, { recursive: true, force: true })
}

if (write) {
	const page = readFileSync('docs/security.md', 'utf8')
	const cell = ({ name, block, call }) =>
		`| ${name} | ${(block.ms / 1000).toFixed(2)} | ${(((block.ms * 1000) / block.gas) * 1000).toFixed(0)} | ${Math.max(block.stretchMs, call.stretchMs).toFixed(0)} |`
	const table = [
		'| Instruction or precompiled contract | block of 30 M gas, s | ns of a gas | longest stretch, ms |',
		'|---|---|---|---|',
		...rows.toSorted((a, b) => b.block.ms - a.block.ms).map(cell),
	].join('\n')
	writeFileSync(
		'docs/security.md',
		page.replace(/<!-- gas -->[\s\S]*?<!-- \/gas -->/, `<!-- gas -->\n${table}\n<!-- /gas -->`),
	)
}
const worst = rows.reduce((a, b) => (a.block.ms > b.block.ms ? a : b))
const longest = rows.reduce((a, b) => (a.call.stretchMs > b.call.stretchMs ? a : b))
console.log(`\nworst block: ${worst.name}, ${(worst.block.ms / 1000).toFixed(2)} s`)
console.log(`longest stretch of a call: ${longest.name}, ${longest.call.stretchMs.toFixed(0)} ms`)
