import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { damagedRecord, lacksRoom, openError, openLevelDb, readError } from '../../../src/store/kv/levelDb.ts'
import { openLevelReader } from '../../../src/store/kv/levelReader.ts'
import { utf8 } from '../../../src/util/bytes.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-database-errors-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const withCode = (code: string) => Object.assign(new Error('why'), { code })
const room = 'Make room on the disk, then do it again: the blocks are kept.'
const path = 'Check the path and its permissions; a damaged database must be restored from a copy, or the home reset.'
const verify = 'Stop the node and run `chain-tui verify`: it tells what is wrong and what can be saved.'

test.each([
	[new Error('x', { cause: new Error('Permission denied') }), 'Permission denied', path],
	[
		new Error('x', { cause: new Error('IO error: No space left on device') }),
		'IO error: No space left on device',
		room,
	],
	[new Error('Disk quota exceeded'), 'Disk quota exceeded', room],
	[withCode('LEVEL_CORRUPTION'), 'why', path],
	['a word', 'a word', path],
])('a database that does not open for %s is told with the reason and what to do', (fault, why, next) => {
	const error = openError('/home/data', fault)
	expect(error).toMatchObject({ message: 'The database /home/data cannot be opened.', why, next, cause: fault })
})

test('a database that another process has open is told as in use, whether its error has the cause or is it', () => {
	for (const fault of [withCode('LEVEL_LOCKED'), new Error('x', { cause: withCode('LEVEL_LOCKED') })])
		expect(openError('/home/data', fault)).toMatchObject({
			message: 'The database /home/data is in use.',
			why: 'Another process has it open, and only one may.',
			cause: fault,
		})
})

test.each([
	['No space left on device', true],
	['Quota exceeded', true],
	['Disk quota exceeded', true],
	['File too large', true],
	['Permission denied', false],
])('a database that cannot be opened for "%s" lacks room: %s', (reason, lacks) => expect(lacksRoom(reason)).toBe(lacks))

test('a read that LevelDB refuses is told as damage only when a table is cut short or cannot be unpacked', () => {
	const damage = (message: string) => ({
		message: 'The database /home/data is damaged.',
		why: `A table of it cannot be read (${message}).`,
		next: verify,
	})
	const cut = 'IO error: /home/data/000005.ldb: Invalid argument'
	expect(readError('/home/data', new Error(cut))).toMatchObject(damage(cut))
	expect(readError('/home/data', withCode('LEVEL_CORRUPTION'))).toMatchObject(damage('why'))
	for (const other of [
		new Error('IO error: /home/data/000005.log: Invalid argument'),
		new Error('IO error: /home/data/000005.ldb: Input/output error'),
		withCode('LEVEL_NOT_OPEN'),
		cut,
		undefined,
	])
		expect(readError('/home/data', other)).toBe(other)
})

test('a damaged record is told by the first forty bytes of its key', () => {
	expect(damagedRecord('/home/data', new Uint8Array(41).fill(0xab))).toMatchObject({
		message: 'The database /home/data is damaged.',
		why: `The record ${'ab'.repeat(40)} does not match its checksum.`,
		next: verify,
	})
})

test('a database that cannot be written tells so, and takes no later batch either', async () => {
	const db = await openLevelDb(join(folder, 'data'))
	await db.close()
	const failed = {
		message: `The database ${join(folder, 'data')} could not be written.`,
		next: 'Check that the disk has room and the folder may be written, then start again: the last whole block is kept.',
	}
	for (const sync of [true, false]) {
		const batch = db.batch()
		batch.put(utf8('k'), utf8('v'))
		await expect(db.write(batch, { sync })).rejects.toMatchObject(failed)
	}
})

test('a write that fails while nobody waits for it yet is told to those who wait later, and ends nothing else', async () => {
	const db = await openLevelDb(join(folder, 'data'))
	await db.close()
	const alone: unknown[] = []
	const note = (fault: unknown) => void alone.push(fault)
	process.on('unhandledRejection', note)
	const written = db.write(db.batch(), { sync: false })
	await new Promise(setImmediate)
	process.off('unhandledRejection', note)
	expect(alone).toEqual([])
	await expect(written).rejects.toThrow('could not be written.')
})

test('a shared database is open once in a process, and can be opened again when it was closed', async () => {
	const data = join(folder, 'data')
	for (let round = 0; round < 2; round++) {
		const db = await openLevelDb(data, { shared: true })
		await expect(openLevelDb(data, { shared: true })).rejects.toThrow(`The database ${data} is in use.`)
		await db.close()
	}
	const alone = await openLevelDb(data)
	await expect(openLevelDb(data)).rejects.toThrow(`The database ${data} is in use.`)
	// One that is not shared is not read beside either.
	await expect(openLevelReader(data)).rejects.toThrow(`The database ${data} is in use.`)
	await alone.close()
})
