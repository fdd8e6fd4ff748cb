import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cli } from '../../flow/cli/testCli.ts'
import { startNode } from '../../support/startNode.ts'

const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
let home: string
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-verify-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Goes on to a height, with some faucets first. */
async function makeBlocks(at: string, height: number, faucets = 1): Promise<void> {
	const node = await startNode({ flags: { home: at } })
	for (let i = 0; i < faucets; i++) await node.call('admin_faucet', { address: receiver })
	await node.engine.mine(height - node.engine.height)
	await node.close()
}

async function verify(...flags: string[]) {
	const { exit, stdout, stderr } = await cli(['verify', '--home', home, '-o', 'json', ...flags])
	if (stdout === '') expect.fail(stderr)
	return { exit, ...JSON.parse(stdout) }
}

/** The database of a home without the layer that checks its records. */
function raw(at: string): ClassicLevel<Uint8Array, Uint8Array> {
	return new ClassicLevel(join(at, 'data'), { keyEncoding: 'view', valueEncoding: 'view', compression: false })
}

test('a home whose state is that of another chain is told so at each height, and nothing goes on from it', async () => {
	const other = join(home, 'other')
	await makeBlocks(home, 6)
	await makeBlocks(other, 6, 2)
	const [into, from] = [raw(home), raw(other)]
	// The room of the application.
	for await (const key of into.keys()) if (key[0] === 'a'.charCodeAt(0)) await into.del(key)
	for await (const [key, value] of from.iterator()) if (key[0] === 'a'.charCodeAt(0)) await into.put(key, value)
	await into.close()
	await from.close()
	expect(await verify()).toMatchObject({
		exit: 1,
		whole: false,
		blocks: '1 to 6',
		versions_of_the_state: 6,
		faults: [6, 5, 4, 3].map((height) => `State of height ${height}: it is not the one the chain names.`),
	})
})

test('a home on a file system without hard links is checked from a copy, and the copy is taken away', async () => {
	for (const height of [4, 8]) await makeBlocks(home, height)
	expect(readdirSync(join(home, 'data')).some((name) => name.endsWith('.ldb'))).toBe(true)
	const { linkSync } = fs
	fs.linkSync = () => {
		throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
	}
	syncBuiltinESMExports()
	try {
		expect(await verify()).toMatchObject({ exit: 0, whole: true, blocks: '1 to 8', faults: [] })
	} finally {
		fs.linkSync = linkSync
		syncBuiltinESMExports()
	}
	expect(readdirSync(home).filter((name) => name.startsWith('.verify'))).toEqual([])
})

test('a database with several damaged files is not opened: the first is named, and how many more there are', async () => {
	for (const height of [4, 8, 12]) await makeBlocks(home, height)
	const data = join(home, 'data')
	const tables = readdirSync(data)
		.filter((name) => name.endsWith('.ldb'))
		.slice(0, 2)
	const refusal = (more: string) => ({
		message: `The database of ${home} is damaged. Nothing was changed.`,
		why: `${tables[0]}: it has 10 of its ${size} bytes${more}.`,
		next: 'Run `chain-tui verify`: it tells what is wrong and what can be saved. Or restore the home from a copy.',
	})
	const size = readFileSync(join(data, tables[0]!)).length
	const faults: string[] = []
	for (const [index, more] of ['', ', and 1 more'].entries()) {
		const file = join(data, tables[index]!)
		faults.push(`${tables[index]}: it has 10 of its ${readFileSync(file).length} bytes.`)
		writeFileSync(file, readFileSync(file).subarray(0, 10))
		await expect(startNode({ flags: { home } })).rejects.toMatchObject(refusal(more))
	}
	const told = await verify()
	expect(told).toMatchObject({ exit: 1, whole: false })
	expect(told.faults).toEqual([...faults, expect.stringMatching(/^The database .* is damaged\. /)])
	expect(told.advice).toEqual([
		'Nothing can be read. Restore the home from a copy, or begin a new chain with `chain-tui reset`.',
	])
})
