import { describe, expect, it } from 'vitest'
import { emptyTxResult } from '../../../../src/abci/Application.ts'
import type { BlockMeta, Commit } from '../../../../src/chain/blockTypes.ts'
import { commitHash, dataHash } from '../../../../src/chain/hash/blockHashes.ts'
import { encodeCommit } from '../../../../src/chain/hash/encodeBlock.ts'
import { parseGenesis } from '../../../../src/chain/parseGenesis.ts'
import { BlockStore } from '../../../../src/engine/store/BlockStore.ts'
import { decodeBlockMeta, decodeCommit, encodeBlockMeta } from '../../../../src/engine/store/blockMeta.ts'
import {
	type EngineState,
	paramsAt,
	parseStateJson,
	stateJson,
	withParamUpdates,
} from '../../../../src/engine/store/EngineState.ts'
import { commitKey, metaKey } from '../../../../src/engine/store/keys.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { kvGenesis } from '../testEngine.ts'

const bytes = (value: number, length = 32) => new Uint8Array(length).fill(value)
const none = new Uint8Array(0)
const noId = { hash: none, parts: { total: 0, hash: none } }
const noTime = { seconds: 0n, nanos: 0 }
const emptyHeader: BlockMeta['header'] = {
	...{ version: { block: 0n, app: 0n }, chainId: '', height: 0, time: noTime, lastBlockId: noId },
	...{ lastCommitHash: none, dataHash: none, validatorsHash: none, nextValidatorsHash: none, consensusHash: none },
	...{ appHash: none, lastResultsHash: none, evidenceHash: none, proposerAddress: none },
}
const lastCommit: Commit = { height: 0, round: 0, blockId: noId, signatures: [] }

describe('the record of a block', () => {
	it('the record of a block is read as it was written, each field in its place', () => {
		const id = (first: number) => ({ hash: bytes(first), parts: { total: first, hash: bytes(first + 1) } })
		const meta: BlockMeta = {
			blockId: id(1),
			blockSize: 70_000,
			numTxs: 300,
			header: {
				...{ version: { block: 11n, app: 7n }, chainId: 'chain', height: 2 ** 40 },
				time: { seconds: -62_135_596_800n, nanos: 999_999_999 },
				lastBlockId: id(3),
				...{ lastCommitHash: bytes(5), dataHash: bytes(6), validatorsHash: bytes(7), nextValidatorsHash: bytes(8) },
				...{ consensusHash: bytes(9), appHash: bytes(10), lastResultsHash: bytes(11), evidenceHash: bytes(12) },
				proposerAddress: bytes(13, 20),
			},
		}
		expect(decodeBlockMeta(encodeBlockMeta(meta))).toEqual(meta)
	})

	it('an empty record of a block or a commit is read as one of nothing', () => {
		const meta = { blockId: noId, blockSize: 0, numTxs: 0, header: emptyHeader }
		expect(decodeBlockMeta(none)).toEqual(meta)
		// Its parts are there and empty.
		expect(decodeBlockMeta(encodeBlockMeta(meta))).toEqual(meta)
		expect(decodeCommit(none)).toEqual(lastCommit)
	})

	it('a block whose record is empty, or without its commit, is damaged and not served', async () => {
		const db = createMemoryDb()
		const store = new BlockStore(db)
		const batch = db.batch()
		batch.put(metaKey(5), none)
		batch.put(commitKey(5), encodeCommit(lastCommit))
		const header = { ...emptyHeader, dataHash: dataHash([]), lastCommitHash: commitHash(lastCommit), height: 6 }
		batch.put(metaKey(6), encodeBlockMeta({ blockId: noId, blockSize: 1, numTxs: 0, header }))
		await db.write(batch, { sync: false })
		const why = (height: number) => {
			try {
				return store.block(height)
			} catch (fault) {
				return (fault as { readonly why: string }).why
			}
		}
		expect(why(5)).toBe('In the database its header does not match its hash.')
		expect(why(6)).toBe('In the database its last commit is missing.')
		expect(why(7)).toBeUndefined()
	})

	it('results of a block of which one is missing are damaged, and so is the gas that they used', async () => {
		const db = createMemoryDb()
		const store = new BlockStore(db)
		const batch = db.batch()
		batch.put(metaKey(5), encodeBlockMeta({ blockId: noId, blockSize: 1, numTxs: 2, header: emptyHeader }))
		batch.put(commitKey(5), encodeCommit(lastCommit))
		const record = { hash: bytes(0), height: 5, index: 0, tx: bytes(1, 3), result: { ...emptyTxResult, gasUsed: 9n } }
		store.putTx(batch, record)
		await db.write(batch, { sync: false })
		const damaged = { message: 'Block 5 is damaged.', why: 'In the database the result of transaction 1 is missing.' }
		expect(() => store.results(5)).toThrow(expect.objectContaining(damaged))
		expect(() => store.gasUsed(5)).toThrow(expect.objectContaining(damaged))
		expect(() => store.block(5)).toThrow(
			expect.objectContaining({ why: 'In the database it has 1 of its 2 transactions.' }),
		)
		expect(store.made(5)).toBeUndefined()
		expect(store.txsFrom(5)).toEqual([record.tx])
		expect([store.results(6), store.gasUsed(6), store.made(6)]).toEqual([undefined, undefined, undefined])
	})
})

describe('the record of the state of an engine', () => {
	const { consensusParams } = parseGenesis(kvGenesis())

	it('texts, amounts and bytes of a record are read as they were written', () => {
		const value = {
			amount: -12n,
			zero: 0n,
			bytes: bytes(171, 2),
			empty: none,
			text: 'xyz',
			other: '12m',
			list: [1n, 'a'],
		}
		expect(stateJson(value)).toBe(
			'{"amount":"-12n","zero":"0n","bytes":"xabab","empty":"x","text":"xyz","other":"12m","list":["1n","a"]}',
		)
		expect(parseStateJson(stateJson(value))).toEqual(value)
		expect(parseStateJson(stateJson(Buffer.from('ab', 'hex')))).toEqual(Uint8Array.of(0xab))
	})

	it('parameters of a state are those in force at a height, and the first ones before any', () => {
		const at = (height: number) => {
			const later = { ...consensusParams, timeIotaMs: 5n }
			const params = [
				{ from: 10, params: consensusParams },
				{ from: 20, params: later },
			]
			return paramsAt({ params } as unknown as EngineState, height).timeIotaMs
		}
		expect([1, 10, 19, 20, 21].map(at)).toEqual([1000n, 1000n, 1000n, 5n, 5n])
		expect(() => paramsAt({ params: [] } as unknown as EngineState, 1)).toThrow('without consensus parameters')
	})

	it.each([
		['block', { maxBytes: 5n, maxGas: 6n }],
		['evidence', { maxAgeNumBlocks: 5n, maxAgeDuration: 6n, maxBytes: 7n }],
		['validator', { pubKeyTypes: ['secp256k1'] }],
		['version', { appVersion: 9n }],
	])('an update of the %s parameters alone is in force from its height on', (group, value) => {
		const first = [{ from: 1, params: consensusParams }]
		const updated = withParamUpdates(first, { [group]: value }, 7)
		expect(updated).toEqual([...first, { from: 7, params: { ...consensusParams, [group]: value } }])
		expect(withParamUpdates(updated, { [group]: value }, 8)).toBe(updated)
		expect(withParamUpdates(first, undefined, 7)).toBe(first)
	})
})
