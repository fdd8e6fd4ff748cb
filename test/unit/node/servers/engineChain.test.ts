import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { EngineClient } from '../../../../src/engineRpc/EngineClient.ts'
import { writeHomeConfig } from '../../../../src/node/home/home.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import {
	awaitEngine,
	createEngineSource,
	engineHead,
	engineServersConfig,
} from '../../../../src/node/servers/engineChain.ts'
import { answeringEngine } from '../../../flow/engineRpc/answeringEngine.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

describe('the servers of an application that an engine drives', () => {
	it('the servers of an application that an engine drives are those that somebody named, at their addresses, without powers', () => {
		const home = mkdtempSync(join(tmpdir(), 'chain-tui-engine-'))
		closing.push(() => rmSync(home, { recursive: true, force: true }))
		writeHomeConfig(home, { grpc: '0.0.0.0:6' })
		const flags = { home, rest: '127.0.0.1:5', rpc: '127.0.0.1:7', legacy8: 'off', admin: 'on' }
		const config = { ...resolveNodeConfig(flags, {}), developer: true, inApp: true }
		expect(engineServersConfig(config)).toEqual({
			...config,
			...{ admin: false, developer: false, inApp: false },
			listeners: {
				// The engine's own.
				rpc: { on: false },
				rest: { on: true, host: '127.0.0.1', port: 5, asked: true, kept: false },
				grpc: { on: true, host: '0.0.0.0', port: 6, asked: true, kept: true },
				...{ legacy8: { on: false }, endpoints: { on: false }, eth: { on: false } },
			},
		})
	})

	it('an engine that does not answer is told once it had five seconds to start, with where it was looked for', async () => {
		const client = new EngineClient('http://127.0.0.1:1')
		const times = [100, 5_100, 5_101]
		const told: string[] = []
		const stop = new AbortController()
		const waiting = awaitEngine(client, {
			clock: { now: () => times.shift() ?? 0 },
			log: (level, source, text) => {
				told.push(`${level} ${source} ${text}`)
				stop.abort()
			},
			signal: stop.signal,
		})
		await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
		expect(times).toEqual([])
		expect(told).toEqual([
			expect.stringMatching(
				/^warn engine The engine at http:\/\/127\.0\.0\.1:1 does not answer\. \(.+\) .+ The servers open once it answers\.$/,
			),
		])
	})
})

describe('a chain that an engine runs', () => {
	it('a chain that an engine runs ends at the height that its application has committed', async () => {
		const engine = await answeringEngine({
			result: {
				node_info: { network: 'c-1' },
				sync_info: {
					...{ latest_block_height: '7', earliest_block_height: '2', catching_up: false },
					...{ latest_block_hash: 'AB', latest_app_hash: 'CD', latest_block_time: '2026-01-01T00:00:00Z' },
					...{ earliest_block_hash: 'AB', earliest_app_hash: 'CD', earliest_block_time: '2026-01-01T00:00:00Z' },
				},
				validator_info: { address: 'AB', pub_key: { type: 'tendermint/PubKeyEd25519', value: '' }, voting_power: '1' },
			},
		})
		closing.push(engine.close)
		let lastBlockHeight = 6
		const app = () => ({ info: () => ({ lastBlockHeight }) })
		const { chain } = createEngineSource(new EngineClient(engine.url), {} as never, app as never)
		expect(await chain.status()).toMatchObject({ height: 6, earliestHeight: 2, catchingUp: false })
		lastBlockHeight = 8
		expect(await chain.status()).toMatchObject({ height: 7 })
		const store = { earliestVersion: 3 }
		expect(engineHead('c-1', { ...app(), store } as never)).toEqual({ chainId: 'c-1', height: 8, earliestHeight: 3 })
	})
})
