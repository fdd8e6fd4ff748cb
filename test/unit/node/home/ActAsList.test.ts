import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { ActAsList } from '../../../../src/node/home/ActAsList.ts'

let folder: string
let file: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'act-as-'))
	file = join(folder, 'list.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bytes = (last: number) => Uint8Array.from({ length: 20 }, (_, index) => (index === 19 ? last : 0))
const hex = (last: number) => `0x${Buffer.from(bytes(last)).toString('hex')}`

it('accounts that anyone may act as are kept in the order of adding, each once, and read again', () => {
	const list = new ActAsList(file, 'chain')
	expect([list.addresses, list.has(bytes(1)), readdirSync(folder)]).toEqual([[], false, []])
	list.change([hex(1), hex(2), hex(1)], [])
	const [first = '', second = ''] = list.addresses
	expect(list.addresses).toHaveLength(2)
	list.change([hex(3), first], [hex(2)])
	expect([1, 2, 3].map((last) => list.has(bytes(last)))).toEqual([true, false, true])
	expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify([first, list.addresses[1]], null, 2)}\n`)
	const again = new ActAsList(file, 'chain')
	expect(again.addresses).toEqual(list.addresses)
	expect(again.has(bytes(3))).toBe(true)
	// What is added and removed at once is not there.
	again.change([second], [second])
	expect(again.has(bytes(2))).toBe(false)
})

it('accounts that anyone may act as are not written when nothing changes, and never for a chain in memory', () => {
	const list = new ActAsList(file, 'chain')
	list.change([], [hex(1)])
	expect(readdirSync(folder)).toEqual([])
	list.change([hex(1)], [])
	const before = readFileSync(file, 'utf8')
	writeFileSync(file, `${before} `)
	list.change([hex(1)], [hex(2)])
	expect(readFileSync(file, 'utf8')).toBe(`${before} `)
	const inMemory = new ActAsList(undefined, 'chain')
	inMemory.change([hex(1)], [])
	expect(inMemory.has(bytes(1))).toBe(true)
})

it('a change of the accounts that anyone may act as is made whole or not at all', () => {
	const list = new ActAsList(file, 'chain')
	expect(() => list.change([hex(1), 'nobody'], [])).toThrow(
		expect.objectContaining({
			message: 'nobody is no address of this chain.',
			next: 'Give addresses such as chain1… or 0x….',
		}),
	)
	expect(() => list.change([hex(1)], [7])).toThrow('7 is no address of this chain.')
	expect(list.addresses).toEqual([])
	// The file cannot be written: nobody may act as the account, now as after the next start.
	mkdirSync(file)
	expect(() => list.change([hex(1)], [])).toThrow(UserError)
	expect([list.addresses, list.has(bytes(1))]).toEqual([[], false])
	rmdirSync(file)
	list.change([hex(1)], [])
	expect(new ActAsList(file, 'chain').has(bytes(1))).toBe(true)
})

it.each([
	['{', 'JSON'],
	['{}', 'it is not a list'],
])('a file of accounts to act as that holds %s is refused by name', (text, why) => {
	writeFileSync(file, text)
	expect(() => new ActAsList(file, 'chain')).toThrow(
		expect.objectContaining({ message: `${file} cannot be read.`, why: expect.stringContaining(why) }),
	)
})
