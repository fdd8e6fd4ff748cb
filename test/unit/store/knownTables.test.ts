import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KnownTables } from '../../../src/store/check/KnownTables.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-known-tables-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const note = () => `${folder}/note`
const table = (name: string, size: number) => {
	writeFileSync(join(folder, name), Buffer.alloc(size))
	utimesSync(join(folder, name), 7, 7)
}

test('a note of tables names each with its size and time of change, behind the sum of all', () => {
	table('000005.ldb', 12)
	table('1000007.ldb', 3)
	for (const other of ['00005.ldb', 'x000005.ldb', '000005.ldb.old', '000005.log', 'CURRENT']) table(other, 1)
	new KnownTables(note()).note(folder)
	const text = '{"000005.ldb":"12 7000000000","1000007.ldb":"3 7000000000"}'
	const sum = crc32(text).toString(16).padStart(8, '0')
	expect(readFileSync(note(), 'utf8')).toBe(`${sum} ${text}\n`)
	const known = new KnownTables(note())
	expect(known.pass(folder, '000005.ldb')).toBe(true)
	expect(known.pass(folder, '1000007.ldb')).toBe(true)
	expect(known.passed).toEqual(['000005.ldb', '1000007.ldb'])
})

test('a table passes as known only with the size and time that were noted, and never when it is gone', () => {
	table('000005.ldb', 12)
	table('000006.ldb', 12)
	new KnownTables(note()).note(folder)
	const known = new KnownTables(note())
	table('000007.ldb', 12)
	table('000006.ldb', 13)
	rmSync(join(folder, '000005.ldb'))
	for (const name of ['000005.ldb', '000006.ldb', '000007.ldb', '000008.ldb']) {
		expect(known.pass(folder, name), name).toBe(false)
	}
	table('000006.ldb', 12)
	utimesSync(join(folder, '000006.ldb'), 7, 8)
	expect(known.pass(folder, '000006.ldb')).toBe(false)
	expect(known.passed).toEqual([])
})

test('a note of tables that is damaged or missing knows none, and is taken back without a fault', () => {
	table('000005.ldb', 12)
	new KnownTables(note()).note(folder)
	const text = readFileSync(note(), 'utf8')
	for (const damaged of ['', text.slice(1), text.replace('12 ', '13 '), `${text.slice(0, 8)}{}`]) {
		writeFileSync(note(), damaged)
		expect(new KnownTables(note()).pass(folder, '000005.ldb'), damaged).toBe(false)
	}
	const known = new KnownTables(note())
	known.forget()
	known.forget()
	expect(() => readFileSync(note())).toThrow('ENOENT')
	expect(new KnownTables(note()).pass(folder, '000005.ldb')).toBe(false)
})
