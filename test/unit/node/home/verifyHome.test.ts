import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { statePrefix } from '../../../../src/app/BaseApp.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { prefixes } from '../../../../src/engine/store/keys.ts'
import { createApp } from '../../../../src/node/createApp.ts'
import { homePaths } from '../../../../src/node/home/home.ts'
import { writeNetworkHome } from '../../../../src/node/home/networkHome.ts'
import { verifyHome } from '../../../../src/node/home/verifyHome.ts'
import { numberKey } from '../../../../src/store/keyBytes.ts'
import { openLevelDb } from '../../../../src/store/kv/levelDb.ts'
import { concatBytes } from '../../../../src/util/bytes.ts'
import { openFilesIn, tellsOpenFiles } from '../../../support/openFiles.ts'
import { makeBlock, startChain } from '../../app/testChain.ts'

let home: string
const data = () => homePaths(home).data
beforeEach(async () => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-verify-'))
	const db = await openLevelDb(data())
	const app = createApp({
		...{ db: db.prefixed(prefixes.application), settings: defaultChainSettings },
		...{ minGasPrices: '0.01uchain', pruning: 'nothing', name: 'chain', version: '0.0.0' },
	})
	startChain(app)
	for (let height = 1; height <= 3; height++) await makeBlock(app)
	await db.close()
	// Opening puts what its log holds into a table.
	await (await openLevelDb(data())).close()
	writeNetworkHome(home, {})
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const verify = (told: string[] = []) =>
	verifyHome(home, { repair: false }, (part, share) => told.push(`${part} ${share}`))
const left = () => [
	readdirSync(home).filter((name) => name.startsWith('.verify')),
	tellsOpenFiles ? openFilesIn(home) : [],
]
const intact = {
	height: 0,
	earliest: 0,
	stateOnly: 3,
	versions: 3,
	faults: [],
	advice: [],
	repaired: [],
	mended: false,
}

test('the home of a node of a network is checked by its files and its states alone, and nothing of the check stays', async () => {
	const told: string[] = []
	expect(await verify(told)).toEqual(intact)
	expect(new Set(told)).toEqual(new Set(['files 1', `state ${1 / 3}`, `state ${2 / 3}`, 'state 1']))
	expect(left()).toEqual([[], []])
})

test('the home of a node of a network whose database cannot be read is told with its files, and what brings it back', async () => {
	const table = readdirSync(data()).find((name) => name.endsWith('.ldb'))!
	const { size } = statSync(join(data(), table))
	truncateSync(join(data(), table), size - 100)
	const report = await verify()
	expect(report.faults[0]).toBe(`${table}: it has ${size - 100} of its ${size} bytes.`)
	expect(report.faults.slice(1).join()).toMatch(/is damaged\. /)
	expect(report.advice).toEqual([
		'Stop the node, run `chain-tui node reset --keep-keys`: it takes the chain from the others.',
	])
	expect(left()).toEqual([[], []])
})

test('the home of a node of a network names the heights whose state is damaged, and is not mended alone', async () => {
	const db = await openLevelDb(data())
	const batch = db.batch()
	batch.delete(concatBytes(prefixes.application, statePrefix, numberKey('v', 2)))
	await db.write(batch, { sync: true })
	await db.close()
	expect(await verify()).toMatchObject({
		stateOnly: 3,
		versions: 2,
		faults: ['State of height 2: its record is missing'],
		advice: [expect.stringContaining('node reset --keep-keys')],
	})
	for (const options of [
		{ repair: true },
		{ repair: false, toHeight: 1 },
		{ repair: false, toHeight: 'whole' },
	] as const)
		await expect(verifyHome(home, options, () => {})).rejects.toThrow(
			`${home} is the home of a node of a network: it cannot be mended alone.`,
		)
})

test('a check of a home removes what checks have left that were cut off, and nothing of one that runs', async () => {
	const { pid: ended } = spawnSync(process.execPath, ['--version'])
	const [gone, running] = [`.verify-${ended}-a`, `.verify-${process.pid}-b`]
	for (const name of [gone, running, '.verify-mine']) {
		mkdirSync(join(home, name))
		writeFileSync(join(home, name, '000005.ldb'), '')
	}
	expect(await verify()).toEqual(intact)
	expect(left()[0]).toEqual([running, '.verify-mine'])
})
