import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseTime } from '../../../src/chain/blockTime.ts'
import type { Block, BlockId, Commit, Header } from '../../../src/chain/blockTypes.ts'
import { commitHash, dataHash, headerHash, partSetHeader } from '../../../src/chain/hash/blockHashes.ts'
import { encodeBlock, precommitSignBytes } from '../../../src/chain/hash/encodeBlock.ts'
import { signCommit } from '../../../src/engine/blocks/makeBlock.ts'
import { validatorKeyFromSecret } from '../../../src/engine/validatorKey.ts'
import { fromBase64, fromHex, toBase64, toHexUpper } from '../../../src/util/bytes.ts'
import type { Exchange } from './recordedExchange.ts'

interface IdJson {
	readonly hash: string
	readonly parts: { readonly total: number; readonly hash: string }
}
interface CommitJson {
	readonly height: string
	readonly round: number
	readonly block_id: IdJson
	readonly signatures: readonly {
		readonly block_id_flag: number
		readonly validator_address: string
		readonly timestamp: string
		readonly signature: string
	}[]
}
interface BlockJson {
	readonly header: Record<string, string> & { readonly last_block_id: IdJson }
	readonly data: { readonly txs: readonly string[] }
	readonly last_commit: CommitJson
}

const records = JSON.parse(
	readFileSync(new URL('../../golden/rpc-query.json', import.meta.url), 'utf8'),
) as (Exchange & { readonly wait_height?: number })[]

function result<T>(name: string): T {
	const found = records.find((record) => record.name === name)
	return (JSON.parse(found!.response.body) as { result: T }).result
}

const id = (json: IdJson): BlockId => ({
	hash: fromHex(json.hash)!,
	parts: { total: json.parts.total, hash: fromHex(json.parts.hash)! },
})

const commit = (json: CommitJson): Commit => ({
	height: Number(json.height),
	round: json.round,
	blockId: id(json.block_id),
	signatures: json.signatures.map((sig) => ({
		blockIdFlag: sig.block_id_flag,
		validatorAddress: fromHex(sig.validator_address)!,
		timestamp: parseTime(sig.timestamp)!,
		signature: fromBase64(sig.signature)!,
	})),
})

function block(json: BlockJson): Block {
	const { header } = json
	const hex = (name: string) => fromHex(header[name]!)!
	const read: Header = {
		version: { block: 11n, app: 0n },
		chainId: header.chain_id!,
		height: Number(header.height),
		time: parseTime(header.time!)!,
		lastBlockId: id(header.last_block_id),
		lastCommitHash: hex('last_commit_hash'),
		dataHash: hex('data_hash'),
		validatorsHash: hex('validators_hash'),
		nextValidatorsHash: hex('next_validators_hash'),
		consensusHash: hex('consensus_hash'),
		appHash: hex('app_hash'),
		lastResultsHash: hex('last_results_hash'),
		evidenceHash: hex('evidence_hash'),
		proposerAddress: hex('proposer_address'),
	}
	return { header: read, txs: json.data.txs.map((tx) => fromBase64(tx)!), lastCommit: commit(json.last_commit) }
}

const key = validatorKeyFromSecret('throw-away localnet validator')

describe('hashes and signatures of a real node', () => {
	it.each(['block 1', 'block latest', 'block with a transaction'])('come out the same for %s', (name) => {
		const json = result<{ block_id: IdJson; block: BlockJson }>(name)
		const read = block(json.block)
		const parts = partSetHeader(encodeBlock(read))
		expect(toHexUpper(headerHash(read.header))).toBe(json.block_id.hash)
		expect({ total: parts.total, hash: toHexUpper(parts.hash) }).toEqual(json.block_id.parts)
		expect(toHexUpper(commitHash(read.lastCommit))).toBe(toHexUpper(read.header.lastCommitHash))
		expect(toHexUpper(dataHash(read.txs))).toBe(toHexUpper(read.header.dataHash))
	})

	it('signs the recorded precommit byte for byte', () => {
		const recorded = commit(result<{ signed_header: { commit: CommitJson } }>('commit 1').signed_header.commit)
		const { timestamp, signature } = recorded.signatures[0]!
		const ours = signCommit('chain-localnet', key, 1, recorded.blockId, timestamp)
		expect(toBase64(ours.signatures[0]!.signature)).toBe(toBase64(signature))
		const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.pubKey])
		const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
		const message = precommitSignBytes('chain-localnet', 1, recorded.blockId, timestamp)
		expect(verify(null, message, publicKey, signature)).toBe(true)
	})

	it('a block of a real node has the median time of its last commit', () => {
		const read = block(result<{ block: BlockJson }>('block latest').block)
		expect(read.header.time).toEqual(read.lastCommit.signatures[0]!.timestamp)
	})
})
