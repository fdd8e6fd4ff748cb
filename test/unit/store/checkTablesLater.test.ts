import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCrc32c } from '../../../src/store/check/checkTable.ts'
import { checkTablesLater } from '../../../src/store/check/checkTablesLater.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { utf8 } from '../../../src/util/bytes.ts'

let folder: string
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-tables-later-'))
	const data = join(folder, 'data')
	const db = await openLevelDb(data)
	const batch = db.batch()
	for (let row = 0; row < 100; row++) batch.put(utf8(`key ${row}`), utf8(`value ${row}`))
	await db.write(batch, { sync: true })
	await db.close()
	// Opening puts what its log holds into a table.
	await (await openLevelDb(data)).close()
	const table = join(data, readdirSync(data).find((name) => name.endsWith('.ldb'))!)
	copyFileSync(table, join(folder, 'whole.ldb'))
	const bytes = readFileSync(table)
	bytes[20]! ^= 1
	writeFileSync(join(folder, 'damaged.ldb'), bytes)
	writeFileSync(join(folder, 'cut.ldb'), bytes.subarray(0, 30))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (tables: readonly string[], signal = new AbortController().signal) =>
	checkTablesLater(folder, tables, signal)

test('tables of an open database are checked up to the first fault, and one that is gone was replaced', async () => {
	expect(await check(['whole.ldb', 'gone.ldb'])).toBeUndefined()
	expect(await check(['whole.ldb', 'gone.ldb', 'damaged.ldb', 'cut.ldb'])).toEqual({
		file: 'damaged.ldb',
		why: 'the block at 0 does not match its checksum',
	})
	expect(await check(['cut.ldb', 'damaged.ldb'])).toEqual({ file: 'cut.ldb', why: 'it is cut off' })
})

test('a check of tables that is told to end looks at none any more, and holds no program meanwhile', async () => {
	expect(await check(['damaged.ldb'], AbortSignal.abort())).toBeUndefined()
	const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
	const ended = new AbortController()
	const checked = check(['damaged.ldb'], ended.signal)
	await loadCrc32c()
	expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout')).toHaveLength(before)
	ended.abort()
	expect(await checked).toBeUndefined()
})
