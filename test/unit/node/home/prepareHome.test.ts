import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { prepareHome, readHomeConfig } from '../../../../src/node/home/home.ts'
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
})
