import { createEthApi } from '../../../../src/api/eth/createEthApi.ts'
import type { EthPowers } from '../../../../src/api/eth/powers/EthPowers.ts'
import { EvmReader } from '../../../../src/api/eth/state/EvmReader.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { sdkErrors } from '../../../../src/errors/ChainError.ts'
import { pragueChainConfig } from '../../../../src/modules/evm/chainConfig.ts'
import { Scheduler } from '../../../../src/util/schedule/Scheduler.ts'
import { benchChainId, createEvmBench } from '../../modules/evm/evmBench.ts'

/** The rules of a chain before London, whose blocks have no base fee. */
export const beforeLondon = {
	...pragueChainConfig,
	blocks: {
		...pragueChainConfig.blocks,
		london: undefined,
		arrowGlacier: undefined,
		mergeFork: undefined,
		shanghai: undefined,
		cancun: undefined,
		prague: undefined,
	} as unknown as typeof pragueChainConfig.blocks,
}

type Options = NonNullable<Parameters<typeof createEvmBench>[0]> & {
	readonly dialect?: 'geth' | 'ethermint'
	/** Codes of contracts by the byte of their addresses. */
	readonly codes?: Readonly<Record<number, string>>
	/** The state after lower heights is not kept. */
	readonly lowest?: number
	/** Private keys of a developer's chain, whose powers are then there. */
	readonly keys?: readonly Uint8Array[]
}

/** The JSON-RPC of a chain with an EVM in memory, whose blocks this test makes, after its first one. */
export async function createEthBench({ dialect = 'geth', codes, keys, lowest = 0, ...options }: Options = {}) {
	const bench = createEvmBench(options)
	const { app, keeper, settings } = bench
	const hashOf = (height: number) => new Uint8Array(32).fill(height)
	const made: ReturnType<typeof record>[] = []
	const record = (header: object, txs: readonly Uint8Array[], results: object) => ({ header, txs, results })
	const clock = { ms: 0 }
	const disk = { isBroken: false }
	let mempool: Uint8Array[] = []
	/** Makes a block of transactions. */
	const mine = async (...txs: readonly Uint8Array[]) => {
		const height = made.length + 1
		const seconds = 1_800_000_000n + BigInt(height)
		const header = {
			chainId: benchChainId,
			height,
			time: { seconds, nanos: 0 },
			proposerAddress: new Uint8Array(20).fill(0x77),
			lastBlockId: {
				hash: height === 1 ? new Uint8Array(0) : hashOf(height - 1),
				parts: { total: 1, hash: new Uint8Array(32) },
			},
			appHash: new Uint8Array(32).fill(0xa0),
			dataHash: new Uint8Array(32).fill(0xd0),
		}
		const { events: beginBlockEvents } = app.beginBlock({ header, hash: hashOf(height) })
		const results = []
		for (const tx of txs) results.push(await app.deliverTx(tx))
		const { events: endBlockEvents } = app.endBlock({ height })
		await app.commit()
		made.push(record(header, txs, { height, txs: results, beginBlockEvents, endBlockEvents }))
		clock.ms = Number(seconds) * 1_000
		mempool = mempool.filter((tx) => !txs.includes(tx))
		return results
	}
	if (codes !== undefined) app.editNextBlock((ctx) => bench.deployAll(ctx, codes, 0n))
	const at = (height: number) => made[height - 1]
	const chain = {
		status: async () => ({ height: made.length, earliestHeight: 1 }),
		header: async (height: number) => at(height)?.header,
		blockMeta: async (height: number) => {
			const found = at(height)
			return found && { header: found.header, blockId: { hash: hashOf(height) }, blockSize: 99 }
		},
		block: at,
		heightByHash: async (hash: Uint8Array) => (at(hash[0]!) === undefined ? undefined : hash[0]),
		blockResults: async (height: number) => at(height)?.results,
		consensusParams: async () => ({ block: { maxGas: options.maxGas ?? -1n } }),
		subscribe: async () => () => undefined,
		searchTxs: async () => ({ txs: [], total: 0 }),
	}
	/** Takes transactions out of the mempool; those that stay are checked again. */
	const takeOut = async (isUnwanted: (tx: Uint8Array) => boolean): Promise<number> => {
		const before = mempool.length
		mempool = mempool.filter((tx) => !isUnwanted(tx))
		app.forgetChecks()
		for (const tx of mempool) await app.checkTx({ tx, type: 'recheck' })
		return before - mempool.length
	}
	const pool = {
		mempoolTxs: async () => [...mempool],
		checkTx: (tx: Uint8Array) => app.checkTx({ tx, type: 'new' }),
		broadcastTxSettled: async (tx: Uint8Array) => {
			const result = await app.checkTx({ tx, type: 'new' })
			if (result.code === 0) mempool.push(tx)
			return result
		},
		takeBack: (keys: readonly string[]) => takeOut((tx) => keys.includes(Buffer.from(sha256(tx)).toString('hex'))),
	}
	const backend = {
		queryServices: app.queryServices,
		createQueryContext: async (height: number) => {
			if (height < lowest) throw sdkErrors.invalidRequest.wrap('the state is not kept')
			if (disk.isBroken) throw new Error('the disk is gone')
			return app.createQueryContext(height)
		},
	}
	/** What the powers were asked, in order. */
	const asked: unknown[][] = []
	const noted =
		(name: string) =>
		(...values: readonly unknown[]): void => {
			asked.push([name, ...values])
		}
	const blockMode = { mode: 'instant' as 'interval' | 'instant' | 'manual', intervalMs: 7_000 }
	const powers: EthPowers = {
		privateKeys: keys ?? [],
		throwsFailures: false,
		async mine(blocks = 1) {
			asked.push(['mine', blocks])
			for (let done = 0; done < blocks; done++) await mine(...mempool)
			return made.length
		},
		snapshot: async () => '0x5',
		async revert(id) {
			asked.push(['revert', id])
			if (id !== '0x5') throw new Error('no such snapshot')
		},
		async rewind(height) {
			asked.push(['rewind', height])
			made.length = height
		},
		reset: async () => noted('reset')(),
		setTime: async (timeMs, { freeze }) => noted('setTime')(timeMs, freeze),
		advanceTime: async (ms) => noted('advanceTime')(ms),
		spaceBlocks: noted('spaceBlocks'),
		now: () => clock.ms,
		blockMode: () => blockMode,
		setBlockMode(mode, intervalMs) {
			asked.push(intervalMs === undefined ? ['setBlockMode', mode] : ['setBlockMode', mode, intervalMs])
			blockMode.mode = mode
		},
		async edit(change) {
			app.editNextBlock((ctx) => change(ctx, keeper))
			await mine()
		},
		limitBlockGas: async (maxGas) => noted('limitBlockGas')(maxGas),
		dropTxs: takeOut,
		actsAs: () => false,
		impersonate: noted('impersonate'),
	}
	const source = { chain, pool, application: app } as never
	const api = createEthApi({
		chainId: 2222n,
		source,
		evm: new EvmReader(chain as never, backend, () => keeper),
		prefix: settings.prefix,
		denom: settings.denom,
		clientVersion: 'bench',
		dialect,
		clock: { now: () => clock.ms },
		scheduler: new Scheduler(),
		powers: keys === undefined ? undefined : powers,
	})
	await mine()
	return {
		...bench,
		api,
		clock,
		disk,
		asked,
		mine,
		/** Transactions that wait for a block. */
		waiting: () => mempool,
		wait: (...txs: readonly Uint8Array[]) => mempool.push(...txs),
		/** The result of a method, or the message of its error. */
		// biome-ignore lint/suspicious/noExplicitAny: each method's result has a shape of its own, which the tests compare
		ask: async (method: string, ...params: readonly unknown[]): Promise<any> => {
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
			const { result, error } = JSON.parse(await api.handler.reply(body, { ownMachine: true }))
			return error === undefined ? result : error.message
		},
	}
}
