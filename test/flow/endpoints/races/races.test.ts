import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStorage, type Storage } from '../../../../src/endpoints/storage/openStorage.ts'
import { randomSource } from '../../../support/random.js'
import { type Cluster, postgresBinaries, startCluster } from '../support/postgres.ts'
import { type RaceWorld, raceWorld } from './RaceWorld.ts'
import { racePairs } from './racePairs.ts'
import { runRaces } from './runRaces.ts'
import { type Gateways, startGateways } from './startGateways.ts'

// `npm run test:races` runs 40 of each and prints a table.
const pairs = process.env.CHAIN_TUI_FULL === '1' ? 40 : 2

describe.each(['sqlite', 'postgres'] as const)('two gateways on %s', (engine) => {
	const isThere = engine === 'sqlite' || postgresBinaries !== undefined
	const test = it.skipIf(!isThere)
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-races-'))
	let cluster: Cluster | undefined
	let gateways: Gateways
	let storage: Storage
	let world: RaceWorld
	beforeAll(async () => {
		if (!isThere) return
		if (engine === 'postgres') cluster = await startCluster()
		const url = (await cluster?.database()) ?? `sqlite:${join(folder, 'races.sqlite')}`
		gateways = await startGateways(url)
		storage = await openStorage(url)
		world = raceWorld(gateways.urls, storage)
	})
	afterAll(async () => {
		await storage?.close()
		await gateways?.stop()
		cluster?.stop()
		rmSync(folder, { recursive: true, force: true })
	})
	const random = randomSource(`races on ${engine}`)

	test.each(racePairs)('keep the rules: $name', async (pair) => {
		const { succeeded, faults } = await runRaces(world, pair, pairs, random)
		expect(succeeded.reduce((sum, races) => sum + races)).toBe(pairs)
		expect(faults).toEqual([])
	})
})
