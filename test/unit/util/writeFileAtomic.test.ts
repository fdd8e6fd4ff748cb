import {
	closeSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UserError } from '../../../src/errors/UserError.ts'
import { writeFileAtomic } from '../../../src/util/writeFileAtomic.ts'

let folder: string
let file: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'atomic-'))
	file = join(folder, 'deep', 'file')
})
afterEach(() => rmSync(folder, { recursive: true }))

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('a file written whole or not at all', () => {
	test('holds text or bytes, in a folder that is made for it', () => {
		expect(writeFileAtomic(file, 'ünï')).toBe(true)
		expect(readFileSync(file, 'utf8')).toBe('ünï')
		writeFileAtomic(file, new Uint8Array([0, 255]))
		expect([...readFileSync(file)]).toEqual([0, 255])
		expect(readdirSync(join(folder, 'deep'))).toEqual(['file'])
	})

	test.runIf(existsSync('/proc/self/fd'))(
		'a file written whole or not at all is held no longer, nor is its folder',
		() => {
			const held = () =>
				readdirSync('/proc/self/fd').filter((fd) => {
					try {
						return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
					} catch {
						return false
					}
				}).length
			mkdirSync(join(folder, 'deep'))
			const other = openSync(join(folder, 'deep'), 'r')
			writeFileAtomic(file, 'a')
			expect(held()).toBe(1)
			closeSync(other)
			expect(held()).toBe(0)
		},
	)

	test('a file written whole or not at all is for its owner alone, even where the old one was not', () => {
		writeFileAtomic(file, 'a')
		expect(mode(file)).toBe('600')
		expect(mode(join(folder, 'deep'))).toBe('700')
		const wide = join(folder, 'wide')
		writeFileSync(wide, '', { mode: 0o644 })
		writeFileAtomic(wide, 'b')
		expect(mode(wide)).toBe('600')
	})

	test('a file written whole or not at all is as wide as the umask allows when it is open, and stays narrow where somebody narrowed it', () => {
		const before = process.umask(0o027)
		try {
			const open = join(folder, 'open')
			writeFileAtomic(open, 'a', { access: 'open' })
			expect(mode(open)).toBe('640')
			const narrow = join(folder, 'narrow')
			writeFileSync(narrow, '', { mode: 0o600 })
			writeFileAtomic(narrow, 'b', { access: 'open' })
			expect(mode(narrow)).toBe('600')
		} finally {
			process.umask(before)
		}
	})

	test('stays as it was when the check of what was written fails', () => {
		writeFileAtomic(file, '{}')
		expect(() => writeFileAtomic(file, '{', { name: 'The list', check: JSON.parse })).toThrow(UserError)
		expect(() => writeFileAtomic(file, '{', { name: 'The list', check: JSON.parse })).toThrow(`The list ${file} cannot`)
		expect(readFileSync(file, 'utf8')).toBe('{}')
		expect(readdirSync(join(folder, 'deep'))).toEqual(['file'])
	})

	test('leaves one that is there when only a new one is wanted', () => {
		expect(writeFileAtomic(file, 'first', { onlyNew: true })).toBe(true)
		expect(writeFileAtomic(file, 'second', { onlyNew: true })).toBe(false)
		expect(readFileSync(file, 'utf8')).toBe('first')
		expect(readdirSync(join(folder, 'deep'))).toEqual(['file'])
	})

	test('goes where a link points', () => {
		const target = join(folder, 'target')
		writeFileSync(target, 'old')
		const link = join(folder, 'link')
		symlinkSync(target, link)
		writeFileAtomic(link, 'new')
		expect(lstatSync(link).isSymbolicLink()).toBe(true)
		expect(readFileSync(target, 'utf8')).toBe('new')
	})

	test('says why it could not be and what to do', () => {
		writeFileSync(join(folder, 'blocked'), '')
		expect(() => writeFileAtomic(join(folder, 'blocked', 'file'), 'x')).toThrow(UserError)
	})
})
