import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommandContext, Flags } from '../../../../src/cli/CommandContext.ts'
import {
	hasChain,
	homeConfig,
	keyringPlace,
	needChain,
	nodeConfig,
	refuseWhileRunning,
	settingFlags,
} from '../../../../src/cli/support/home.ts'
import { writeHomeConfig } from '../../../../src/node/home/home.ts'
import { writeRunningNode } from '../../../../src/node/home/runningNode.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-home-'))
let home: string
beforeEach(() => {
	home = mkdtempSync(join(folder, 'home-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const called = (flags: Flags, env: Readonly<Record<string, string>> = {}) =>
	({ flags: { home, ...flags }, io: { env } }) as unknown as CommandContext

describe('the settings of a command', () => {
	test('settings are the flags that name one: its text, or on for one without a value', () => {
		const flags = { home, rest: 'off', admin: true, metrics: undefined, output: 'json', yes: true, eth: false }
		expect(settingFlags(flags)).toEqual({ home, rest: 'off', admin: 'on' })
	})

	const kept = { prefix: 'kept', denom: 'ukept', coinType: 60, aminoBrand: 'cosmos' }
	test.each<[Flags, string, object]>([
		[{}, 'kept-1', {}],
		[{ chainId: 'other-1' }, 'other-1', {}],
		[{ prefix: 'other' }, 'kept-1', { prefix: 'other' }],
		[{ denom: 'uother' }, 'kept-1', { denom: 'uother' }],
		[{ coinType: '459' }, 'kept-1', { coinType: 459 }],
		[{ aminoBrand: 'chain' }, 'kept-1', { aminoBrand: 'chain' }],
	])('the flags %j count for a command whatever the home keeps', (flags, chainId, changed) => {
		writeHomeConfig(home, { chainId: 'kept-1', prefix: 'kept', denom: 'ukept', coinType: '60', aminoBrand: 'cosmos' })
		expect(homeConfig(called(flags))).toMatchObject({ home, chainId, settings: { ...kept, ...changed } })
	})

	test('the brand of a flag counts where the home keeps none', () => {
		expect(homeConfig(called({ aminoBrand: 'cosmos', coinType: '459' })).settings).toMatchObject({
			...{ aminoBrand: 'cosmos', coinType: 459 },
		})
		expect(homeConfig(called({})).settings).toMatchObject({ aminoBrand: 'chain', coinType: 118 })
	})

	test('a chain of a home has the names that the home keeps, and no others', () => {
		writeHomeConfig(home, { chainId: 'kept-1' })
		expect(nodeConfig(called({}))).toMatchObject({ home, chainId: 'kept-1' })
		expect(() => nodeConfig(called({ chainId: 'other-1' }))).toThrow(/kept-1/)
	})
})

test('keys lie in the home unless another folder or backend is named', () => {
	expect(keyringPlace({}, '/a/home')).toEqual({ folder: '/a/home/keyring' })
	expect(keyringPlace({ keyringDir: 'elsewhere', keyringBackend: 'test' }, '/a/home')).toEqual({
		...{ folder: resolve('elsewhere'), backend: 'test' },
	})
})

test('a command that needs a chain says how to make one where there is none', () => {
	expect(hasChain(home)).toBe(false)
	expect(() => needChain(home)).toThrow(
		expect.objectContaining({
			message: `There is no chain in ${home}.`,
			next: 'Make one with `chain-tui init`, or choose another folder with --home.',
		}),
	)
	mkdirSync(join(home, 'data'))
	writeFileSync(join(home, 'data', 'CURRENT'), '')
	expect(hasChain(home)).toBe(true)
	expect(() => needChain(home)).not.toThrow()
})

test('a command that opens the database is refused while a node runs on the home', () => {
	expect(() => refuseWhileRunning(home)).not.toThrow()
	writeRunningNode(home, { pid: process.pid, chainId: 'chain-localnet' })
	expect(() => refuseWhileRunning(home)).toThrow(
		expect.objectContaining({
			message: `A node runs on ${home} (process ${process.pid}).`,
			next: 'Stop it first, or do this on its Node screen in the app.',
		}),
	)
})
