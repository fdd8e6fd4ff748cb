import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRecord } from '../../../src/store/kv/recordSeal.ts'
import { cli } from '../../flow/cli/testCli.ts'
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
	expect(await verify()).toMatchObject({ exit: 1, whole: false, blocks: '1 to 31' })
	expect(await verify('--repair')).toMatchObject({
		exit: 0,
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
	})
	expect(await verify('--repair')).toMatchObject({ exit: 0 })
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
