import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { UserError } from '../../../src/errors/UserError.ts'
import { openFileSource, Spool } from '../../../src/migrate/genesisFiles.ts'
import { openFilesIn, tellsOpenFiles } from '../../support/openFiles.ts'

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

	test('a file that becomes longer ends where it ended when it was opened', () => {
		const path = join(newFolder(), 'a.json')
		writeFileSync(path, '0123')
		const source = openFileSource(path)
		writeFileSync(path, '0123456789')
		expect([source.size, source.read(2, 8).toString(), source.read(4, 2).toString()]).toEqual([4, '23', ''])
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

	test('a document that has its name, was read or is given up is open no more', async () => {
		const folder = newFolder()
		const opened = () => (tellsOpenFiles ? openFilesIn(folder) : [])
		const spools = [0, 1, 2].map((index) => new Spool(join(folder, `${index}.json`)))
		for (const spool of spools) await spool.write(big)
		expect(opened().length).toBe(tellsOpenFiles ? 3 : 0)
		await spools[0]!.become(join(folder, 'whole.json'))
		expect(opened().length).toBe(tellsOpenFiles ? 2 : 0)
		for await (const part of spools[1]!.texts()) expect(part.length).toBeLessThanOrEqual(big.length)
		await spools[2]!.remove()
		expect(opened()).toEqual([])
		await spools[1]!.remove()
		expect(readdirSync(folder)).toEqual(['whole.json'])
	})

	test('a document that no file can be made for is no fault before it is written', async () => {
		const target = join(root, 'none', 'new.json')
		const spool = new Spool(target)
		// By then the file of the document has failed too, with nobody who waits for it.
		for (let time = 0; time < 5; time++) await expect(open(target, 'w')).rejects.toThrow('ENOENT')
		await expect(spool.write(big)).rejects.toThrow('The new genesis cannot be written.')
		await spool.remove()
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
