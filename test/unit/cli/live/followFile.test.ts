import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { followFile } from '../../../../src/cli/live/logs.ts'
import { openFilesIn, tellsOpenFiles } from '../../../support/openFiles.ts'

let folder: string
let file: string
let stop: AbortController
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-follow-'))
	file = join(folder, 'log')
	stop = new AbortController()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The next lines of a followed file. */
async function take(lines: AsyncGenerator<string>, count: number): Promise<readonly unknown[]> {
	const taken: unknown[] = []
	while (taken.length < count) taken.push((await lines.next()).value)
	return taken
}

test('a followed file gives its lines from a place on, whole, however long they are and wherever a read ends', async () => {
	// The sign of two bytes stands across the end of the first read of 65,536 bytes.
	const long = `${'x'.repeat(65_535 - 'old\n'.length)}é${'y'.repeat(100_000)}`
	writeFileSync(file, `skipped\nold\n${long}\n\nhalf`)
	const lines = followFile(file, 'skipped\n'.length, stop.signal)
	expect(await take(lines, 3)).toEqual(['old', long, ''])
	// What has no end yet is no line yet.
	const next = lines.next()
	appendFileSync(file, ' and whole\nlast\n')
	expect((await next).value).toBe('half and whole')
	expect(await take(lines, 1)).toEqual(['last'])
	stop.abort()
	expect(await lines.next()).toEqual({ done: true, value: undefined })
})

test('a followed file gives nothing of what stood before the place, also while nothing comes', async () => {
	writeFileSync(file, 'old\n')
	const lines = followFile(file, 'old\n'.length, stop.signal)
	const next = lines.next()
	appendFileSync(file, 'new\n')
	expect((await next).value).toBe('new')
	stop.abort()
	expect((await lines.next()).done).toBe(true)
	if (tellsOpenFiles) expect(openFilesIn(folder)).toEqual([])
})

test('a followed file is read from its start once it is another one, or shorter than before', async () => {
	writeFileSync(file, 'one\nhalf')
	const lines = followFile(file, 0, stop.signal)
	expect(await take(lines, 1)).toEqual(['one'])
	const other = lines.next()
	renameSync(file, `${file}.1`)
	writeFileSync(file, 'of another file\n')
	expect((await other).value).toBe('of another file')
	const shorter = lines.next()
	truncateSync(file)
	appendFileSync(file, 'short\n')
	expect((await shorter).value).toBe('short')
	stop.abort()
	expect((await lines.next()).done).toBe(true)
})

test('a followed file that is not there yet is awaited, and read from its start', async () => {
	const lines = followFile(file, 0, stop.signal)
	const first = lines.next()
	writeFileSync(file, 'first\n')
	expect((await first).value).toBe('first')
	stop.abort()
	expect((await lines.next()).done).toBe(true)
	expect(await followFile(file, 0, AbortSignal.abort()).next()).toEqual({ done: true, value: undefined })
})
