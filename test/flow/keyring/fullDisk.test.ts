import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { writeFileAtomic } from '../../../src/util/writeFileAtomic.ts'
import { cli } from '../cli/testCli.ts'
import { type SmallDisk, smallDisks } from '../support/smallDisk.ts'

const cost = { memoryKiB: 256, iterations: 1, parallelism: 1 }
const passphrase = 'long enough'
let disk: SmallDisk | undefined

afterEach(() => {
	disk?.leave(undefined)
	disk?.remove()
	disk = undefined
})

const freeSizes = (step: number) => Array.from({ length: Math.floor(16_384 / step) + 1 }, (_, index) => index * step)

describe.each(smallDisks())('on a nearly full disk (%o)', (makeDisk) => {
	test('a check of the home says what it lacks, and leaves nothing behind', async () => {
		disk = makeDisk()
		const home = join(disk.folder, 'home')
		expect((await cli(['init', '--home', home])).exit).toBe(0)
		const told = new Set<string>()
		for (let free = 0; free <= 32_768; free += 4096) {
			disk.leave(free)
			const { exit, stderr, stdout } = await cli(['verify', '--home', home])
			disk.leave(undefined)
			if (exit === 0) expect(stdout).toContain('whole: true')
			else {
				// A home without room is not a home that is lost.
				expect(stdout).toBe('')
				expect(stderr).toMatch(/^Error: .*\n.*\nMake room on the disk.*\n$/)
				told.add(stderr.split(' in ')[0]!.replace(disk.folder, ''))
			}
			expect(readdirSync(home).filter((name) => name.startsWith('.verify'))).toEqual([])
		}
		expect(told).toContain('Error: The check cannot make its copy of the newest records')
		expect((await cli(['verify', '--home', home])).exit).toBe(0)
	})

	test('no key is lost, and an added key is one that is there', async () => {
		disk = makeDisk()
		const folder = join(disk.folder, 'keyring')
		const keyring = await openKeyring({ folder, settings: defaultChainSettings, backend: 'file', cost })
		await keyring.unlock(passphrase)
		// Together with its successor larger than the smallest and smaller than the largest free size.
		for (let index = 0; index < 24; index++) await keyring.importPrivateKey(`key${index}`, privateKey(index))
		const file = join(folder, 'keys.json')
		const before = readFileSync(file, 'utf8')
		const told = { done: 0, refused: 0 }
		for (const free of freeSizes(disk.kind === 'limit' ? 61 : 1024)) {
			disk.leave(free)
			const adding = await keyring.importPrivateKey('added', privateKey(99)).then(
				() => 'done' as const,
				(error: unknown) => error,
			)
			disk.leave(undefined)
			const names = (await keyring.list()).map(({ name }) => name)
			if (adding === 'done') {
				told.done++
				expect(names, `${free} bytes free`).toHaveLength(25)
				await expect(keyring.exportPrivateKey('added')).resolves.toBe(privateKey(99))
				await keyring.delete('added')
			} else {
				told.refused++
				expect(adding).toBeInstanceOf(UserError)
				expect(adding).toMatchObject({ why: expect.stringContaining('full'), next: expect.stringContaining('space') })
				expect(readFileSync(file, 'utf8'), `${free} bytes free`).toBe(before)
			}
			expect(readdirSync(folder), 'nothing is left lying').toEqual(['keys.json'])
		}
		expect(told.done).toBeGreaterThan(0)
		expect(told.refused).toBeGreaterThan(0)
	})

	test('a file is the old or the new one, whatever its size', () => {
		disk = makeDisk()
		const file = join(disk.folder, 'file')
		for (const free of freeSizes(disk.kind === 'limit' ? 509 : 2048)) {
			for (const size of [1, free, free + 1, 40_000]) {
				disk.leave(undefined)
				writeFileSync(file, 'old')
				disk.leave(free)
				const wanted = 'n'.repeat(size)
				let written = false
				try {
					written = writeFileAtomic(file, wanted)
				} catch (error) {
					expect(error).toBeInstanceOf(UserError)
				}
				expect(readFileSync(file, 'utf8')).toBe(written ? wanted : 'old')
				expect(readdirSync(disk.folder).filter((name) => name !== '.filler')).toEqual(['file'])
				if (disk.kind === 'limit') expect(written).toBe(size <= free)
			}
		}
	})

	test('the commands tell the truth and keep settings, keys and node keys whole', async () => {
		disk = makeDisk()
		const home = join(disk.folder, 'home')
		const run = (line: string) =>
			cli([...line.split(' '), '--home', home], { env: { CHAIN_TUI_PASSPHRASE: passphrase } })
		expect((await run('config blockInterval 2s')).exit).toBe(0)
		expect((await run('keys add first --keyring-backend file')).exit).toBe(0)
		for (const free of [0, 100, 4096, 8192]) {
			for (const line of ['config blockInterval 3s', 'keys rename first second', 'keys add third']) {
				const [settings, keys] = [
					readFileSync(join(home, 'config.json')),
					readFileSync(join(home, 'keyring', 'keys.json')),
				]
				disk.leave(free)
				const { exit, stderr } = await run(line)
				disk.leave(undefined)
				const after = [readFileSync(join(home, 'config.json')), readFileSync(join(home, 'keyring', 'keys.json'))]
				expect(exit === 0, `${line}, ${free} bytes free: ${stderr}`).toBe(
					!(after[0]!.equals(settings) && after[1]!.equals(keys)),
				)
				if (exit !== 0) expect(stderr).toMatch(/^Error: .* cannot be written\.\nThe disk is full .*\nCheck/m)
				expect(JSON.parse(String(after[0])).blockInterval).toMatch(/^[23]s$/)
				expect(JSON.parse((await run('keys list -o json')).stdout).length).toBeGreaterThan(0)
				if (exit === 0 && line.startsWith('keys')) {
					await run('keys rename second first')
					await run('keys delete third -y')
				}
				if (exit === 0 && line.startsWith('config')) await run('config blockInterval 2s')
			}
		}
	})

	test('a lock that could not be written does not bar the keyring for ever', async () => {
		disk = makeDisk()
		const keyring = await openKeyring({ folder: disk.folder, settings: defaultChainSettings, backend: 'file', cost })
		await keyring.unlock(passphrase)
		disk.leave(0)
		await expect(keyring.importPrivateKey('a', privateKey(1))).rejects.toThrow(UserError)
		disk.leave(undefined)
		expect((await keyring.importPrivateKey('a', privateKey(1))).name).toBe('a')
		rmSync(join(disk.folder, 'keys.json'))
	})
})

function privateKey(index: number): string {
	return (index + 1).toString(16).padStart(64, '0')
}
