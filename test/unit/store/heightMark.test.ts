import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HeightMark } from '../../../src/store/kv/HeightMark.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-mark-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => join(folder, 'mark')
const open = () => new HeightMark(file(), join(folder, 'data'))

test('a mark gives the height and the manifest that were written last, also after opening again', async () => {
	const db = await openLevelDb(join(folder, 'data'))
	await db.close()
	const name = readFileSync(join(folder, 'data', 'CURRENT'), 'latin1').trim()
	const manifest = { name, size: readFileSync(join(folder, 'data', name)).length }
	expect(open().last).toBeUndefined()
	const mark = open()
	for (const height of [1, 2, 3, 2]) {
		mark.write(height)
		expect(mark.last).toEqual({ height, manifest })
		expect(open().last).toMatchObject({ height, manifest })
	}
	mark.close()
	const again = open()
	again.write(9)
	// A fresh file is text, also where its first slot has had no turn yet.
	expect(readFileSync(file(), 'latin1')).toMatch(/^ {128}\{.{126}\n$/)
	again.close()
	again.close()
	expect(open().last).toMatchObject({ height: 9, manifest })
})

test('a mark whose newest slot is damaged gives the one before, and one without a slot nothing', async () => {
	await (await openLevelDb(join(folder, 'data'))).close()
	const mark = open()
	for (const height of [4, 5]) mark.write(height)
	mark.close()
	const bytes = readFileSync(file())
	expect(bytes).toHaveLength(256)
	// Slots take turns: the second height lies in the first slot.
	const damaged = (...at: number[]) => {
		const other = Buffer.from(bytes)
		for (const index of at) other[index]! ^= 1
		writeFileSync(file(), other)
		return open().last?.height
	}
	expect([damaged(), damaged(10), damaged(138), damaged(10, 138)]).toEqual([5, 4, 5, undefined])
	// The checksum itself, its first and its last digit.
	expect([damaged(119), damaged(126), damaged(119, 254)]).toEqual([4, 4, undefined])
	writeFileSync(file(), bytes.subarray(0, 255))
	expect(open().last?.height).toBe(5)
	writeFileSync(file(), bytes.subarray(0, 126))
	expect(open().last).toBeUndefined()
})

test.each(['nonsense', 'MANIFEST-000007\n'])(
	'a mark beside a database whose manifest is not there has the height alone: CURRENT is %j',
	(current) => {
		mkdirSync(join(folder, 'data'))
		writeFileSync(join(folder, 'data', 'CURRENT'), current)
		const mark = open()
		mark.write(3)
		mark.close()
		expect(mark.last).toEqual({ height: 3, manifest: undefined })
		expect(open().last).toEqual({ turn: 1, height: 3 })
	},
)

test.runIf(existsSync('/proc/self/fd'))('a mark that is closed holds its file no longer', async () => {
	await (await openLevelDb(join(folder, 'data'))).close()
	const held = () =>
		readdirSync('/proc/self/fd').filter((fd) => {
			try {
				return readlinkSync(`/proc/self/fd/${fd}`) === file()
			} catch {
				return false
			}
		}).length
	const mark = open()
	mark.write(1)
	expect(held()).toBe(1)
	mark.close()
	expect(held()).toBe(0)
})
