import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { openGenesis, resetDatabase, storeLargeGenesis } from '../../../src/engine/genesisRecord.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { prefixedDb } from '../../../src/store/kv/prefixedDb.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { notedWrites } from '../../support/notedWrites.ts'
import { until } from '../../support/until.ts'
import { kvGenesis, testEngine } from './testEngine.ts'

// A crash of the machine takes back what was not durable: what the engine has answered must be.

test('a genesis is durable before a chain begins with it, and so is a reset before and after it removes anything', async () => {
	const { db, taken } = notedWrites()
	await openGenesis(db, kvGenesis())
	expect(taken()).toEqual(['durable'])
	await openGenesis(db, kvGenesis())
	expect(taken()).toEqual([])
	await resetDatabase(db, parseGenesis(kvGenesis({ chain_id: 'other' })))
	expect(taken()).toEqual(['durable', 'soon', 'durable'])
	const large = notedWrites()
	await storeLargeGenesis(large.db, kvGenesis({ app_state: undefined }), [new Uint8Array(2 << 20), utf8('{}')])
	// The last write carries the parts before it: the log of a database is one file.
	expect(large.taken()).toEqual(['soon', 'soon', 'soon', 'durable'])
})

test('blocks, snapshots, changes of the clock and going back are durable, each in one write, before an engine answers', async () => {
	const { db, taken } = notedWrites()
	const marked: string[] = []
	const mark = { last: undefined, write: (height: number) => void marked.push(`${height} after ${taken()}`) }
	const engine = await testEngine({ db, mark })
	expect(marked.splice(0)).toEqual(['0 after durable'])
	await engine.mine(2)
	// The mark is never ahead of the database.
	expect(marked.splice(0)).toEqual(['1 after durable', '2 after durable'])
	await engine.snapshot('one')
	expect(taken()).toEqual(['durable'])
	await engine.advanceTime(60_000)
	expect(taken()).toEqual(['durable'])
	await engine.mine(1)
	expect(marked.splice(0)).toEqual(['3 after durable'])
	await engine.deleteSnapshot('one')
	expect(taken()).toEqual(['durable'])
	await engine.rewind(1)
	// It goes back first, or a crash would leave a database that has lost its newest blocks.
	expect(marked.splice(0)).toEqual(['1 after ', '1 after durable'])
	await engine.reset()
	expect(marked.splice(0)).toEqual(['0 after ', '0 after durable,soon,durable'])
	expect(taken()).toEqual([])
	await engine.stop()
})

test('a query during a block waits until the block is durable, and is answered too when it could not be written', async () => {
	const memory = createMemoryDb()
	let gate: Promise<void> = Promise.resolve()
	let writes = 0
	const db: KvDatabase = {
		...memory,
		write: async (batch, options) => {
			writes++
			await gate
			return memory.write(batch, options)
		},
		prefixed: (prefix) => prefixedDb(db, prefix),
	}
	const engine = await testEngine({ db })
	await engine.mine()
	const query = () => engine.application.query({ path: '/key', data: utf8('a'), height: 0n, prove: false })
	for (const fault of [undefined, new Error('the disk is full')]) {
		const done: string[] = []
		let settle: (fault: Error | undefined) => void = () => undefined
		gate = new Promise((resolve, reject) => {
			settle = (cause) => (cause === undefined ? resolve() : reject(cause))
		})
		const before = writes
		const mined = engine.mine().then(
			() => done.push('block'),
			() => done.push('no block'),
		)
		// The application has committed by now, and what it holds could be undone by a crash.
		await until(() => writes > before)
		const asked = query().then(() => done.push('query'))
		for (let turn = 0; turn < 5; turn++) await nextTurn()
		expect(done).toEqual([])
		settle(fault)
		await Promise.all([mined, asked])
		expect([...done].sort()).toEqual([fault === undefined ? 'block' : 'no block', 'query'])
	}
})
