import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { UserError } from '../../../src/errors/UserError.ts'
import { openFileSource, Spool } from '../../../src/migrate/genesisFiles.ts'

const root = mkdtempSync(join(tmpdir(), 'chain-tui-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
function newFolder(): string {
	const folder = join(root, String(++folders))
	mkdirSync(folder)
	return folder
}

describe('a genesis file that is read', () => {
	test('a file is read in parts of any place and length, up to its end', () => {
		const path = join(newFolder(), 'a.json')
		writeFileSync(path, '0123456789')
		const source = openFileSource(path)
		const read = (position: number, length: number): string => source.read(position, length).toString()
		expect(source.size).toBe(10)
		expect([read(0, 10), read(3, 2), read(8, 5), read(10, 1), read(11, 1), read(4, 0)]).toEqual([
			'0123456789',
			'34',
			'89',
			'',
			'',
			'',
		])
		source.close()
		expect(() => source.read(0, 1)).toThrow('EBADF')
	})

	test('a file that became shorter ends where it ends now', () => {
		const path = join(newFolder(), 'a.json')
		writeFileSync(path, '0123456789')
		const source = openFileSource(path)
		writeFileSync(path, '0123')
		expect(source.read(2, 8).toString()).toBe('23')
		source.close()
	})

	test('a file that cannot be read is told with its path, the reason and what to do', () => {
		const path = join(root, 'none.json')
		const told = (next: string) => ({
			message: `The genesis file ${path} cannot be read.`,
			why: expect.stringContaining('ENOENT'),
			next,
		})
		expect(() => openFileSource(path)).toThrow(expect.objectContaining(told('Check the path.')))
		expect(() => openFileSource(path, 'Give another.')).toThrow(expect.objectContaining(told('Give another.')))
		expect(() => openFileSource(root)).toThrow(UserError)
	})
})

describe('a genesis file that is written', () => {
	const big = 'x'.repeat(1 << 20)

	test('a document has its name when it is whole, and nothing of it is left beside', async () => {
		const folder = newFolder()
		const target = join(folder, 'new.json')
		const spool = new Spool(target)
		for (const part of ['a', big, 'b', '', 'c']) await spool.write(part)
		expect(readdirSync(folder)).toEqual([expect.stringMatching(/^new\.json\.[0-9a-f]{12}\.part$/)])
		await spool.become(target)
		await spool.remove()
		expect(readdirSync(folder)).toEqual(['new.json'])
		expect(readFileSync(target, 'utf8')).toBe(`a${big}bc`)
	})

	test('a part of a megabyte is on the disk before the next is taken, a smaller one may wait', async () => {
		const folder = newFolder()
		const spool = new Spool(join(folder, 'new.json'))
		const sizes: number[] = []
		for (const part of ['a', big.slice(2), 'b', 'c', big]) {
			await spool.write(part)
			sizes.push(...readdirSync(folder).map((name) => readFileSync(join(folder, name)).length))
		}
		expect(sizes.slice(-3)).toEqual([big.length, big.length, 2 * big.length + 1])
		await spool.remove()
	})

	test('a document that has no name yet is read whole', async () => {
		const folder = newFolder()
		const spool = new Spool(join(folder, 'new.json'))
		for (const part of ['a', big, 'b']) await spool.write(part)
		let text = ''
		for await (const part of spool.texts()) text += part
		expect(text).toBe(`a${big}b`)
		await spool.remove()
		expect(readdirSync(folder)).toEqual([])
	})

	test('a document that is given up at once leaves no file behind', async () => {
		const folder = newFolder()
		await Promise.all(Array.from({ length: 20 }, (_, index) => new Spool(join(folder, `${index}.json`)).remove()))
		expect(readdirSync(folder)).toEqual([])
	})

	test('a document in a folder that is not there is told with the reason, when it is written and when it ends', async () => {
		const target = join(root, 'none', 'new.json')
		const told = {
			message: 'The new genesis cannot be written.',
			why: expect.stringContaining('no such file or directory'),
			next: 'Name another file with --output, or make room on the disk.',
		}
		const [first, second] = [new Spool(target), new Spool(target)]
		await expect(first.write(big)).rejects.toMatchObject(told)
		await expect(first.become(target)).rejects.toMatchObject(told)
		await second.write('a')
		await expect(second.become(target)).rejects.toMatchObject(told)
		await first.remove()
		await second.remove()
	})
})
