import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { byteString, bytesOf } from '../../../src/store/keyBytes.ts'
import { SortedRuns } from '../../../src/store/multi/SortedRuns.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { randomSource } from '../../support/random.js'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-sorted-runs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = () => join(folder, 'pairs.sorted')
const random = randomSource('sorted runs')

/** A key of one to five bytes, often the beginning of another one. */
const anyKey = () => Array.from({ length: 1 + random(5) }, () => String.fromCharCode(random(4) * 85)).join('')

test('pairs of several runs come out in the order of their keys, each once and as it was added last, and are found by key', () => {
	const runs = new SortedRuns(path())
	const plain = new Map<string, string>()
	let count = 0
	// Runs that end at a mark and beside it.
	for (const size of [64, 1, 0, 65, 200, 128]) {
		const run = new Map<string, Uint8Array>()
		while (run.size < size) {
			// Some values are longer than what is read at once.
			const value = new Uint8Array(run.size % 100 === 7 ? 70_000 : random(40)).fill(random(256))
			run.set(anyKey(), value)
		}
		runs.add(run)
		for (const [key, value] of run) plain.set(key, byteString(value))
		count += size
	}
	expect(runs.count).toBe(count)
	const wanted = [...plain].sort(([a], [b]) => (a < b ? -1 : 1))
	expect(wanted.length).toBeLessThan(count)
	const found = [...runs.pairs()]
	expect(found.map(([key, value]) => [byteString(key), byteString(value)])).toEqual(wanted)
	const valueAt = (key: string) => {
		const value = runs.get(bytesOf(key))
		return value && byteString(value)
	}
	expect(wanted.map(([key]) => [key, valueAt(key)])).toEqual(wanted)
	const absent = ['', '\x00\x00\x01', '\xff\xff\xff\xff\xff\xff', ...wanted.map(([key]) => `${key}\x01`)]
	expect(absent.filter((key) => valueAt(key) !== undefined)).toEqual([])
	runs.close()
})

test('the file of sorted pairs is made at the first pair, for its owner alone, and removed at the end', () => {
	const runs = new SortedRuns(path())
	runs.close()
	runs.add(new Map())
	expect([existsSync(path()), [...runs.pairs()], runs.get(utf8('k'))]).toEqual([false, [], undefined])
	runs.add(new Map([['k', utf8('v')]]))
	expect(statSync(path()).mode & 0o777).toBe(0o600)
	expect([...runs.pairs()]).toEqual([[utf8('k'), utf8('v')]])
	runs.close()
	expect(existsSync(path())).toBe(false)
	runs.close()
})

test('a file of sorted pairs that cannot be made or has lost its end is told', () => {
	const pair = new Map([['k', utf8('v')]])
	const nowhere = new SortedRuns(join(folder, 'nowhere', 'pairs.sorted'))
	expect(() => nowhere.add(pair)).toThrow(
		expect.objectContaining({
			message: `The file ${join(folder, 'nowhere', 'pairs.sorted')} cannot be written.`,
			why: expect.stringContaining('ENOENT'),
			next: 'Make room on the disk, and check that the folder may be written.',
		}),
	)
	const runs = new SortedRuns(path())
	runs.add(pair)
	truncateSync(path(), statSync(path()).size - 1)
	expect(() => runs.get(utf8('k'))).toThrow('a file of sorted pairs has lost its end')
	expect(() => [...runs.pairs()]).toThrow('a file of sorted pairs has lost its end')
	runs.close()
})

test('pairs whose keys are longer than their values come out whole, wherever what is read at once ends', () => {
	const runs = new SortedRuns(path())
	const key = (number: number) => String(number).padStart(4, '0').repeat(900)
	runs.add(new Map(Array.from({ length: 60 }, (_, number) => [key(number), new Uint8Array(number).fill(number)])))
	const found = [...runs.pairs()].map(([found, value]) => [byteString(found), value.length])
	expect(found).toEqual(Array.from({ length: 60 }, (_, number) => [key(number), number]))
	runs.close()
})

test('sorted pairs can be closed when their file is gone already, and again', () => {
	const runs = new SortedRuns(path())
	runs.add(new Map([['k', utf8('v')]]))
	rmSync(path())
	runs.close()
	runs.close()
	expect(existsSync(path())).toBe(false)
})

test.runIf(existsSync('/proc/self/fd'))('sorted pairs that are closed hold their file no longer', () => {
	const held = () =>
		readdirSync('/proc/self/fd').filter((fd) => {
			try {
				return readlinkSync(`/proc/self/fd/${fd}`).startsWith(path())
			} catch {
				return false
			}
		}).length
	const runs = new SortedRuns(path())
	runs.add(new Map([['k', utf8('v')]]))
	expect(held()).toBe(1)
	runs.close()
	expect(held()).toBe(0)
})
