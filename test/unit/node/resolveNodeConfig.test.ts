import {
	appendFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readlinkSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { availableParallelism, homedir, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UserError } from '../../../src/errors/UserError.ts'
import { writeHomeConfig } from '../../../src/node/home/home.ts'
import type { NodeConfig } from '../../../src/node/NodeConfig.ts'
import { defaultHome, largeGenesis, resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import type { SettingValues } from '../../../src/node/settings.ts'

const nowhere = '/nonexistent/test'
let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-config-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const of = (flags: SettingValues, env: Record<string, string> = {}): NodeConfig =>
	resolveNodeConfig({ home: nowhere, ...flags }, env)

describe('a setting', () => {
	test('a setting is that of its flag, else of the environment, else of the home, else the default', () => {
		const home = join(folder, 'home')
		mkdirSync(home)
		writeHomeConfig(home, { pruning: 'nothing', keepBlocks: '5', blockInterval: '2s' })
		const env = { CHAIN_TUI_KEEP_BLOCKS: '6', CHAIN_TUI_BLOCK_INTERVAL: '3s', CHAIN_TUI_PRUNING: '' }
		expect(of({ home, blockInterval: '4s' }, env)).toMatchObject({
			blockIntervalMs: 4_000,
			keepBlocks: 6,
			pruning: 'nothing',
			blockMode: 'interval',
		})
	})

	test('a setting that the chain was born with is never another one', () => {
		const home = join(folder, 'born')
		mkdirSync(home)
		writeHomeConfig(home, { prefix: 'kite', denom: 'ukite' })
		expect(of({ home }).settings).toMatchObject({ prefix: 'kite', denom: 'ukite' })
		expect(of({ home, prefix: 'kite' }).minimumGasPrices).toBe('0.01ukite')
		expect(() => of({ home, prefix: 'chain' })).toThrow(
			expect.objectContaining({
				message: 'This home was made with prefix kite, not chain.',
				why: 'A chain keeps the names it was born with.',
				next: 'Leave --prefix out, or choose another folder with --home.',
			}),
		)
	})

	test.each([
		['chainId', 'one', 'two'],
		['evmChainId', '1', '2'],
		['prefix', 'one', 'two'],
		['denom', 'uone', 'utwo'],
		['coinType', '1', '2'],
		['aminoBrand', 'chain', 'cosmos'],
	] as const)('%s of a chain is always the one it was born with', (name, born, other) => {
		const home = join(folder, `born-${name}`)
		mkdirSync(home)
		writeHomeConfig(home, { [name]: born })
		expect(() => of({ home, [name]: other })).toThrow(`This home was made with ${name} ${born}, not ${other}.`)
		expect(() => of({ home, [name]: born })).not.toThrow()
	})

	test('the settings of a new home are those of a chain of one node, whose listeners are for this machine', () => {
		const on = (port: number) => ({ on: true, host: '127.0.0.1', port, asked: false, kept: false })
		expect(of({ threads: '1' })).toEqual({
			...{ home: nowhere, chainId: 'chain-localnet', chainIdAsked: false },
			settings: { prefix: 'chain', denom: 'uchain', coinType: 118, aminoBrand: 'chain' },
			...{ minimumGasPrices: '0.01uchain', blockMode: 'interval', blockIntervalMs: 1_000, emptyBlocksMs: 0 },
			...{ keepBlocks: 0, pruning: 'default', minRetainBlocks: 0, snapshotInterval: 1_000, snapshotKeep: 2 },
			...{ haltHeight: 0, haltTime: 0, manage: { on: false }, metrics: { on: false }, ethCompat: 'geth' },
			listeners: {
				...{ rpc: on(26_657), grpc: on(9_090), rest: on(1_317), endpoints: on(8_545), eth: on(8_546) },
				legacy8: { on: false },
			},
			...{ readyWithinMs: 60_000, threads: 1, admin: false, allowedOrigins: 'same-machine' },
		})
	})

	test('a listener that the home names is kept, and is not one that somebody asked for now', () => {
		const home = join(folder, 'kept')
		mkdirSync(home)
		writeHomeConfig(home, { rest: '0.0.0.0:5' })
		const { rest, rpc } = of({ home, rpc: ':6' }).listeners
		expect(rest).toEqual({ on: true, host: '0.0.0.0', port: 5, asked: false, kept: true })
		expect(rpc).toEqual({ on: true, host: '127.0.0.1', port: 6, asked: true, kept: false })
	})

	test.each<readonly [SettingValues, object]>([
		[{ rpc: 'off' }, { listeners: { rpc: { on: false }, rest: { on: true, port: 1317, asked: false } } }],
		[{ rpc: ':7' }, { listeners: { rpc: { on: true, host: '127.0.0.1', port: 7, asked: true } } }],
		[{ rpc: 'tcp://0.0.0.0:7' }, { listeners: { rpc: { host: '0.0.0.0', port: 7 } } }],
		[{ rpc: 'http://[::1]:7' }, { listeners: { rpc: { host: '::1', port: 7 } } }],
		[{ grpc: 'x:65535' }, { listeners: { grpc: { host: 'x', port: 65_535 } } }],
		[{ emptyBlocks: 'on' }, { emptyBlocksMs: 0 }],
		[{ emptyBlocks: 'off' }, { emptyBlocksMs: Number.POSITIVE_INFINITY }],
		[{ emptyBlocks: '1m' }, { emptyBlocksMs: 60_000 }],
		[{ keepBlocks: 'all' }, { keepBlocks: 0 }],
		[{ keepBlocks: '1' }, { keepBlocks: 1 }],
		[{ pruning: 'everything' }, { pruning: 'everything' }],
		[
			{ pruning: 'custom', pruningKeepRecent: '5', pruningInterval: '3' },
			{ pruning: { keepRecent: 5, keepEvery: 0, interval: 3 } },
		],
		[
			{ snapshotKeep: '3', haltHeight: '7' },
			{ snapshotKeep: 3, haltHeight: 7, haltTime: 0, minRetainBlocks: 0 },
		],
		[{ threads: 'auto' }, { threads: Math.min(availableParallelism(), 2) }],
		[{ threads: '7' }, { threads: 7 }],
		[{ pruning: 'custom', pruningKeepRecent: '0', pruningInterval: '1' }, { pruning: { keepRecent: 0, interval: 1 } }],
		[
			{ snapshotKeep: '1', haltTime: '999999999999999' },
			{ snapshotKeep: 1, haltTime: 999_999_999_999_999 },
		],
		[{ evmChainId: '2222' }, { evmChainId: 2222n }],
		[{ coinType: '60' }, { settings: { coinType: 60 } }],
		[{ coinType: '0' }, { settings: { coinType: 0 } }],
		[{ coinType: '2147483647' }, { settings: { coinType: 2_147_483_647 } }],
		[{ admin: 'true' }, { admin: true }],
		[{ admin: 'no' }, { admin: false }],
		[{ minimumGasPrices: '' }, { minimumGasPrices: '' }],
		[{ database: 'sqlite:x' }, { database: 'sqlite:x' }],
		[{ chainId: 'mine' }, { chainId: 'mine', chainIdAsked: true }],
		[{}, { chainId: 'chain-localnet', chainIdAsked: false, home: nowhere }],
	])('the values %j are read', (flags, wanted) => {
		expect(of(flags)).toMatchObject(wanted)
	})

	test.each<readonly [SettingValues, string, string]>([
		[{ rpc: '127.0.0.1' }, '--rpc cannot be "127.0.0.1".', '--rpc off'],
		[{ grpc: 'x:65536' }, '--grpc cannot be "x:65536".', '--grpc off'],
		[{ pruning: 'some' }, '--pruning cannot be "some".', 'default, nothing, everything, custom'],
		[{ pruning: 'custom', pruningInterval: '0' }, '--pruning-interval cannot be "0".', 'from 1 on'],
		[{ snapshotKeep: 'two' }, '--snapshot-keep cannot be "two".', 'from 1 on'],
		[{ haltHeight: '-1' }, '--halt-height cannot be "-1".', 'from 0 on'],
		[{ haltHeight: '1.5' }, '--halt-height cannot be "1.5".', 'from 0 on'],
		[{ blockInterval: '5' }, '--block-interval cannot be "5".', '500ms'],
		[{ emptyBlocks: 'often' }, '--empty-blocks cannot be "often".', '1m'],
		[{ keepBlocks: '0' }, '--keep-blocks cannot be "0".', 'or all'],
		[{ keepBlocks: '1.5' }, '--keep-blocks cannot be "1.5".', 'or all'],
		[{ threads: '8' }, '--threads cannot be "8".', 'from 1 to 7'],
		[{ threads: '0' }, '--threads cannot be "0".', 'from 1 to 7'],
		[{ evmChainId: '0' }, '--evm-chain-id cannot be "0".', 'above 0'],
		[{ coinType: '-1' }, '--coin-type cannot be "-1".', 'SLIP-44'],
		[{ coinType: '1.5' }, '--coin-type cannot be "1.5".', 'SLIP-44'],
		[{ threads: '2.5' }, '--threads cannot be "2.5".', 'from 1 to 7'],
		[{ coinType: '2147483648' }, '--coin-type cannot be "2147483648".', 'SLIP-44'],
		[
			{ genesis: '/nonexistent/genesis.json' },
			'The genesis file /nonexistent/genesis.json cannot be read.',
			'--genesis',
		],
	])('%j is refused, with what to give', (flags, message, next) => {
		expect(() => of(flags)).toThrow(
			expect.objectContaining({ name: 'UserError', message, next: expect.stringContaining(next) }),
		)
	})

	test.each([{ database: 'mysql://x' }, { allowedOrigins: 'not an origin' }])(
		'%j is refused before anything starts',
		(flags) => {
			expect(() => of(flags)).toThrow(UserError)
		},
	)
})

describe('the home', () => {
	test('the home is that of the flag, else of the environment, else the folder for data of this machine', () => {
		expect(resolveNodeConfig({ home: 'here' }, { CHAIN_TUI_HOME: '/there' }).home).toBe(resolve('here'))
		expect(resolveNodeConfig({}, { CHAIN_TUI_HOME: '/nonexistent/there' }).home).toBe('/nonexistent/there')
		expect(resolveNodeConfig({}, { XDG_DATA_HOME: folder }).home).toBe(defaultHome({ XDG_DATA_HOME: folder }))
		expect(defaultHome({}).startsWith(homedir())).toBe(true)
		// A variable without a value is none: a home must not come to be wherever one stands.
		expect(resolveNodeConfig({}, { CHAIN_TUI_HOME: '', XDG_DATA_HOME: folder }).home).toBe(
			defaultHome({ XDG_DATA_HOME: folder }),
		)
		for (const data of ['', 'relative/share']) expect(defaultHome({ XDG_DATA_HOME: data })).toBe(defaultHome({}))
		expect(() => resolveNodeConfig({ home: '' }, {})).toThrow('--home cannot be "".')
	})

	test.each([
		['darwin', {}, ['Library', 'Application Support']],
		['win32', { LOCALAPPDATA: '/local' }, '/local'],
		['win32', { LOCALAPPDATA: '', XDG_DATA_HOME: '/data' }, []],
		['linux', { LOCALAPPDATA: '/local' }, ['.local', 'share']],
		['linux', { XDG_DATA_HOME: '/data' }, '/data'],
	])('the home on %s in the environment %j is where that system keeps data of programs', (platform, env, place) => {
		const own = Object.getOwnPropertyDescriptor(process, 'platform')!
		Object.defineProperty(process, 'platform', { ...own, value: platform })
		try {
			const folder = typeof place === 'string' ? place : join(homedir(), ...place)
			expect(defaultHome(env)).toBe(join(folder, 'chain-tui'))
		} finally {
			Object.defineProperty(process, 'platform', own)
		}
	})

	test('gives its genesis as text', () => {
		const file = join(folder, 'genesis.json')
		writeFileSync(file, '{"a": 1.50}')
		const config = of({ genesis: file })
		expect([config.genesis, config.genesisFile]).toEqual(['{"a": 1.50}', undefined])
		expect(of({})).not.toHaveProperty('genesis')
	})

	test('a chain of a genesis file has the prefix and the coin of the file, unless others are named', () => {
		const genesis = join(folder, 'named.json')
		const accounts = [{ '@type': '/cosmos.auth.v1beta1.BaseAccount', address: 'other1qqqsyqcyq5rqwzqf' }]
		const balances = [{ address: 'other1qqqsyqcyq5rqwzqf', coins: [{ denom: 'uother', amount: '1' }] }]
		writeFileSync(genesis, JSON.stringify({ app_state: { auth: { accounts }, bank: { balances } } }))
		const home = join(folder, 'named')
		mkdirSync(home)
		const names = (flags: SettingValues, env: Record<string, string> = {}) => {
			const { prefix, denom } = of({ genesis, ...flags }, env).settings
			return [prefix, denom]
		}
		expect(names({})).toEqual(['other', 'uother'])
		expect(names({ prefix: 'mine' })).toEqual(['mine', 'uother'])
		expect(names({}, { CHAIN_TUI_DENOM: 'umine' })).toEqual(['other', 'umine'])
		writeHomeConfig(home, { prefix: 'kept' })
		expect(names({ home })).toEqual(['kept', 'uother'])
		writeHomeConfig(home, { denom: 'ukept' })
		expect(names({ home })).toEqual(['other', 'ukept'])
	})

	test('a genesis of more than 32 megabytes is named by its path instead of read, and its file is not left open', () => {
		const file = join(folder, 'large.json')
		const text = '{"a":1}'
		writeFileSync(file, text.padEnd(largeGenesis))
		expect(largeGenesis).toBe(33_554_432)
		expect(of({ genesis: file }).genesis).toHaveLength(largeGenesis)
		appendFileSync(file, ' ')
		const config = of({ genesis: relative('.', file) })
		expect([config.genesis, config.genesisFile]).toEqual([undefined, file])
		if (!existsSync('/proc/self/fd')) return
		const opened = readdirSync('/proc/self/fd').filter((fd) => {
			try {
				return readlinkSync(`/proc/self/fd/${fd}`) === file
			} catch {
				return false
			}
		})
		expect(opened).toEqual([])
	})
})
