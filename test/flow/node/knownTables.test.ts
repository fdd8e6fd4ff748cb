import {
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type Node } from '../../../src/node/createNode.ts'
import { verifyHome } from '../../../src/node/home/verifyHome.ts'
import { logFiles } from '../../../src/node/logFile.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { type Log, silentLog } from '../../../src/util/Log.ts'
import { until } from '../../support/until.ts'

let home: string
let node: Node | undefined

beforeEach(async () => {
	home = join(mkdtempSync(join(tmpdir(), 'chain-tui-tables-')), 'home')
	// Opened twice: the second opening puts the log of the first into a table.
	for (let round = 0; round < 3; round++) {
		await open()
		await node?.engine.mine(20)
		await node?.close()
	}
})

afterEach(async () => {
	await node?.close()
	node = undefined
	rmSync(home, { recursive: true, force: true })
})

/** `readFirst` 0: as a chain too long to be read whole before it opens. */
async function open(
	onFailure: (cause: unknown) => void = () => {},
	readFirst = 0,
	log: Log = silentLog,
): Promise<void> {
	const listeners = { rpc: 'off', rest: 'off', grpc: 'off', endpoints: 'off', eth: 'off' }
	const config = resolveNodeConfig({ home, blockMode: 'manual', ...listeners }, {})
	node = await createNode({ ...config, tablesReadFirst: readFirst }, { log, onFailure })
}

/**
 * Flips a bit in the midst of the largest table, or of the part of a table, and puts the table's times back when told to. Returns
 * the name of the table.
 */
function damage(keepTimes: boolean, part?: Buffer): string {
	const tables = readdirSync(join(home, 'data')).filter((name) => name.endsWith('.ldb'))
	const files = tables.map((name) => join(home, 'data', name)).sort((a, b) => statSync(b).size - statSync(a).size)
	const file = files.find((name) => part === undefined || readFileSync(name).includes(part)) ?? ''
	const { atime, mtime } = statSync(file)
	const times = statSync(file, { bigint: true })
	const bytes = readFileSync(file)
	const at = part === undefined ? Math.floor(bytes.length / 2) : bytes.indexOf(part)
	bytes[at] = (bytes[at] ?? 0) ^ 4
	writeFileSync(file, bytes)
	if (keepTimes) {
		utimesSync(file, atime, mtime)
		// Times of a finer grain than a Date holds cannot be put back: the note is made to fit instead.
		const note = join(home, 'data.tables')
		const now = statSync(file, { bigint: true }).mtimeNs
		const text = readFileSync(note, 'utf8').slice(9).trimEnd().replaceAll(String(times.mtimeNs), String(now))
		writeFileSync(note, `${sum(text)} ${text}\n`)
	}
	return basename(file)
}

function sum(text: string): string {
	return crc32(text).toString(16).padStart(8, '0')
}

describe('tables that are as they were when the database was closed', () => {
	it('tables that are as they were when the database was closed are noted when a node ends, and open without being read', async () => {
		expect(readFileSync(join(home, 'data.tables'), 'utf8')).toMatch(/^[0-9a-f]{8} \{"\d{6,}\.ldb":"\d+ \d+"/)
		await open()
		expect(node?.engine.height).toBe(60)
	})

	it('tables of a closed database are refused at once when one was changed', async () => {
		damage(false)
		await expect(open()).rejects.toThrow('is damaged')
	})

	it('tables that are as they were when the database was closed are read all the same before a chain opens that is not long', async () => {
		damage(true)
		await expect(open(undefined, 1 << 28)).rejects.toThrow('is damaged')
	})

	it('end the node with a reason when the check behind the opening finds one that rotted', async () => {
		damage(true)
		let failure: unknown
		try {
			await open((cause) => (failure = cause))
		} catch (error) {
			// The rotten part may be one that the opening reads.
			failure = error
		}
		await until(() => failure !== undefined)
		expect(String(failure)).toContain('damaged')
		await node?.close()
		node = undefined
		await expect(open()).rejects.toThrow('is damaged')
		expect((await verifyHome(home, { repair: false }, () => {})).faults.join()).toContain('.ldb')
	})

	it('a table that rotted where the opening does not read is found while the chain runs, told in the log, and read first the next time', async () => {
		await open()
		// The opening does not read so old a block.
		const { hash } = (await node!.engine.blockMeta(5))!.blockId
		await node?.close()
		const table = damage(true, Buffer.from(hash))
		const [failures, told]: [unknown[], string[]] = [[], []]
		await open(
			(cause) => failures.push(cause),
			0,
			(level, source, text) => level === 'error' && told.push(`${source} ${text}`),
		)
		await until(() => failures.length > 0)
		const message = `The database of ${home} is damaged.`
		expect(failures).toEqual([expect.objectContaining({ message, why: expect.stringContaining(`${table}: `) })])
		expect(told[0]?.startsWith(`store ${message}`)).toBe(true)
		expect(told[0]).toContain(`${table}: `)
		await node?.close()
		node = undefined
		expect(readFileSync(logFiles(home)[1], 'utf8')).toContain(`"msg":"the node cannot go on: ${message}`)
		expect(existsSync(join(home, 'data.tables'))).toBe(false)
		await expect(open()).rejects.toMatchObject({ message: `${message} Nothing was changed.` })
	})

	it('tables of a closed database are all read again when their note is gone or damaged', async () => {
		const note = join(home, 'data.tables')
		writeFileSync(note, readFileSync(note, 'utf8').replace('{', '['))
		damage(true)
		writeFileSync(note, 'nothing of use')
		await expect(open()).rejects.toThrow('is damaged')
		rmSync(note)
		await expect(open()).rejects.toThrow('is damaged')
		expect(existsSync(note)).toBe(false)
	})
})
