import type { BlockTime } from '../../abci/Application.ts'
import type { Block, BlockId, BlockMeta, Commit, Header } from '../../chain/blockTypes.ts'
import {
	commitHash,
	consensusHash,
	dataHash,
	emptyHash,
	headerHash,
	partSetHeader,
	validatorsHash,
} from '../../chain/hash/blockHashes.ts'
import { encodeBlock, precommitSignBytes } from '../../chain/hash/encodeBlock.ts'
import { type EngineState, paramsAt } from '../store/EngineState.ts'
import type { ValidatorKey } from '../validatorKey.ts'

/** Block protocol version of the 0.34 line (tendermint version.BlockProtocol). */
const blockProtocol = 11n

/** The next block of a chain with its identity and size (tendermint v0.34.15 state.MakeBlock, types.MakePartSet). */
export function makeBlock(
	chainId: string,
	state: EngineState,
	next: { height: number; time: BlockTime; lastCommit: Commit; txs: readonly Uint8Array[] },
): { readonly block: Block; readonly meta: BlockMeta } {
	const validators = validatorsHash(state.validators)
	const header: Header = {
		version: { block: blockProtocol, app: state.appVersion },
		chainId,
		height: next.height,
		time: next.time,
		lastBlockId: state.blockId,
		lastCommitHash: commitHash(next.lastCommit),
		dataHash: dataHash(next.txs),
		validatorsHash: validators,
		nextValidatorsHash: validators,
		consensusHash: consensusHash(paramsAt(state, next.height)),
		appHash: state.appHash,
		lastResultsHash: state.lastResultsHash,
		evidenceHash: emptyHash,
		proposerAddress: state.validators[0]!.address,
	}
	const block: Block = { header, txs: next.txs, lastCommit: next.lastCommit }
	const bytes = encodeBlock(block)
	const blockId = { hash: headerHash(header), parts: partSetHeader(bytes) }
	return { block, meta: { blockId, blockSize: bytes.length, header, numTxs: next.txs.length } }
}

/** This node's precommit for a block, which is all there is: one validator holds the whole power. */
export function signCommit(
	chainId: string,
	key: ValidatorKey,
	height: number,
	blockId: BlockId,
	timestamp: BlockTime,
): Commit {
	const signature = key.sign(precommitSignBytes(chainId, height, blockId, timestamp))
	return {
		height,
		round: 0,
		blockId,
		signatures: [{ blockIdFlag: 2, validatorAddress: key.address, timestamp, signature }],
	}
}

/** Bytes a block has for transactions, one validator signing (tendermint v0.34.15 types.MaxDataBytes). */
export function maxDataBytes(maxBlockBytes: bigint): number {
	const [blockOverhead, header, commitOverhead, commitSig, commitSigOverhead] = [11, 626, 94, 109, 2]
	return Number(maxBlockBytes) - blockOverhead - header - commitOverhead - commitSig - commitSigOverhead
}
