import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isInstalled } from '../../../scripts/installed.js'

let folder: string

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'chain-tui-installed-'))
	await mkdir(join(folder, 'node_modules'))
	await write('package-lock.json', {
		'': { version: '0.1.0' },
		'node_modules/ink': { version: '6.8.0', integrity: 'sha512-a' },
		'node_modules/keytar': { version: '7.9.0', integrity: 'sha512-b', optional: true },
	})
})

afterEach(() => rm(folder, { recursive: true }))

function write(file: string, packages: Readonly<Record<string, object>>): Promise<void> {
	return writeFile(join(folder, file), JSON.stringify({ lockfileVersion: 3, packages }))
}

it('an install by hand counts: nothing is installed twice', async () => {
	await write('node_modules/.package-lock.json', {
		'node_modules/ink': { version: '6.8.0', integrity: 'sha512-a' },
		'node_modules/keytar': { version: '7.9.0', integrity: 'sha512-b', optional: true },
	})
	expect(isInstalled(folder)).toBe(true)
})

it('an optional package may be missing, another may not', async () => {
	await write('node_modules/.package-lock.json', { 'node_modules/ink': { version: '6.8.0', integrity: 'sha512-a' } })
	expect(isInstalled(folder)).toBe(true)
	await write('node_modules/.package-lock.json', { 'node_modules/keytar': { version: '7.9.0', integrity: 'sha512-b' } })
	expect(isInstalled(folder)).toBe(false)
})

it('another version, another content or no record is not installed', async () => {
	expect(isInstalled(folder)).toBe(false)
	for (const ink of [
		{ version: '6.7.0', integrity: 'sha512-a' },
		{ version: '6.8.0', integrity: 'sha512-c' },
	]) {
		await write('node_modules/.package-lock.json', { 'node_modules/ink': ink })
		expect(isInstalled(folder)).toBe(false)
	}
})
