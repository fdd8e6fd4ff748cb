import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UserError } from '../../../src/errors/UserError.ts'
import { writeFileAtomic } from '../../../src/util/writeFileAtomic.ts'

const { linkSync, copyFileSync, fsyncSync, fstatSync } = fs
let folder: string
let file: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'atomic-'))
	file = join(folder, 'file')
})
afterEach(() => {
	system({ linkSync, copyFileSync, fsyncSync })
	rmSync(folder, { recursive: true })
})

/** Has a few calls of the system answer as those of another one. */
function system(calls: Partial<typeof fs>): void {
	Object.assign(fs, calls)
	syncBuiltinESMExports()
}

function fails(code: string): () => never {
	return () => {
		throw Object.assign(new Error(`${code}: the system said so`), { code })
	}
}

/** The whole error as the user reads it. */
function faultOf(work: () => unknown): object {
	try {
		return { returned: work() }
	} catch (cause) {
		if (!(cause instanceof UserError)) throw cause
		return { what: cause.message, why: cause.why, next: cause.next }
	}
}

/** Writes a new file while another program makes one of that name. */
const loseRace = () =>
	writeFileAtomic(file, 'mine', { onlyNew: true, check: () => writeFileSync(file, 'of another program') })

describe.each([
	['links', undefined],
	['EPERM for links', 'EPERM'],
	['ENOTSUP for links', 'ENOTSUP'],
	['ENOSYS for links', 'ENOSYS'],
])('a new file on a file system with %s', (_name, code) => {
	beforeEach(() => {
		if (code !== undefined) system({ linkSync: fails(code) })
	})

	test('a new file is written whole, whether its file system has links or not', () => {
		expect(writeFileAtomic(file, 'mine', { onlyNew: true })).toBe(true)
		expect(readFileSync(file, 'utf8')).toBe('mine')
		expect(readdirSync(folder)).toEqual(['file'])
	})

	test('a new file gives way to one that another program makes at the same time', () => {
		expect(loseRace()).toBe(false)
		expect(readFileSync(file, 'utf8')).toBe('of another program')
		expect(readdirSync(folder)).toEqual(['file'])
	})
})

describe('what a file system refuses', () => {
	test('a new file that can neither be linked nor may be copied is not written', () => {
		system({ linkSync: fails('EIO') })
		expect(faultOf(() => writeFileAtomic(file, 'mine', { onlyNew: true, name: 'The list' }))).toEqual({
			what: `The list ${file} cannot be written.`,
			why: 'EIO: the system said so',
			next: 'Check the permissions of its folder and the free space. Nothing was changed.',
		})
		expect(readdirSync(folder)).toEqual([])
	})

	test('a copy that is cut short by a full disk is taken away', () => {
		system({
			linkSync: fails('EPERM'),
			copyFileSync: (_from, to) => {
				writeFileSync(to, 'mi')
				fails('ENOSPC')()
			},
		})
		expect(faultOf(() => writeFileAtomic(file, 'mine', { onlyNew: true }))).toEqual({
			what: `${file} cannot be written.`,
			why: 'The disk is full (ENOSPC).',
			next: 'Check the permissions of its folder and the free space. Nothing was changed.',
		})
		expect(existsSync(file)).toBe(false)
		expect(readdirSync(folder)).toEqual([])
	})

	/** A system whose folders refuse to be flushed. */
	const unflushed = (code: string): void =>
		system({
			fsyncSync: (fd) => (fstatSync(fd).isDirectory() ? fails(code)() : fsyncSync(fd)),
		})

	test.each(['EINVAL', 'EPERM', 'EISDIR'])(
		'a file is written where the system flushes its folders itself (%s)',
		(code) => {
			unflushed(code)
			expect(writeFileAtomic(file, 'mine')).toBe(true)
			expect(readFileSync(file, 'utf8')).toBe('mine')
		},
	)

	test('a file whose folder the disk does not confirm is told as written, but not for certain', () => {
		unflushed('EIO')
		expect(faultOf(() => writeFileAtomic(file, 'mine'))).toEqual({
			what: `A file in ${folder} is written, but a crash could take it back.`,
			why: 'EIO: the system said so',
			next: 'Check the disk, then do it again.',
		})
		expect(readFileSync(file, 'utf8')).toBe('mine')
	})
})
