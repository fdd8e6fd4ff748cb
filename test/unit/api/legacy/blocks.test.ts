import { expect, test } from 'vitest'
import type { Block, BlockId } from '../../../../src/chain/blockTypes.ts'
import { toBase64, toHexUpper } from '../../../../src/util/bytes.ts'
import { legacyAsker } from './legacyAsker.ts'

const bytes = (value: number, length = 32) => new Uint8Array(length).fill(value)
const idOf = (value: number): BlockId => ({ hash: bytes(value), parts: { total: value, hash: bytes(value + 1) } })
const [txs, signature] = [[bytes(1, 3), bytes(2, 5)], bytes(7, 64)]

/** A block of this height, with transactions and a signature or without any. */
function blockOf(height: number, isFull: boolean): Block {
	return {
		header: {
			...{ version: { block: 11n, app: 0n }, chainId: 'chain-1', height, time: { seconds: 5n, nanos: 0 } },
			...{ lastBlockId: idOf(20), lastCommitHash: bytes(11), dataHash: bytes(12), validatorsHash: bytes(13) },
			...{ nextValidatorsHash: bytes(14), consensusHash: bytes(15), appHash: bytes(16) },
			...{ lastResultsHash: bytes(17), evidenceHash: bytes(18), proposerAddress: bytes(19, 20) },
		},
		txs: isFull ? txs : [],
		lastCommit: {
			...{ height: height - 1, round: 2, blockId: idOf(30) },
			signatures: isFull
				? [{ blockIdFlag: 2, validatorAddress: bytes(6, 20), timestamp: { seconds: 4n, nanos: 0 }, signature }]
				: [],
		},
	}
}

const ask = legacyAsker({
	chain: {
		status: async () => ({ height: 2, earliestHeight: 1 }),
		block: async (height: number) => blockOf(height, height === 2),
		blockMeta: async (height: number) => ({ blockId: idOf(height) }),
	},
})

/** A block as a generation shows it: numbers as texts, and lists of nothing as null, in generation 8. */
function shown(generation: 8 | 9, height: number) {
	const isFull = height === 2
	const number = (value: number) => (generation === 8 ? String(value) : value)
	const list = (values: readonly unknown[]) => (generation === 8 && values.length === 0 ? null : values)
	const id = (value: number) => ({
		hash: toHexUpper(bytes(value)),
		parts: { total: number(value), hash: toHexUpper(bytes(value + 1)) },
	})
	const hex = (value: number) => toHexUpper(bytes(value))
	const precommit = { block_id_flag: 2, validator_address: toHexUpper(bytes(6, 20)), signature: toBase64(signature) }
	return {
		block_id: id(height),
		block: {
			header: {
				version: generation === 8 ? { block: '11', app: '0' } : { block: '11' },
				...{ chain_id: 'chain-1', height: String(height), time: '1970-01-01T00:00:05Z', last_block_id: id(20) },
				...{ last_commit_hash: hex(11), data_hash: hex(12), validators_hash: hex(13) },
				...{ next_validators_hash: hex(14), consensus_hash: hex(15), app_hash: hex(16) },
				...{ last_results_hash: hex(17), evidence_hash: hex(18), proposer_address: toHexUpper(bytes(19, 20)) },
			},
			data: { txs: list(isFull ? txs.map(toBase64) : []) },
			evidence: { evidence: list([]) },
			last_commit: {
				...{ height: String(height - 1), round: number(2), block_id: id(30) },
				signatures: list(isFull ? [{ ...precommit, timestamp: '1970-01-01T00:00:04Z' }] : []),
			},
		},
	}
}

test.each([8, 9] as const)(
	'a block of generation %d is shown whole, with what it lacks and with what it has',
	async (generation) => {
		expect(await ask(generation, '/blocks/1')).toEqual([200, shown(generation, 1)])
		expect(await ask(generation, '/blocks/2')).toEqual([200, shown(generation, 2)])
		expect(await ask(generation, '/blocks/latest')).toEqual([200, shown(generation, 2)])
	},
)
