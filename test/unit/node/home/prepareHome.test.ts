import fs, { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { homePaths, prepareHome, readHomeConfig, writeHomeConfig } from '../../../../src/node/home/home.ts'
import type { NodeConfig } from '../../../../src/node/NodeConfig.ts'

const made: string[] = []

afterEach(() => {
	for (const home of made.splice(0)) rmSync(home, { recursive: true, force: true })
})

function newHome(): string {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-home-'))
	made.push(home)
	return home
}

function configOf(evmChainId: bigint | undefined): NodeConfig {
	return { settings: defaultChainSettings, evmChainId } as NodeConfig
}

describe('prepareHome', () => {
	it('keeps the number of the EVM that a home was made with', () => {
		const home = newHome()
		prepareHome(configOf(5n), home)
		expect(readHomeConfig(home).evmChainId).toBe('5')
		prepareHome(configOf(undefined), home)
		expect(readHomeConfig(home).evmChainId).toBe('5')
	})

	it('keeps none where none was asked for', () => {
		const home = newHome()
		prepareHome(configOf(undefined), home)
		expect(readHomeConfig(home)).not.toHaveProperty('evmChainId')
	})

	it('a prepared home has a format and settings that a person can read, and keeps both', () => {
		const home = newHome()
		prepareHome(configOf(undefined), home)
		const { version, config } = homePaths(home)
		expect(JSON.parse(readFileSync(version, 'utf8'))).toEqual({ format: expect.any(Number) })
		expect(readFileSync(config, 'utf8')).toMatch(/^\{\n {2}"prefix": "[a-z]+",\n {2}"denom": .*\n\}\n$/s)
		writeHomeConfig(home, { ...readHomeConfig(home), prefix: 'kite' })
		prepareHome(configOf(5n), home)
		expect(readHomeConfig(home)).toMatchObject({ prefix: 'kite' })
	})

	it('a home in which a file stands where a folder belongs is refused with the reason', () => {
		const home = newHome()
		writeFileSync(homePaths(home).data, '')
		expect(() => prepareHome(configOf(undefined), home)).toThrow(
			expect.objectContaining({
				message: `The home folder ${home} cannot be written.`,
				why: expect.stringContaining('EEXIST'),
			}),
		)
	})

	it.each([
		['{"format":99}', 'was written by a newer chain-tui (format 99).'],
		['{}', 'was written by a newer chain-tui (format undefined).'],
		['{', 'cannot be read.'],
	])('a home whose format is %s is refused and left as it is', (text, what) => {
		const home = newHome()
		writeFileSync(homePaths(home).version, text)
		expect(() => prepareHome(configOf(undefined), home)).toThrow(what)
		expect(readFileSync(homePaths(home).version, 'utf8')).toBe(text)
	})

	it('a home on a full disk is refused with the reason that its disk gives', () => {
		const home = newHome()
		const { renameSync } = fs
		fs.renameSync = () => {
			throw Object.assign(new Error('ENOSPC: no space left on device, rename'), { code: 'ENOSPC' })
		}
		syncBuiltinESMExports()
		try {
			expect(() => prepareHome(configOf(undefined), home)).toThrow(
				expect.objectContaining({
					message: `The home folder ${home} cannot be written.`,
					why: 'The disk is full (ENOSPC).',
				}),
			)
		} finally {
			fs.renameSync = renameSync
			syncBuiltinESMExports()
		}
	})
})
