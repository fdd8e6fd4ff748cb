import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rewindBatch } from '../../../src/engine/rewind.ts'
import { BlockStore } from '../../../src/engine/store/BlockStore.ts'
import { decodeState } from '../../../src/engine/store/EngineState.ts'
import { prefixes, stateKey } from '../../../src/engine/store/keys.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { openRecord } from '../../../src/store/kv/recordSeal.ts'
import { cli } from '../../flow/cli/testCli.ts'
import { openFilesIn, tellsOpenFiles } from '../../support/openFiles.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'

const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
let home: string
let said: string[] = []

beforeEach(() => {
	said = []
	home = mkdtempSync(join(tmpdir(), 'chain-tui-verify-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function open(): Promise<TestNode> {
	return startNode({ flags: { home }, log: (_level, _source, text) => void said.push(text) })
}

async function makeBlocks(count: number): Promise<void> {
	const node = await open()
	await node.call('admin_faucet', { address: receiver })
	await node.engine.mine(count)
	await node.close()
}

async function verify(...flags: string[]) {
	const { exit, stdout, stderr } = await cli(['verify', '--home', home, '-o', 'json', ...flags])
	if (stdout === '') expect.fail(stderr)
	if (tellsOpenFiles) expect(openFilesIn(home)).toEqual([])
	return { exit, ...JSON.parse(stdout) }
}

/** The database without the layer that checks its records. */
async function raw(use: (level: ClassicLevel<Uint8Array, Uint8Array>) => Promise<void>): Promise<void> {
	const level = new ClassicLevel<Uint8Array, Uint8Array>(join(home, 'data'), {
		keyEncoding: 'view',
		valueEncoding: 'view',
		compression: false,
	})
	await level.open()
	await use(level)
	await level.close()
}

const mend = 'Run `chain-tui verify --repair` to mend it.'

test('a whole home is told to be whole, and is not changed by being checked', async () => {
	await makeBlocks(30)
	const before = readdirSync(join(home, 'data'))
	expect(await verify()).toMatchObject({
		exit: 0,
		whole: true,
		blocks: '1 to 32',
		versions_of_the_state: 32,
		faults: [],
	})
	expect(readdirSync(join(home, 'data'))).toEqual(before)
	expect(readdirSync(home).filter((name) => name.startsWith('.verify'))).toEqual([])
})

test('a lost block is told at once, and given up only when asked', async () => {
	await makeBlocks(30)
	const log = readdirSync(join(home, 'data')).find((name) => name.endsWith('.log')) ?? ''
	const file = join(home, 'data', log)
	truncateSync(file, statSync(file).size - 10)
	await expect(open()).rejects.toMatchObject({
		message: 'The newest block of this home is lost.',
		why: expect.stringContaining('was at height 32, the database ends at height 31'),
		next: expect.stringContaining('chain-tui verify --repair'),
	})
	const faults = ['The newest blocks are lost: the chain was at height 32, it ends at height 31.']
	expect(await verify()).toMatchObject({
		exit: 1,
		whole: false,
		blocks: '1 to 31',
		faults,
		advice: [mend],
		repaired: [],
	})
	expect(await verify('--repair')).toMatchObject({
		...{ exit: 0, faults, advice: [] },
		repaired: ['The chain goes on at height 31; 1 of its blocks are given up.'],
	})
	const node = await open()
	expect(node.engine.height).toBe(31)
	await node.engine.mine(1)
	await node.close()
	expect(await verify()).toMatchObject({ exit: 0, blocks: '1 to 32' })
})

test('index entries that are gone are made anew from their blocks', async () => {
	await makeBlocks(10)
	let gone = 0
	await raw(async (level) => {
		// Of the engine's room: entries of the transaction index and hashes.
		for await (const [key] of level.iterator()) {
			const letter = String.fromCharCode(key[1] ?? 0)
			if (key[0] !== 'e'.charCodeAt(0) || !['i', 'x', 'H'].includes(letter)) continue
			await level.del(key)
			gone++
		}
	})
	expect(gone).toBeGreaterThan(10)
	expect(await verify()).toMatchObject({
		exit: 1,
		faults: [`${gone} index entries are missing: searches would leave out what they name.`],
		advice: [mend],
	})
	const repaired = [`${gone} index entries were made anew from their blocks.`]
	expect(await verify('--repair')).toMatchObject({ exit: 0, repaired, advice: [] })
	expect(await verify()).toMatchObject({ exit: 0, whole: true })
})

test('a record changed behind the back of its checksum is refused by name, and block and state say so', async () => {
	await makeBlocks(10)
	await raw(async (level) => {
		for await (const [key, value] of level.iterator()) {
			if (key[0] !== 'e'.charCodeAt(0) || key[1] !== 't'.charCodeAt(0)) continue
			const changed = value.slice()
			changed[20] = (changed[20] ?? 0) ^ 1
			await level.put(key, changed)
		}
	})
	await expect(open()).rejects.toMatchObject({ why: expect.stringContaining('does not match its checksum') })
	expect(await verify()).toMatchObject({ exit: 1, whole: false, faults: [expect.stringContaining('Block 2')] })
})

/** Flips a bit of the records that are chosen by their room, letter and height (0: any). */
async function damage(chosen: readonly (readonly [room: string, letter: string, height: number])[]): Promise<number> {
	let count = 0
	await raw(async (level) => {
		for await (const [key, value] of level.iterator()) {
			const [room, letter] = [String.fromCharCode(key[0] ?? 0), String.fromCharCode(key[1] ?? 0)]
			const height = key.length < 10 ? 0 : Number(new DataView(key.buffer, key.byteOffset + 2, 8).getBigUint64(0))
			if (!chosen.some(([r, l, h]) => r === room && l === letter && (h === 0 || h === height))) continue
			const changed = value.slice()
			changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1
			await level.put(key, changed)
			count++
		}
	})
	return count
}

/** The height of the newest transaction. */
async function lastTx(): Promise<number> {
	const node = await open()
	const { txs } = (await node.call('tx_search', { query: 'tx.height>0', order_by: 'desc' })) as {
		readonly txs: readonly { readonly height: string }[]
	}
	await node.close()
	return Number(txs[0]?.height)
}

async function hashes(): Promise<readonly string[]> {
	const node = await open()
	const { block_metas } = (await node.call('blockchain', {})) as {
		readonly block_metas: readonly { readonly block_id: { readonly hash: string } }[]
	}
	await node.close()
	return block_metas.map(({ block_id }) => block_id.hash)
}

test('headers and commits that are damaged are made anew from the rest of their blocks, with the hashes the chain names', async () => {
	await makeBlocks(10)
	expect(
		await damage([
			['e', 'h', 1],
			['e', 'h', 7],
			['e', 'c', 1],
			['e', 'c', 5],
			['e', 'S', 0],
			['e', 'x', 0],
		]),
	).toBe(6)
	const { exit, faults } = await verify()
	expect(exit).toBe(1)
	expect(faults.join()).toContain('Block 7: its header is damaged; the rest of the block tells what it was.')
	// Of the first block both are gone: nothing is guessed.
	expect(faults.join()).toContain('Block 1: ')
	expect(await verify('--repair')).toMatchObject({
		exit: 1,
		repaired: expect.arrayContaining(['3 records of blocks were made anew; each has the hash that the chain names.']),
	})
	const after = await verify()
	expect(after.faults).toEqual([expect.stringContaining('Block 1: ')])
	await expect(open()).rejects.toThrow('damaged')
})

test('blocks that end before the state are told, and a repair does not hide it', async () => {
	await makeBlocks(10)
	const db = await openLevelDb(join(home, 'data'))
	const own = db.prefixed(prefixes.engine)
	const batch = db.batch()
	const state = decodeState(own.get(stateKey)!)
	await rewindBatch(new BlockStore(own), state, 10, batch.prefixed(prefixes.engine), async () => undefined)
	await db.write(batch, { sync: true })
	await db.close()
	const told = 'The blocks end at height 10, the state at height 12.'
	const { exit, blocks, faults } = await verify()
	expect([exit, blocks]).toEqual([1, '1 to 10'])
	expect(faults).toContain(told)
	expect((await verify('--repair')).faults).toContain(told)
	await expect(open()).rejects.toMatchObject({ why: 'Its blocks end at height 10, its state at height 12.' })
})

test('after a repair every block has its old hash, and the chain goes on', async () => {
	await makeBlocks(10)
	const before = await hashes()
	expect(await damage([['e', 'h', 2]])).toBe(1)
	expect(await verify('--repair')).toMatchObject({
		exit: 0,
		repaired: ['1 record of a block was made anew; each has the hash that the chain names.'],
	})
	expect(
		await damage([
			['e', 'h', 2],
			['e', 'h', 12],
			['e', 'c', 9],
			['e', 'S', 0],
		]),
	).toBe(4)
	await expect(open()).rejects.toThrow('damaged')
	expect(await verify()).toMatchObject({ exit: 1, advice: [mend], repaired: [] })
	expect(await verify('--repair')).toMatchObject({ exit: 0, advice: [] })
	expect(await verify()).toMatchObject({ exit: 0, whole: true })
	expect(await hashes()).toEqual(before)
	await makeBlocks(1)
})

test('a chain with a lost transaction goes back to the last height up to which all is whole', async () => {
	const withNode = async (use: (node: TestNode) => Promise<unknown>): Promise<void> => {
		const node = await open()
		await use(node)
		await node.close()
	}
	await makeBlocks(5)
	await withNode(async ({ engine }) => {
		await engine.snapshot('early')
		await engine.mine(2)
	})
	await makeBlocks(5)
	await withNode(async ({ engine }) => {
		await engine.advanceTime(3_600_000)
		await engine.mine(1)
		await engine.snapshot('late')
	})
	const before = await hashes()
	const lost = await lastTx()
	expect(
		await damage([
			['e', 't', lost],
			['e', 'h', 2],
		]),
	).toBe(2)
	// The block before it is given up too: what follows it tells what the state was.
	const whole = lost - 2
	await expect(open()).rejects.toThrow('damaged')
	const { exit, advice, faults } = await verify()
	expect(exit).toBe(1)
	expect(faults).toEqual([`Block ${lost}`, 'Block 2'].map((block) => expect.stringContaining(`${block}: `)))
	expect(advice).toEqual([
		`${before.length - 1} blocks and ${before.length} versions of the state can still be read.`,
		`Run \`chain-tui verify --to-height whole\` to go on from height ${whole}, up to which all is whole; ${before.length - whole} newer blocks are given up. Restore the home from a copy, or begin a new chain with \`chain-tui reset\`. Keys and settings are not touched by either.`,
	])
	const refused = await cli(['verify', '--home', home, '--to-height', String(lost)])
	expect(refused.exit).toBe(1)
	expect(refused.stderr).toContain(`All is whole from height 1 to ${whole}.`)
	expect(await verify('--to-height', 'whole')).toMatchObject({
		exit: 0,
		repaired: [`The chain is back at height ${whole}; ${before.length - whole} newer blocks are gone.`],
	})
	expect(await verify()).toMatchObject({ exit: 0, whole: true, blocks: `1 to ${whole}` })
	expect(await hashes()).toEqual(before.slice(-whole))
	expect(await lastTx()).toBeLessThan(whole)
	await withNode(async ({ engine }) => {
		expect(engine.snapshots.map(({ name }) => name)).toEqual(['early'])
		// The clock is that of the height, not the one that was an hour ahead.
		expect(Number(engine.now().seconds)).toBeLessThan(Date.now() / 1_000 + 60)
	})
	await makeBlocks(3)
	expect(await verify()).toMatchObject({ exit: 0, whole: true })
})

test('a chain with damaged newest state goes back to the newest state that is whole', async () => {
	await makeBlocks(10)
	await raw(async (level) => {
		const nodes: [Uint8Array, Uint8Array][] = []
		for await (const [key, value] of level.iterator())
			if (key[0] === 'a'.charCodeAt(0) && Buffer.from(key).includes('k/bank/n')) nodes.push([key, value])
		const [key, value] = nodes.at(-1)!
		await level.put(key, value.toReversed())
	})
	const { exit, advice } = await verify()
	expect(exit).toBe(1)
	const whole = Number(/go on from height (\d+)/.exec(advice.join())?.[1])
	expect(whole).toBeGreaterThan(0)
	expect(await verify('--to-height', String(whole))).toMatchObject({ exit: 0 })
	expect(await verify()).toMatchObject({ exit: 0, whole: true, blocks: `1 to ${whole}` })
	await makeBlocks(2)
})

test('nothing goes back, and nothing is written, while a file of the database is damaged', async () => {
	await makeBlocks(10)
	const folder = join(home, 'data')
	const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.log')) ?? '')
	const bytes = readFileSync(file)
	bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
	writeFileSync(file, bytes)
	const refused = await cli(['verify', '--home', home, '--to-height', 'whole'])
	expect(refused.exit).toBe(1)
	expect(refused.stderr).toContain('The chain cannot go back: a file of its database is damaged.')
	expect(await verify('--repair')).toMatchObject({ exit: 1, repaired: [] })
	expect(readFileSync(file)).toEqual(bytes)
})

test('a home from before there were checksums gets them, once', async () => {
	await makeBlocks(10)
	await raw(async (level) => {
		for await (const [key, value] of level.iterator()) await level.put(key, openRecord(key, value) ?? value)
	})
	writeFileSync(join(home, 'version.json'), '{"format":1}\n')
	rmSync(join(home, 'data.height'))
	const node = await open()
	expect(node.engine.height).toBe(12)
	await node.close()
	expect(said.filter((text) => text.includes('get checksums'))).toHaveLength(1)
	expect(readFileSync(join(home, 'version.json'), 'utf8')).toContain('"format":2')
	expect(readdirSync(home).filter((name) => /^data\.(new|old)$/.test(name))).toEqual([])
	said = []
	await (await open()).close()
	expect(said.filter((text) => text.includes('checksums'))).toEqual([])
	expect((await verify()).faults).toEqual([])
})

test('a home that cannot be opened any more can be begun anew', async () => {
	await makeBlocks(5)
	writeFileSync(join(home, 'data', 'CURRENT'), 'nonsense')
	await expect(open()).rejects.toMatchObject({ message: expect.stringContaining('is damaged') })
	expect((await cli(['reset', '--home', home, '-y'])).exit).toBe(0)
	await makeBlocks(1)
})
