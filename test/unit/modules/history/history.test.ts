import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import type { BlockHeader } from '../../../../src/abci/Application.ts'
import { AppContext } from '../../../../src/app/AppContext.ts'
import { EventList } from '../../../../src/app/EventList.ts'
import { infiniteGasMeter } from '../../../../src/app/GasMeter.ts'
import { headerHash } from '../../../../src/chain/hash/blockHashes.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { HeaderSchema } from '../../../../src/gen/tendermint/types/types_pb.js'
import { createHistoryModule, HistoryKeeper } from '../../../../src/modules/history/index.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { createCommitMultiStore } from '../../../../src/store/multi/commitMultiStore.ts'

const bytes = (size: number, fill: number): Uint8Array => new Uint8Array(size).fill(fill)

/** A header with everything in it. */
const whole = (height: number) => ({
	version: { block: 11n, app: 3n },
	chainId: 'chain_2222-1',
	height,
	time: { seconds: 1_767_225_600n, nanos: 5 },
	lastBlockId: { hash: bytes(32, 1), parts: { total: 1, hash: bytes(32, 2) } },
	lastCommitHash: bytes(32, 3),
	dataHash: bytes(32, 4),
	validatorsHash: bytes(32, 5),
	nextValidatorsHash: bytes(32, 6),
	consensusHash: bytes(32, 7),
	appHash: bytes(32, 8),
	lastResultsHash: bytes(32, 9),
	evidenceHash: bytes(32, 10),
	proposerAddress: bytes(20, 11),
})

/** A chain of headers, block after block. */
function bench() {
	const keeper = new HistoryKeeper()
	const module = createHistoryModule(keeper)
	const store = createCommitMultiStore({ db: createMemoryDb(), kvStores: ['staking'], pruning: 'nothing' }).branch()
	const context = (header: BlockHeader) =>
		new AppContext({
			header,
			mode: 'deliver',
			store,
			gasMeter: infiniteGasMeter(),
			blockGasMeter: infiniteGasMeter(),
			events: new EventList(),
			consensusParams: undefined,
		})
	const begin = (header: BlockHeader) => {
		const ctx = context(header)
		module.beginBlock?.(ctx)
		return ctx
	}
	return { keeper, module, begin }
}

describe('headers of past blocks', () => {
	it('headers of past blocks have the hash that the engine gives the block', () => {
		const { keeper, begin } = bench()
		const ctx = begin(whole(9))
		expect(keeper.hashAt(ctx, 9)).toEqual(headerHash(whole(9)))
	})

	it.each([
		['of the first block', { height: 1 }],
		['of a height of several bytes', { height: 70_000 }],
		[
			'with parts of one byte',
			{ chainId: 'c', dataHash: bytes(1, 4), validatorsHash: bytes(1, 5), appHash: bytes(1, 8) },
		],
		['with parts of 200 bytes', { chainId: 'c'.repeat(200), appHash: bytes(200, 8) }],
		['at the second zero', { time: { seconds: 0n, nanos: 0 } }],
		['of the rules of version one', { version: { block: 1n, app: 1n } }],
	])('the hash of a past block %s is that of the engine', (_name, change) => {
		const { keeper, begin } = bench()
		const header = { ...whole(9), ...change }
		const ctx = begin(header)
		expect(keeper.hashAt(ctx, header.height)).toEqual(headerHash(header))
	})

	it('a block that takes the place of another at its height has its own hash', () => {
		const { keeper, begin } = bench()
		const first = keeper.hashAt(begin(whole(9)), 9)
		const other = { ...whole(9), appHash: bytes(32, 99) }
		expect(keeper.hashAt(begin(other), 9)).toEqual(headerHash(other))
		expect(keeper.hashAt(begin(whole(9)), 9)).toEqual(first)
	})

	it('headers of past blocks are kept for the 256 blocks that BLOCKHASH can ask for and the present one', () => {
		const { keeper, begin } = bench()
		let ctx = begin(whole(1))
		for (let height = 2; height <= 300; height++) ctx = begin(whole(height))
		const kept = Array.from({ length: 302 }, (_, height) => height).filter(
			(height) => keeper.hashAt(ctx, height) !== undefined,
		)
		expect([kept[0], kept.at(-1), kept.length]).toEqual([44, 300, 257])
	})

	// cosmos-sdk v0.44.5 x/staking/types/keys.go HistoricalInfoKey, historical_info.go.
	it('headers of past blocks are stored under their heights as text, each as the only field of a record', () => {
		const { begin } = bench()
		const store = begin(whole(9)).kvStore('staking')
		const record = store.get(Uint8Array.of(0x50, 0x39))!
		const header = encodeMessage(
			HeaderSchema,
			create(HeaderSchema, {
				...whole(9),
				height: 9n,
				lastBlockId: { hash: bytes(32, 1), partSetHeader: { total: 1, hash: bytes(32, 2) } },
			}),
		)
		expect(record.subarray(-header.length)).toEqual(header)
		expect([record[0], record.length - header.length]).toEqual([0x0a, 3])
	})

	it.each([
		['without validators', { validatorsHash: new Uint8Array(0) }],
		['with half a proposer', { proposerAddress: bytes(10, 11) }],
	])('headers of past blocks have no hash %s', (_name, change) => {
		const { keeper, begin } = bench()
		const ctx = begin({ ...whole(9), ...change })
		expect(keeper.hashAt(ctx, 9)).toBeUndefined()
	})

	it('headers of past blocks have a hash too when the engine told little of the block', () => {
		const { keeper, begin } = bench()
		const { chainId, height, time, proposerAddress, validatorsHash } = whole(9)
		const ctx = begin({ chainId, height, time, proposerAddress, validatorsHash })
		const none = new Uint8Array(0)
		expect(keeper.hashAt(ctx, 9)).toEqual(
			headerHash({
				...whole(9),
				version: { block: 0n, app: 0n },
				lastBlockId: { hash: none, parts: { total: 0, hash: none } },
				lastCommitHash: none,
				dataHash: none,
				nextValidatorsHash: none,
				consensusHash: none,
				appHash: none,
				lastResultsHash: none,
				evidenceHash: none,
			}),
		)
	})

	it('do not go into another chain: nothing is exported, and a new chain begins with none', () => {
		const { keeper, module, begin } = bench()
		const ctx = begin(whole(9))
		expect(module.exportGenesis(ctx)).toEqual({})
		expect(module.consensusVersion).toBe(1)
		module.validateGenesis(module.exportGenesis(ctx))
		const other = bench()
		const fresh = other.begin({ ...whole(9), height: 10 })
		other.module.initGenesis(fresh, module.exportGenesis(ctx))
		expect(keeper.hashAt(ctx, 9)).toBeDefined()
		expect(other.keeper.hashAt(fresh, 9)).toBeUndefined()
	})
})
