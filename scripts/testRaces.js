// `npm run test:races -- [--pairs N] [--seed N] [--database sqlite|postgres]`
//
// Two gateways on one database, and every pair of operations that rest on the same rows, N times (40) at once at both: prints
// how many of each pair succeeded and which rules were broken afterwards. PostgreSQL needs an installed server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundledModule } from './bundledModule.js'

process.chdir(new URL('..', import.meta.url).pathname)

const { values } = parseArgs({
	options: {
		pairs: { type: 'string', default: '40' },
		seed: { type: 'string', default: String(Date.now() % 2_147_483_647) },
		database: { type: 'string' },
	},
})
process.env.CHAIN_TUI_SEED = values.seed
const races = await bundledModule(`
	export { openStorage } from './src/endpoints/storage/openStorage.ts'
	export { postgresBinaries, startCluster } from './test/flow/endpoints/support/postgres.ts'
	export { racePairs } from './test/flow/endpoints/races/racePairs.ts'
	export { raceWorld } from './test/flow/endpoints/races/RaceWorld.ts'
	export { runRaces } from './test/flow/endpoints/races/runRaces.ts'
	export { startGateways } from './test/flow/endpoints/races/startGateways.ts'
	export { randomSource } from './test/support/random.js'
`)

console.log(`seed ${values.seed}, ${values.pairs} pairs of each, two gateways`)
let broken = 0
for (const engine of values.database === undefined ? ['sqlite', 'postgres'] : [values.database]) {
	if (engine === 'postgres' && races.postgresBinaries === undefined) {
		console.log('\npostgres: left out, no server is installed')
		continue
	}
	broken += await runOn(engine)
}
console.log(broken === 0 ? '\nno rule was broken' : `\n${broken} faults`)
process.exitCode = broken === 0 ? 0 : 1

async function runOn(engine) {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-races-'))
	const cluster = engine === 'postgres' ? await races.startCluster() : undefined
	const url = (await cluster?.database()) ?? `sqlite:${join(folder, 'races.sqlite')}`
	const gateways = await races.startGateways(url)
	const storage = await races.openStorage(url)
	const world = races.raceWorld(gateways.urls, storage)
	const random = races.randomSource(`races on ${engine}`)
	const width = Math.max(...races.racePairs.map(({ name }) => name.length))
	console.log(`\n${engine.padEnd(width)}  none   one  both  faults`)
	let faults = 0
	for (const pair of races.racePairs) {
		const result = await races.runRaces(world, pair, Number(values.pairs), random)
		const counts = result.succeeded.map((count) => String(count).padStart(6)).join('')
		console.log(`${pair.name.padEnd(width)}${counts}  ${String(result.faults.length).padStart(6)}`)
		for (const fault of new Set(result.faults)) console.log(`    ${fault}`)
		faults += result.faults.length
	}
	await storage.close()
	await gateways.stop()
	cluster?.stop()
	rmSync(folder, { recursive: true, force: true })
	return faults
}
