import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { PortCaller } from '../../../../src/chain/port/PortCaller.ts'
import { Pulse } from '../../../../src/engine/follow/Pulse.ts'
import { prefixes } from '../../../../src/engine/store/keys.ts'
import { createApp } from '../../../../src/node/createApp.ts'
import { homePaths } from '../../../../src/node/home/home.ts'
import { nodeIdentity } from '../../../../src/node/nodeIdentity.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { openFollowedChain } from '../../../../src/node/threads/openFollowedChain.ts'
import { openLevelDb } from '../../../../src/store/kv/levelDb.ts'
import { silentLog } from '../../../../src/util/Log.ts'
import { alice, chainId, greetTx, makeBlock, startChain } from '../../app/testChain.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
	for (const end of ends.splice(0).reverse()) await end()
})

test('a state whose blocks a real engine makes is read as its newest block left it, as soon as that is told', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-followed-state-'))
	ends.push(() => rmSync(folder, { recursive: true, force: true }))
	const home = join(folder, 'home')
	const config = { ...resolveNodeConfig({ home, chainId }, {}), home }
	const db = await openLevelDb(homePaths(home).data, { shared: true })
	ends.push(() => db.close())
	// The application that the engine drives, which another thread has.
	const application = createApp({
		...{ db: db.prefixed(prefixes.application), settings: config.settings },
		...{ minGasPrices: '0.01uchain', pruning: 'nothing', name: 'chain', version: '0.0.0' },
	})
	startChain(application)
	await makeBlock(application)
	const { port1, port2 } = new MessageChannel()
	ends.push(() => port1.close())
	const pulse = new Pulse()
	const identity = nodeIdentity({ nodeId: 'ab', moniker: 'm', rpcAddress: '' })
	const followed = await openFollowedChain(config, {
		...{ caller: new PortCaller(port2), pulse, identity, log: silentLog },
		blocks: { engineUrl: 'http://127.0.0.1:1', chainId },
	})
	ends.push(() => followed.close())
	const seen = async () => {
		const { value } = await followed.source.application.query({
			...{ path: '/store/acc/key', data: Uint8Array.of(1, ...alice.address), height: 0n, prove: false },
		})
		expect(value?.length).toBeGreaterThan(0)
		const context = await followed.backend.createQueryContext(0)
		const greetings = context.kvStore('greet').iterator(undefined, undefined).valid()
		return [followed.app().info().lastBlockHeight, followed.head().height, greetings]
	}
	expect(await seen()).toEqual([1, 1, false])
	expect((await makeBlock(application, greetTx())).results[0]?.code).toBe(0)
	// It stays where it is until the other thread says so.
	expect(await seen()).toEqual([1, 1, false])
	pulse.change()
	expect(await seen()).toEqual([2, 2, true])
	// What is tried out runs on the newest state, in which the account has sent one transaction.
	const tried = async (sequence: bigint) => (await followed.app().simulate(greetTx({ sequence }))).log
	expect([await tried(1n), await tried(0n)]).toEqual([
		expect.stringMatching(/^\[/),
		expect.stringContaining('account sequence mismatch'),
	])
	expect(followed.app().info()).toMatchObject({ lastBlockAppHash: application.info().lastBlockAppHash })
	for (let block = 0; block < 3; block++) await makeBlock(application)
	for (let block = 0; block < 3; block++) pulse.change()
	expect(await seen()).toEqual([5, 5, true])
	expect([followed.follower, followed.identity, followed.engineRpc?.url]).toEqual([
		undefined,
		identity,
		'http://127.0.0.1:1',
	])
})
