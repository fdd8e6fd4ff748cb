import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChainEvent } from '../../../../src/chain/ChainEvent.ts'
import type { Engine } from '../../../../src/engine/Engine.ts'
import type { DurableListener } from '../../../../src/engine/EngineOptions.ts'
import { ChainFollower } from '../../../../src/engine/follow/ChainFollower.ts'
import { Pulse } from '../../../../src/engine/follow/Pulse.ts'
import { decodeState, type EngineState } from '../../../../src/engine/store/EngineState.ts'
import { prefixes, stateKey } from '../../../../src/engine/store/keys.ts'
import type { KvDatabase } from '../../../../src/store/KvDatabase.ts'
import { openLevelDb } from '../../../../src/store/kv/levelDb.ts'
import { type LevelReader, type LevelView, openLevelReader } from '../../../../src/store/kv/levelReader.ts'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { silentLog } from '../../../../src/util/Log.ts'
import { kvGenesis, testEngine } from '../testEngine.ts'

interface Followed {
	readonly engine: Engine
	readonly follower: ChainFollower
	/** The value of a key as the follower reads it; undefined when there is none. */
	value(key: string): string | undefined
	/** How often the application was opened anew. */
	readonly opened: () => number
	/** How often the application was told to read the newest state. */
	readonly moved: () => number
	readonly pulse: Pulse
	/** The moments of the database that are open, by the height of the chain in each. */
	readonly held: () => number[]
	/** Does something once, when the next moment is taken. */
	readonly atNextView: (task: (pulse: Pulse) => void) => void
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const end of ends.splice(0).reverse()) await end()
})

/** An engine on a database, and a follower of it that is told of every block. */
async function followed(): Promise<Followed> {
	const folder = mkdtempSync(join(tmpdir(), 'chain-follower-'))
	const path = join(folder, 'data')
	const db = await openLevelDb(path, { shared: true })
	const reader: LevelReader = await openLevelReader(path)
	const views = new Set<LevelView>()
	const pulse = new Pulse()
	let next: ((pulse: Pulse) => void) | undefined
	const counted: LevelReader = {
		...reader,
		view() {
			next?.(pulse)
			next = undefined
			const view = reader.view()
			const noted: LevelView = {
				...view,
				db: view.db,
				advance: (isRight) => view.advance(isRight),
				end() {
					views.delete(noted)
					view.end()
				},
			}
			views.add(noted)
			return noted
		},
	}
	let state: EngineState | undefined
	let follower: ChainFollower | undefined
	const durable: DurableListener = {
		stands: (now) => {
			state = now
			if (pulse.turns % 2 === 1) pulse.turn()
			pulse.change()
			follower?.stands(now)
		},
		block: (height) => {
			pulse.change()
			follower?.announce(height)
		},
		goesBack: () => pulse.turn(),
	}
	const engine = await testEngine({ db, durable })
	ends.push(async () => {
		await engine.stop()
		await reader.close()
		await db.close()
		rmSync(folder, { recursive: true, force: true })
	})
	let application: KvDatabase | undefined
	let [opened, moved] = [0, 0]
	follower = new ChainFollower({
		reader: counted,
		pulse,
		state: state as EngineState,
		log: silentLog,
		openApplication: (appDb) => {
			application = appDb
			opened++
			return { follow: () => void moved++ }
		},
	})
	return {
		engine,
		follower,
		value(key) {
			follower?.refresh()
			const bytes = application?.get(utf8(`d${key}`))
			return bytes && fromUtf8(bytes)
		},
		opened: () => opened,
		moved: () => moved,
		pulse,
		held: () => [...views].map(({ db }) => decodeState(db.prefixed(prefixes.engine).get(stateKey)!).height),
		atNextView: (task) => {
			next = task
		},
	}
}

/** Everything a reader tells of a chain, as text. */
async function told(chain: Engine | ChainFollower): Promise<string> {
	const { height, earliestHeight } = await chain.status()
	const parts: unknown[] = [await chain.status(), (await chain.genesis()).text]
	for (let at = 0; at <= height + 1; at++) {
		parts.push([
			await chain.blockMeta(at),
			await chain.block(at),
			await chain.blockResults(at),
			await chain.commit(at),
			await chain.validators(at),
			await chain.consensusParams(at),
		])
	}
	const page = { page: 1n, perPage: 50, order: 'asc' } as const
	const { txs, total } = await chain.searchTxs({ query: 'tx.height>0', ...page })
	parts.push(total, txs, earliestHeight, await chain.searchBlocks({ query: "begin.parity='even'", ...page }))
	for (const { hash } of txs) parts.push(await chain.tx(hash))
	return JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
}

describe('a chain followed from its database', () => {
	it('tells the same as its engine, before the first block and after each', async () => {
		const { engine, follower } = await followed()
		expect(await told(follower)).toBe(await told(engine))
		for (let block = 0; block < 5; block++) {
			await engine.broadcastTxSync(utf8(`key${block}=${block}`))
			await engine.broadcastTxSync(utf8(`other${block}=${block}`))
			await engine.mine()
			expect(follower.height).toBe(block + 1)
			expect(await told(follower)).toBe(await told(engine))
		}
	})

	it('stays at one height until it is asked anew, and finds what its engine has answered', async () => {
		const { engine, follower, value } = await followed()
		await engine.broadcastTxSync(utf8('a=1'))
		await engine.mine()
		expect(value('a')).toBe('1')
		await engine.broadcastTxSync(utf8('a=2'))
		await engine.mine()
		expect(value('a')).toBe('2')
		expect(follower.height).toBe(2)
	})

	it('opens the application when it begins, and has it read each block once, however often it is asked', async () => {
		const { engine, follower, opened, moved } = await followed()
		expect([opened(), moved()]).toEqual([1, 0])
		for (const block of [1, 2, 3]) {
			await engine.mine()
			expect([follower.height, follower.height, opened(), moved()]).toEqual([block, block, 1, block])
		}
	})

	it('looks at nothing from when the chain begins to go back until it is back', async () => {
		const { engine, follower, opened, pulse, held } = await followed()
		await engine.mine(2)
		pulse.turn()
		pulse.change()
		expect([follower.height, opened(), held()]).toEqual([2, 1, [2]])
		pulse.turn()
		expect([follower.height, opened(), held()]).toEqual([2, 2, [2, 2]])
	})

	it('tells the events of each block once and in order', async () => {
		const { engine, follower } = await followed()
		const heard: string[] = []
		const hear = (event: ChainEvent): void => {
			heard.push(event.type === 'Tx' ? fromUtf8(event.record.tx) : event.type)
		}
		const end = await follower.subscribe("tm.event='NewBlock'", hear)
		await follower.subscribe("tm.event='Tx'", hear)
		for (const tx of ['x=1', 'y=2']) await engine.broadcastTxSync(utf8(tx))
		await engine.mine()
		expect(heard).toEqual(['NewBlock', 'x=1', 'y=2'])
		end()
		await engine.broadcastTxSync(utf8('z=3'))
		await engine.mine()
		expect(heard).toEqual(['NewBlock', 'x=1', 'y=2', 'z=3'])
	})

	it('goes back with its engine, and forgets what it had read', async () => {
		const { engine, follower, opened } = await followed()
		for (let block = 0; block < 6; block++) {
			await engine.broadcastTxSync(utf8(`key${block}=old`))
			await engine.mine()
		}
		expect(follower.height).toBe(6)
		await engine.rewind(3)
		expect(follower.height).toBe(3)
		expect(await told(follower)).toBe(await told(engine))
		expect(opened()).toBe(2)
		await engine.broadcastTxSync(utf8('key3=new'))
		await engine.mine()
		expect(await told(follower)).toBe(await told(engine))
	})

	// LevelDB 1.20 can lose sight of a key that was deleted and written again while a moment between the two is open.
	it('holds no moment that is older than the newest block, though nobody asks it, but the one from before the chain went back until the next block', async () => {
		const { engine, held } = await followed()
		await engine.mine(6)
		expect(held()).toEqual([6])
		for (const height of [5, 3, 2]) await engine.rewind(height)
		expect(held()).toEqual([3, 2])
		await engine.mine(2)
		expect(held()).toEqual([4])
	})

	it('a chain that goes back once more while a follower looks is looked at again, and nothing of the first look is held', async () => {
		const { engine, follower, held, opened, atNextView } = await followed()
		await engine.mine(6)
		let looks = 0
		atNextView((pulse) => {
			looks++
			for (const _ of ['begins', 'is back']) pulse.turn()
		})
		await engine.rewind(3)
		expect([follower.height, held(), looks, opened()]).toEqual([3, [6, 3], 1, 2])
		await engine.mine(1)
		expect([follower.height, held()]).toEqual([4, [4]])
	})

	it('stands at the genesis of a chain that begins again, of another document too', async () => {
		const { engine, follower } = await followed()
		await engine.mine(3)
		await engine.reset(kvGenesis({ chain_id: 'other-chain' }))
		expect(follower.chainId).toBe('other-chain')
		expect(await told(follower)).toBe(await told(engine))
		await engine.mine(2)
		expect(await told(follower)).toBe(await told(engine))
	})

	it('reads what was there before while the chain goes back', async () => {
		const { engine, follower } = await followed()
		await engine.broadcastTxSync(utf8('a=1'))
		await engine.mine(4)
		const before = await told(follower)
		let during = ''
		const reset = engine.reset(kvGenesis({ chain_id: 'other-chain' }))
		// The reset writes its marker first, then record after record.
		for (let look = 0; look < 20; look++) {
			const now = await told(follower)
			if (now !== before) break
			during = now
		}
		await reset
		expect(during).toBe(before)
		expect(follower.height).toBe(0)
	})
})
