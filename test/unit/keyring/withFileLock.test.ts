import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withFileLock } from '../../../src/keyring/withFileLock.ts'
import { userUmask } from '../../../src/util/fileModes.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'file-lock-'))
/** Above the largest process id of any system. */
const deadProcess = '2147483646'

describe('a lock beside a file', () => {
	test('a file is locked by this process while an action runs, in a folder of its owner alone', async () => {
		const at = join(folder(), 'new', 'folder')
		const file = join(at, 'keys.json')
		const seen = await withFileLock(file, async () => readFileSync(`${file}.lock`, 'utf8'))
		expect(seen).toBe(String(process.pid))
		expect(readdirSync(at)).toEqual([])
		expect(statSync(at).mode & 0o777).toBe(0o700 & ~userUmask())
	})

	test('an action that fails leaves no lock behind', async () => {
		const file = join(folder(), 'keys.json')
		const failing = withFileLock(file, async () => {
			throw new RangeError('no such key')
		})
		await expect(failing).rejects.toThrow('no such key')
		expect(existsSync(`${file}.lock`)).toBe(false)
	})

	test('a lock that cannot be read is not taken for one of a dead process', async () => {
		const file = join(folder(), 'keys.json')
		mkdirSync(`${file}.lock`)
		await expect(withFileLock(file, async () => {}, 1)).rejects.toThrow(`${file} is in use by another chain-tui.`)
		expect(existsSync(`${file}.lock`)).toBe(true)
	})

	test('an action whose lock somebody removed meanwhile has its result', async () => {
		const file = join(folder(), 'keys.json')
		const action = async (): Promise<string> => {
			rmSync(`${file}.lock`)
			return 'ran'
		}
		expect(await withFileLock(file, action)).toBe('ran')
	})

	test('actions on one file run one after the other', async () => {
		const file = join(folder(), 'keys.json')
		const steps: string[] = []
		const action = (name: string) => () =>
			new Promise<void>((resolve) => {
				steps.push(`${name} begins`)
				setImmediate(() => {
					steps.push(`${name} ends`)
					resolve()
				})
			})
		await Promise.all(['a', 'b', 'c'].map((name) => withFileLock(file, action(name))))
		expect(steps).toHaveLength(6)
		for (let at = 0; at < 6; at += 2) expect(steps[at + 1]).toBe(steps[at]!.replace('begins', 'ends'))
	})

	test.each([
		['this process', String(process.pid)],
		// Sending a signal to 0 or -1 would ask about other processes than one.
		['a process without a number', ''],
		['a process of number 0', '0'],
		['a process of number -1', '-1'],
		['a text', 'somebody'],
		['half a process', `${process.pid}.5`],
	])('a file that is locked by %s is refused once it was waited for, and stays locked', async (_owner, content) => {
		const file = join(folder(), 'keys.json')
		writeFileSync(`${file}.lock`, content)
		const ran: string[] = []
		await expect(withFileLock(file, async () => ran.push('ran'), 2)).rejects.toMatchObject({
			name: 'UserError',
			message: `${file} is in use by another chain-tui.`,
			next: `Wait for it to end. If none runs, remove ${file}.lock.`,
		})
		expect([ran, readFileSync(`${file}.lock`, 'utf8')]).toEqual([[], content])
	})

	test('a lock of a process that died is taken over at the second attempt', async () => {
		const file = join(folder(), 'keys.json')
		writeFileSync(`${file}.lock`, deadProcess)
		await expect(withFileLock(file, async () => 'ran', 0)).rejects.toThrow('is in use')
		writeFileSync(`${file}.lock`, deadProcess)
		expect(await withFileLock(file, async () => 'ran', 1)).toBe('ran')
	})

	test('a folder that cannot be made is told with the reason', async () => {
		const at = folder()
		writeFileSync(join(at, 'blocked'), '')
		const file = join(at, 'blocked', 'keyring', 'keys.json')
		await expect(withFileLock(file, async () => 'ran')).rejects.toMatchObject({
			name: 'UserError',
			message: `The folder ${join(at, 'blocked', 'keyring')} cannot be written.`,
			why: expect.stringContaining('ENOTDIR'),
			next: 'Check its permissions and the free space, or choose another folder with --home.',
		})
	})
})
