import { RLP } from '@ethereumjs/rlp'
import { noBytes } from '../../../codec/noBytes.ts'
import { sha256 } from '../../../crypto/hash.ts'
import { emptyListRoot, emptyUnclesHash, listRoot } from '../../../crypto/merkleTrie.ts'
import { logsBloom } from '../../../modules/evm/logsBloom.ts'
import { encodeEthTx } from '../../../modules/evm/tx/EthTx.ts'
import { concatBytes } from '../../../util/bytes.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import type { EthBlock, EthBlockTx } from './EthBlock.ts'

/** What goes into RLP. */
export type Fields = Parameters<typeof RLP.encode>[0]

/** A member of a header: bytes, or a quantity. */
type Member = readonly [name: string, value: Uint8Array | bigint]
const zeroHash = new Uint8Array(32)
/** Hash of no requests to the consensus layer (EIP-7685). */
const noRequests = sha256(noBytes)

const known = new WeakMap<EthBlock, readonly Member[]>()

/**
 * The header of a block as go-ethereum has it, in RLP order (core/types Header): what can be reckoned from the block is
 * reckoned, and a fork's members appear with the fork. Two members are the chain's own. The root of the state is the
 * app hash, of the state before the block. The hash of the block is the engine's, not that of these members.
 */
export function headerMembers(block: EthBlock): readonly Member[] {
	return getOrInsert(known, block, membersOf)
}

function membersOf(block: EthBlock): readonly Member[] {
	const { header, forks, baseFee } = block
	const members: Member[] = [
		['parentHash', whole(header.lastBlockId.hash)],
		['sha3Uncles', emptyUnclesHash],
		['miner', block.coinbase],
		['stateRoot', whole(header.appHash)],
		['transactionsRoot', listRoot(block.txs.map(({ tx }) => encodeEthTx(tx)))],
		['receiptsRoot', listRoot(block.txs.map(rawReceipt))],
		['logsBloom', block.bloom],
		['difficulty', 0n],
		['number', BigInt(block.height)],
		['gasLimit', block.gasLimit],
		['gasUsed', block.gasUsed],
		['timestamp', block.timestamp],
		['extraData', noBytes],
		['mixHash', block.random],
		['nonce', new Uint8Array(8)],
	]
	if (baseFee !== undefined) members.push(['baseFeePerGas', baseFee])
	if (forks.shanghai) members.push(['withdrawalsRoot', emptyListRoot])
	if (forks.cancun) members.push(['blobGasUsed', 0n], ['excessBlobGas', 0n], ['parentBeaconBlockRoot', zeroHash])
	if (forks.prague) members.push(['requestsHash', noRequests])
	return members
}

/** The bytes of a header, in RLP. */
export function rawHeader(block: EthBlock): Uint8Array {
	return RLP.encode(headerFields(block))
}

/** The bytes of a block, in RLP: header, transactions, no uncles and, since Shanghai, no withdrawals. */
export function rawBlock(block: EthBlock): Uint8Array {
	const txs = block.txs.map(({ tx }): Uint8Array | Fields => {
		const bytes = encodeEthTx(tx)
		// A legacy transaction is a list in the list, others are bytes.
		return tx.type === 0 ? (RLP.decode(bytes) as Fields) : bytes
	})
	return RLP.encode([headerFields(block), txs, [], ...(block.forks.shanghai ? [[]] : [])] as Fields)
}

/** A receipt as consensus has it (go-ethereum core/types Receipt.MarshalBinary): status, gas so far, bloom and logs. */
export function rawReceipt({ tx, vmError, cumulativeGas, logs }: EthBlockTx): Uint8Array {
	const status = vmError === '' ? Uint8Array.of(1) : noBytes
	const items = logs.map(({ address, topics, data }) => [address, [...topics], data])
	const body = RLP.encode([status, cumulativeGas, logsBloom(logs), items] as Fields)
	return tx.type === 0 ? body : concatBytes(Uint8Array.of(tx.type), body)
}

function headerFields(block: EthBlock): Fields {
	return headerMembers(block).map(([, value]) => value) as Fields
}

/** A hash, of zeros where there is none. */
export function whole(hash: Uint8Array): Uint8Array {
	return hash.length === 0 ? zeroHash : hash
}
