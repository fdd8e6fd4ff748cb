import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { homePaths } from '../../../src/node/home/home.ts'
import type { NodeConfig } from '../../../src/node/NodeConfig.ts'
import { type OpenChain, openChain } from '../../../src/node/openChain.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import type { SettingValues } from '../../../src/node/settings.ts'
import { HeightMark } from '../../../src/store/kv/HeightMark.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { greeterGenesis } from '../../support/greeterGenesis.ts'
import { openFilesIn, tellsOpenFiles } from '../../support/openFiles.ts'

const open: OpenChain[] = []
const homes: string[] = []
afterEach(async () => {
	for (const chain of open.splice(0)) await chain.close()
	for (const home of homes.splice(0)) rmSync(home, { recursive: true })
})

function newHome(): string {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-open-'))
	homes.push(home)
	return home
}

/** The chain of a configuration in memory, with a greeter's account, and the first validator's name where one is given. */
async function opened(flags: SettingValues, more: Partial<NodeConfig> = {}, moniker?: string) {
	const config = resolveNodeConfig({ home: '/nonexistent/open', blockMode: 'manual', ...flags }, {})
	const { document, greeters } = greeterGenesis(config, 1, '2026-01-01T00:00:00Z')
	if (moniker !== undefined) document.validators[0].name = moniker
	const genesis = JSON.stringify(document)
	const chain = await openChain({ ...config, home: undefined, genesis, ...more }, systemClock, silentLog, () => {})
	open.push(chain)
	return { chain, greeter: greeters[0]! }
}

test('a chain has the name of its first validator, and of the program where that has none, and tells where it is asked', async () => {
	const identityOf = async (rpc: string, moniker: string) => {
		const { moniker: name, rpcAddress } = (await opened({ rpc }, {}, moniker)).chain.identity
		return [name, rpcAddress]
	}
	expect(await identityOf('127.0.0.1:7', 'alice')).toEqual(['alice', 'tcp://127.0.0.1:7'])
	expect(await identityOf('off', '')).toEqual(['chain-tui', 'tcp://'])
})

test('accounts to act as are those of a chain with powers over it: with --admin, of a developer or inside the app', async () => {
	const has = async (admin: string, more: Partial<NodeConfig>) =>
		(await opened({ admin }, more)).chain.acting?.addresses
	expect([await has('off', {}), await has('off', { developer: false, inApp: false })]).toEqual([undefined, undefined])
	expect([await has('on', {}), await has('off', { developer: true }), await has('off', { inApp: true })]).toEqual([
		[],
		[],
		[],
	])
})

test('a chain that is closed makes no block any more', async () => {
	const { chain } = await opened({ blockMode: 'instant' })
	await chain.engine.start()
	expect([chain.engine.height, chain.engine.production.running]).toEqual([1, true])
	await chain.close()
	expect(chain.engine.production.running).toBe(false)
})

test('a chain that is open answers from its newest block, and forgets checks when it is asked to', async () => {
	const { chain, greeter } = await opened({})
	await chain.engine.start()
	await chain.engine.mine(2)
	expect([chain.head().height, chain.app().info().lastBlockHeight, chain.evm()]).toEqual([2, 2, undefined])
	expect((await chain.backend.createQueryContext(0)).header.height).toBe(2)
	const tx = greeter.greeting(chain.engine.chainId, 'hello')
	const check = async () => (await chain.app().checkTx({ tx, type: 'new' })).code
	// Its sequence is used in the state of checks alone.
	expect([await check(), await check()]).toEqual([0, 32])
	chain.app().forgetChecks()
	expect([await check(), (await chain.engine.checkTx(utf8('x'))).code]).toEqual([0, 2])
})

test('a chain of a home goes on where it was closed, by the genesis and with the settings that it began with', async () => {
	const home = newHome()
	const { chain } = await opened({}, { home })
	await chain.engine.start()
	await chain.engine.mine(2)
	const { chainId, height } = chain.engine
	await chain.close()
	open.length = 0
	const { version, tables } = homePaths(home)
	expect([JSON.parse(readFileSync(version, 'utf8')), existsSync(tables)]).toEqual([{ format: 2 }, true])
	// A home of an older format is marked with this one, which older programs refuse.
	writeFileSync(version, '{"format":1}')
	const again = (await opened({}, { home, genesis: 'not read any more' })).chain
	expect(JSON.parse(readFileSync(version, 'utf8'))).toEqual({ format: 2 })
	expect([again.engine.chainId, again.engine.height, again.head().height]).toEqual([chainId, height, height])
	await again.engine.mine()
	expect(again.engine.height).toBe(height + 1)
	if (tellsOpenFiles) expect(openFilesIn(home)).toContain(homePaths(home).mark)
	await again.close()
	open.length = 0
	if (tellsOpenFiles) expect(openFilesIn(home)).toEqual([])

	await expect(opened({ denom: 'uother' }, { home })).rejects.toMatchObject({
		message: 'The denom of this chain is uchain, not uother.',
		why: 'It cannot change once a chain has begun; config.json of the home was changed or damaged.',
		next: 'Put uchain back, or choose another folder with --home.',
	})
	const { data, mark } = homePaths(home)
	const lost = {
		message: `The database of ${home} is damaged. Nothing was changed.`,
		why: 'CURRENT: it is not there.',
	}
	rmSync(join(data, 'CURRENT'))
	await expect(opened({}, { home })).rejects.toMatchObject(lost)
	const lose = (height: number): void => {
		writeFileSync(join(data, 'CURRENT'), 'MANIFEST-000001\n')
		const marked = new HeightMark(mark, data)
		marked.write(height)
		marked.close()
		rmSync(join(data, 'CURRENT'))
	}
	lose(1)
	await expect(opened({}, { home })).rejects.toMatchObject(lost)
	// Without a block nothing is lost, and the chain begins.
	lose(0)
	rmSync(data, { recursive: true })
	expect((await opened({}, { home })).chain.engine.height).toBe(0)
})

test('the home of a node of a network is no home of a chain, and nothing is written into it', async () => {
	const home = newHome()
	writeFileSync(homePaths(home).network, '{}')
	await expect(opened({}, { home })).rejects.toThrow(`${home} is the home of a node of a network.`)
	expect(readdirSync(home)).toEqual(['network.json'])
})
