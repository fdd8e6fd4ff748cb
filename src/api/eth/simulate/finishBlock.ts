import type { BlockHeader } from '../../../abci/Application.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import type { AppliedMessage } from '../../../modules/evm/applyMessage.ts'
import { logsBloom } from '../../../modules/evm/logsBloom.ts'
import { revertOrPanicReason } from '../../../modules/evm/queries/revertReason.ts'
import { type EthTx, ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import type { BlockForks, EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import { rawBlock, rawHeader } from '../blocks/gethBlock.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { logJson } from '../json/logJson.ts'
import { ethCodes } from '../rpc/EthFault.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import { vmErrorCode } from './planBlocks.ts'

/** The block of calls that have run. Its hash is that of its header: the hash of a block of the chain comes from the engine. */
export function finishBlock(
	{ header, coinbase, gasLimit, baseFee, parentHash, random, forks }: SimulatedBlock,
	results: readonly CallResult[],
	base: EthBlock,
): EthBlock {
	const place = {
		height: header.height,
		hash: new Uint8Array(32),
		header: {
			...base.header,
			height: header.height,
			time: header.time,
			lastBlockId: { ...base.header.lastBlockId, hash: parentHash },
			appHash: new Uint8Array(32),
			proposerAddress: coinbase,
		},
		size: 0,
		timestamp: header.time.seconds,
		baseFee,
		gasLimit,
		gasUsed: results.reduce((sum, result) => sum + result.gasUsed, 0n),
		bloom: logsBloom(results.flatMap(({ logs }) => logs)),
		coinbase,
		random,
		forks,
	}
	const open: EthBlock = { ...place, txs: txsOf(results, place) }
	const sealed = { ...place, hash: keccak256(rawHeader(open)), size: rawBlock(open).length }
	return { ...sealed, txs: txsOf(results, sealed) }
}

function txsOf(results: readonly CallResult[], block: Omit<EthBlock, 'txs'>): EthBlockTx[] {
	let cumulativeGas = 0n
	let logIndex = 0
	return results.map(({ tx, from, gasUsed, vmError, logs }, index) => {
		cumulativeGas += gasUsed
		const hash = ethTxHash(tx)
		return {
			tx,
			hash,
			from,
			index,
			gasUsed,
			baseFee: block.baseFee,
			cumulativeGas,
			vmError,
			logs: logs.map((log) => ({ ...log, logIndex: logIndex++, tx: { hash, index }, block })),
			place: { tx: index, message: 0 },
		}
	})
}

/** What a call of a simulation answers. */
export function callResultJson(
	{ vmError, returned, gasUsed, peakGas, isCapped }: CallResult,
	{ logs }: EthBlockTx,
): EthJson {
	return {
		// What a revert gives is in the error.
		returnData: vmError === '' ? hexBytes(returned) : '0x',
		logs: logs.map((log) => logJson(log, true)),
		gasUsed: quantity(gasUsed),
		maxUsedGas: quantity(peakGas),
		status: vmError === '' ? '0x1' : '0x0',
		...(vmError === '' ? {} : { error: errorJson(vmError, returned, isCapped) }),
	}
}

function errorJson(vmError: string, returned: Uint8Array, isCapped: boolean): EthJson {
	if (vmError !== 'execution reverted') {
		const why = isCapped ? " (gas limit was capped by the RPC server's global gas cap)" : ''
		return { message: vmError + why, code: vmErrorCode }
	}
	const reason = revertOrPanicReason(returned)
	const message = reason === undefined ? vmError : `${vmError}: ${reason}`
	return { message, code: ethCodes.reverted, data: hexBytes(returned) }
}

/** A block of a simulation while its calls run. */
export interface SimulatedBlock {
	readonly header: BlockHeader
	readonly coinbase: Uint8Array
	readonly gasLimit: bigint
	/** Undefined before London. */
	readonly baseFee: bigint | undefined
	readonly parentHash: Uint8Array
	/** Result of PREVRANDAO. */
	readonly random: Uint8Array
	/** Result of BLOBBASEFEE. */
	readonly blobBaseFee: bigint
	readonly forks: BlockForks
}

/** A call of a simulated block with what became of it. */
export interface CallResult extends AppliedMessage {
	readonly tx: EthTx
	readonly from: Uint8Array
	/** Whether it had less gas than it asked for, because all calls of a request share their gas. */
	readonly isCapped: boolean
}
