import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppModule } from '../../../src/app/AppModule.ts'
import { type LoadStep, loadLargeGenesis, validateLargeGenesis } from '../../../src/app/genesis/largeGenesis.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { prefixedDb } from '../../../src/store/kv/prefixedDb.ts'
import { openFilesIn, tellsOpenFiles } from '../../support/openFiles.ts'
import { largePart } from '../modules/largeParts.ts'
import { chainRequest, genesisState, greetTx, makeBlock, openApp, startChain } from './testChain.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-load-genesis-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const left = () => [...readdirSync(folder), ...(tellsOpenFiles ? openFilesIn(folder) : [])]

/** Loads the state of a genesis piece by piece, and what it told. */
function loaded(db = createMemoryDb()) {
	const app = openApp(db)
	const state = JSON.parse(genesisState()) as Record<string, never>
	const parts = new Map(Object.entries(state).map(([name, part]) => [name, largePart(part)]))
	const steps: LoadStep[] = []
	const { validators: _, appState: __, ...request } = chainRequest(-1n, '')
	const loading = app.loadGenesis(request, parts, folder, async (step) => {
		steps.push(step)
	})
	return { app, steps, loading }
}

test('a chain whose genesis was loaded piece by piece makes the blocks of one that read it at once, and leaves no file', async () => {
	const { app, steps, loading } = loaded()
	await loading
	expect([app.store.isLoaded, app.info().lastBlockHeight, left()]).toEqual([true, 0, []])
	expect(steps.map(({ module }) => module)).toEqual(expect.arrayContaining(['auth', 'bank']))
	app.initChain(chainRequest(-1n, ''))
	const plain = openApp()
	startChain(plain)
	for (const tx of [greetTx(), greetTx({ sequence: 1n })]) {
		const [one, other] = [await makeBlock(app, tx), await makeBlock(plain, tx)]
		expect(one).toEqual(other)
		expect(one.results[0]?.code).toBe(0)
	}
	expect(app.consensusParams).toEqual(plain.consensusParams)
})

test('a load of a genesis that the disk refuses in the midst leaves no file either, and no state', async () => {
	const memory = createMemoryDb()
	let waiting = 0
	const db: KvDatabase = {
		...memory,
		write: async () => {
			waiting = readdirSync(folder).length
			throw new RangeError('no room')
		},
		prefixed: (prefix) => prefixedDb(db, prefix),
	}
	const { loading } = loaded(db)
	await expect(loading).rejects.toThrow('no room')
	expect([waiting > 0, left(), openApp(memory).store.isLoaded]).toEqual([true, [], false])
})

test('a module reads its part at once or step by step, and the load may rest after each step', async () => {
	const told: unknown[] = []
	const module = (name: string, more: object) => ({ name, ...more }) as unknown as AppModule
	const modules = [
		module('whole', {
			validateGenesis: (part: unknown) => told.push('checked', part),
			initGenesis: (_: unknown, part: unknown) => told.push('written', part),
		}),
		module('steps', {
			*loadGenesis() {
				yield* [1, 2]
			},
			*validateLargeGenesis() {
				yield 3
			},
		}),
		module('absent', { validateGenesis: () => told.push('absent'), initGenesis: () => told.push('absent') }),
	]
	const parts = new Map(['whole', 'steps'].map((name) => [name, largePart({ of: name })]))
	const turn = async ({ module: name, entries, position }: LoadStep) => void told.push(`${name} ${entries}`, position)
	// A part that was not read stands at its begin; trees have no place in the document.
	const { position: begin } = largePart({})
	await validateLargeGenesis(modules, parts, turn)
	expect(told.splice(0)).toEqual(['checked', { of: 'whole' }, 'steps 3', begin])
	const load = { settle: () => told.push('rest'), finish: (progress: (pairs: number) => Promise<void>) => progress(9) }
	await loadLargeGenesis(modules, {} as never, parts, load as never, turn)
	expect(told).toEqual([
		'written',
		{ of: 'whole' },
		'rest',
		'steps 1',
		begin,
		'rest',
		'steps 2',
		begin,
		'undefined 9',
		0,
	])
})
