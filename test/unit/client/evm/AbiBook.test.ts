import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAbi } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AbiBook } from '../../../../src/client/evm/AbiBook.ts'
import { UserError } from '../../../../src/errors/UserError.ts'

const a = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const b = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const abi = parseAbi(['function f()'])
const other = parseAbi(['function g()'])

let folder: string
beforeEach(() => {
	folder = join(mkdtempSync(join(tmpdir(), 'chain-tui-abis-')), 'abis')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

describe.each(['in a folder', 'in memory'])('the ABIs %s', (place) => {
	const open = () => new AbiBook(place === 'in memory' ? undefined : folder)

	test('the ABIs are found by name and address, whatever the case, and an address belongs to one of them', () => {
		const book = open()
		book.add('Wall', abi, a)
		book.add('Wall', other, b)
		expect(book.named(' wall ')).toMatchObject({ abi: other, addresses: [a.toLowerCase(), b.toLowerCase()] })
		expect(book.add('Wall', other, a).addresses).toHaveLength(2)
		book.add('Coin', abi, b)
		expect(book.at(b.toUpperCase().replace('0X', '0x'))?.name).toBe('Coin')
		expect(book.named('Wall')?.addresses).toEqual([a.toLowerCase()])
		expect(book.list().map(({ name }) => name)).toEqual(['Coin', 'Wall'])
		expect([book.named('Nobody'), book.at('0x00')]).toEqual([undefined, undefined])
	})

	test('lose an address, and go with the last one', () => {
		const book = open()
		book.add('Wall', abi, a)
		book.add('Wall', abi, b)
		const before = book.version
		book.remove('Wall', a)
		expect(book.named('Wall')?.addresses).toEqual([b.toLowerCase()])
		book.remove('Wall', b)
		expect(book.list()).toEqual([])
		expect(book.version).toBeGreaterThan(before)
		book.add('Coin', abi, a)
		book.remove('Coin')
		const after = book.version
		book.remove('Coin')
		expect([book.list(), book.version]).toEqual([[], after])
	})

	test('the version of the ABIs grows by one with each change of a contract', () => {
		const book = open()
		const versions = [book.version]
		for (const change of [
			() => book.add('Wall', abi, a),
			() => book.add('Wall', other),
			() => book.add('Wall', abi, b),
			() => book.remove('Wall', a),
			() => book.remove('Wall', b),
			() => book.remove('Wall'),
		]) {
			change()
			versions.push(book.version)
		}
		expect(versions).toEqual([0, 1, 2, 3, 4, 5, 5])
	})

	test('an address that another contract has leaves it, and the other keeps the rest', () => {
		const book = open()
		book.add('Wall', abi, a)
		book.add('Wall', abi, b)
		book.add('Coin', other, b)
		const before = book.version
		book.add('Coin', other)
		expect(book.version - before).toBe(1)
		expect(book.list().map(({ name, addresses }) => [name, addresses])).toEqual([
			['Coin', [b.toLowerCase()]],
			['Wall', [a.toLowerCase()]],
		])
	})

	test.each(['x', 'A.b_c-9', 'x'.repeat(64)])('the name %s of a contract is taken', (name) => {
		expect(open().add(name, abi)).toEqual({ name, abi, addresses: [] })
	})

	test.each(['', '.hidden', 'a/b', 'a b', 'x'.repeat(65)])('take no name like %j', (name) => {
		expect(() => open().add(name, abi)).toThrow('This is no name for a contract.')
	})
})

describe('the files of the ABIs', () => {
	test('the files of the ABIs are read by the next start, and removed with them', () => {
		const book = new AbiBook(folder)
		book.add('Wall', abi, a)
		writeFileSync(join(folder, 'notes.txt'), 'mine')
		expect(new AbiBook(folder).list()).toEqual([{ name: 'Wall', abi, addresses: [a.toLowerCase()] }])
		book.remove('Wall')
		expect(readdirSync(folder)).toEqual(['notes.txt'])
	})

	test('the files of the ABIs may be gone when their contract is removed', () => {
		const book = new AbiBook(folder)
		book.add('Wall', abi, a)
		rmSync(folder, { recursive: true })
		book.remove('Wall')
		expect(book.list()).toEqual([])
	})

	test('the files of the ABIs are the user’s alone, and say in which form they are', () => {
		new AbiBook(folder).add('Wall', abi, a)
		expect(statSync(folder).mode & 0o777).toBe(0o700)
		expect(readFileSync(join(folder, 'Wall.json'), 'utf8')).toBe(
			`${JSON.stringify({ version: 1, name: 'Wall', abi, addresses: [a.toLowerCase()] })}\n`,
		)
	})

	test.each([
		['{', 'JSON'],
		['{"version":1,"name":"Wall","abi":[],"addresses":["0x12"]}', 'It is damaged or not one of this program.'],
		['{"version":2}', 'It is damaged or not one of this program.'],
	])('the files of the ABIs that hold %s are named with what to do', (text, why) => {
		new AbiBook(folder).add('Wall', abi)
		const file = join(folder, 'Wall.json')
		writeFileSync(file, text)
		const read = () => new AbiBook(folder).list()
		expect(read).toThrow(UserError)
		expect(read).toThrow(
			expect.objectContaining({ message: `The ABI ${file} cannot be read.`, why: expect.stringContaining(why) }),
		)
	})
})

test('a contract that is added again keeps its addresses in their order, and each change counts once', () => {
	const book = new AbiBook(undefined)
	const [one, two] = [1, 2].map((byte) => `0x${String(byte).repeat(40)}`)
	book.add('Jar', [], one)
	book.add('Jar', [], two)
	book.add('Other', [])
	expect(book.version).toBe(3)
	expect(book.add('Jar', [], one).addresses).toEqual([one, two])
	expect(book.version).toBe(4)
	// An address belongs to one contract: that of the first one changes too.
	book.add('Other', [], one)
	expect([book.version, book.named('jar')?.addresses, book.at(one!)?.name]).toEqual([6, [two], 'Other'])
})
