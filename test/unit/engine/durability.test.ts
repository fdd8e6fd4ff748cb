import { expect, test } from 'vitest'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { openGenesis, resetDatabase, storeLargeGenesis } from '../../../src/engine/genesisRecord.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { notedWrites } from '../../support/notedWrites.ts'
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
