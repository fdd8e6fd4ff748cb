import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseGenesis } from '../../../../src/chain/parseGenesis.ts'
import { nodeIdOf, parseValidatorKey } from '../../../../src/engine/validatorKey.ts'
import { readHomeConfig } from '../../../../src/node/home/home.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { createTestnet } from '../../../../src/node/testnet/createTestnet.ts'
import { findEngine } from '../../../../src/node/testnet/findEngine.ts'
import { readTestnet, testnetPaths } from '../../../../src/node/testnet/Testnet.ts'
import { toHex } from '../../../../src/util/bytes.ts'

let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-testnet-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const config = (name: string) => resolveNodeConfig({ home: join(folder, name), blockInterval: '500ms' }, {})
const options = { validators: 3, snapshotInterval: 10, time: '2026-01-01T00:00:00Z' }

describe('a network', () => {
	it('a network has one genesis with all validators, whose time steps are shorter than its blocks', async () => {
		const path = join(folder, 'net')
		const testnet = await createTestnet(config('x'), { ...options, folder: path })
		const texts = testnet.nodes.map(({ name }) =>
			readFileSync(join(testnetPaths(path).engine(name), 'config', 'genesis.json'), 'utf8'),
		)
		expect(new Set(texts).size).toBe(1)
		const genesis = parseGenesis(texts[0]!)
		expect(genesis.consensusParams.timeIotaMs).toBe(50n)
		const keys = testnet.nodes.map(({ name }) => {
			const file = join(testnetPaths(path).engine(name), 'config', 'priv_validator_key.json')
			return parseValidatorKey(readFileSync(file, 'utf8'), file)
		})
		expect(genesis.validators.map(({ pubKey }) => toHex(pubKey))).toEqual(keys.map(({ pubKey }) => toHex(pubKey)))
		expect(genesis.validators.map(({ power }) => power)).toEqual([10n, 10n, 10n])
	})

	it('names every other node as a peer by the id of its key, and no port twice', async () => {
		const path = join(folder, 'peers')
		const testnet = await createTestnet(config('y'), { ...options, folder: path })
		expect(readTestnet(path)).toEqual(testnet)
		const ports = testnet.nodes.flatMap((node) => Object.values(node.ports))
		expect(new Set(ports).size).toBe(15)
		// Linux gives ports from 32768 on to outgoing connections, other systems later ones.
		expect(ports.filter((port = 0) => port < 10_000 || port >= 32_768)).toEqual([])
		for (const node of testnet.nodes) {
			const home = testnetPaths(path).engine(node.name)
			const file = join(home, 'config', 'node_key.json')
			expect(nodeIdOf(parseValidatorKey(readFileSync(file, 'utf8'), file))).toBe(node.id)
			const toml = readFileSync(join(home, 'config', 'config.toml'), 'utf8')
			const peers = testnet.nodes.filter(({ name }) => name !== node.name)
			const wanted = peers.map(({ id, ports: { p2p } }) => `${id}@127.0.0.1:${p2p}`).join(',')
			expect(toml).toContain(`persistent_peers = "${wanted}"`)
			expect(toml).toContain('timeout_commit = "500ms"')
		}
	})

	it('the homes of a network keep the settings that it was made with, and its engines have signed nothing', async () => {
		const path = join(folder, 'settings')
		const pruning = { pruning: 'custom', pruningKeepRecent: '7', pruningInterval: '3' }
		const settings = { ...pruning, snapshotKeep: '4', minRetainBlocks: '9', minimumGasPrices: '1uchain' }
		const flags = { home: join(folder, 'w'), blockInterval: '15ms', ...settings }
		const { nodes } = await createTestnet(resolveNodeConfig(flags, {}), { ...options, validators: 1, folder: path })
		const [app, engine] = [testnetPaths(path).app('node0'), testnetPaths(path).engine('node0')]
		const { rest, grpc } = nodes[0]!.ports
		const chain = { prefix: 'chain', denom: 'uchain', coinType: '118', aminoBrand: 'chain' }
		expect(readHomeConfig(app)).toEqual({
			...{ ...chain, ...settings, snapshotInterval: '10', rest: `127.0.0.1:${rest}`, grpc: `127.0.0.1:${grpc}` },
		})
		expect(resolveNodeConfig({ home: app }, {}).pruning).toEqual({ keepRecent: 7, keepEvery: 0, interval: 3 })
		const text = (...names: readonly string[]) => readFileSync(join(engine, ...names), 'utf8')
		expect(text('data', 'priv_validator_state.json')).toBe('{\n  "height": "0",\n  "round": 0,\n  "step": 0\n}\n')
		expect(parseGenesis(text('config', 'genesis.json')).consensusParams.timeIotaMs).toBe(1n)
		expect(readFileSync(testnetPaths(path).file, 'utf8')).toMatch(/^\{\n {2}"format": 2,\n/)
	})

	it('a network has a compose file with an engine and an application for each node', async () => {
		const path = join(folder, 'compose')
		const testnet = await createTestnet(config('z'), { ...options, folder: path })
		const { services } = parse(readFileSync(testnetPaths(path).compose, 'utf8')) as {
			services: Record<string, { command: string[] }>
		}
		expect(Object.keys(services).length).toBe(6)
		expect(services['node1-engine']!.command).toContain('tcp://node1-app:26658')
		expect(services['node1-engine']!.command).toContain(
			`${testnet.nodes[0]!.id}@node0-engine:26656,${testnet.nodes[2]!.id}@node2-engine:26656`,
		)
		expect(services['node2-app']!.command).toContain('http://node2-engine:26657')
	})

	it('a network is refused where something lies already, and with a number of validators that is none', async () => {
		const path = join(folder, 'full')
		await createTestnet(config('a'), { ...options, folder: path })
		await expect(createTestnet(config('a'), { ...options, folder: path })).rejects.toThrow('is not empty')
		for (const validators of [0, 65, 1.5, Number.NaN]) {
			const other = join(folder, 'none')
			await expect(createTestnet(config('b'), { ...options, validators, folder: other })).rejects.toThrow('validators')
		}
		// The greatest number is no fault: what is refused then is a genesis that is not read here.
		const large = createTestnet(
			{ ...config('b'), genesisFile: '/big.json' },
			{ ...options, validators: 64, folder: join(folder, 'none') },
		)
		await expect(large).rejects.toThrow('The genesis file /big.json is too large for this.')
		expect(() => readTestnet(join(folder, 'nowhere'))).toThrow('There is no network')
		writeFileSync(testnetPaths(path).file, '{"format":1}')
		const refused = (why: unknown) =>
			expect.objectContaining({ message: `${testnetPaths(path).file} cannot be read.`, why })
		expect(() => readTestnet(path)).toThrow(refused(expect.stringContaining('→ at format')))
		writeFileSync(testnetPaths(path).file, '{')
		expect(() => readTestnet(path)).toThrow(refused(expect.stringContaining('JSON')))
	})
})

describe('the engine', () => {
	it('the engine is the one named, that of the environment, or the first on the search path', () => {
		const program = join(folder, 'cometbft')
		writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
		const plain = join(folder, 'notes')
		writeFileSync(plain, '', { mode: 0o644 })
		expect(findEngine(program, {})).toBe(program)
		expect(findEngine(undefined, { CHAIN_TUI_ENGINE: program })).toBe(program)
		expect(findEngine(undefined, { PATH: `/nowhere:${folder}` })).toBe(program)
		expect(findEngine(relative('.', program), { CHAIN_TUI_ENGINE: plain })).toBe(program)
		// A variable without a value names none.
		expect(findEngine(undefined, { CHAIN_TUI_ENGINE: '', PATH: folder })).toBe(program)
		const older = join(folder, 'older')
		mkdirSync(older)
		writeFileSync(join(older, 'tendermint'), '#!/bin/sh\n', { mode: 0o755 })
		expect(findEngine(undefined, { PATH: `${older}:${folder}` })).toBe(join(older, 'tendermint'))
		writeFileSync(join(older, 'cometbft'), '#!/bin/sh\n', { mode: 0o755 })
		expect(findEngine(undefined, { PATH: `${older}:${folder}` })).toBe(join(older, 'cometbft'))
		expect(() => findEngine(undefined, {})).toThrow('No engine was found')
		expect(() => findEngine(plain, {})).toThrow('no program')
		expect(() => findEngine(undefined, { PATH: '/nowhere' })).toThrow('No engine was found')
	})
})
