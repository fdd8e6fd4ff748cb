import { RLP } from '@ethereumjs/rlp'
import { dataHash } from '../../../chain/hash/blockHashes.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { logsBloom } from '../../../modules/evm/logsBloom.ts'
import { revertOrPanicReason } from '../../../modules/evm/queries/revertReason.ts'
import { encodeEthTx, ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import { ethHeaderFields } from '../blocks/ethHeader.ts'
import { ethCodes } from '../EthFault.ts'
import type { EthJson } from '../EthMethod.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { logJson } from '../json/logJson.ts'
import type { CallResult, SimulatedBlock } from './SimulatedBlock.ts'
import { vmErrorCode } from './simulateFaults.ts'

type Fields = Parameters<typeof RLP.encode>[0]

/**
 * The block of calls that have run. Its hash is that of its header in Ethereum's form, with the gas in it: the hash of a block
 * of the chain comes from the engine.
 */
export function finishBlock(
	{ header, coinbase, gasLimit, baseFee, parentHash }: SimulatedBlock,
	results: readonly CallResult[],
	base: EthBlock,
): EthBlock {
	const gasUsed = results.reduce((sum, result) => sum + result.gasUsed, 0n)
	const txs = results.map(({ tx }) => encodeEthTx(tx))
	const open: EthBlock = {
		height: header.height,
		hash: new Uint8Array(32),
		header: {
			...base.header,
			height: header.height,
			time: header.time,
			lastBlockId: { ...base.header.lastBlockId, hash: parentHash },
			dataHash: dataHash(txs),
			appHash: new Uint8Array(32),
			proposerAddress: coinbase,
		},
		size: 0,
		timestamp: header.time.seconds,
		baseFee,
		gasLimit,
		gasUsed,
		bloom: logsBloom(results.flatMap(({ logs }) => logs)),
		coinbase,
		txs: [],
	}
	const fields = [ethHeaderFields(open, { withBloom: true }), gasLimit, gasUsed, open.header.dataHash] as Fields
	const hash = keccak256(RLP.encode(fields))
	const size = RLP.encode([fields, txs] as Fields).length
	return { ...open, hash, size, txs: txsOf(results, { ...open, hash }) }
}

function txsOf(results: readonly CallResult[], block: EthBlock): EthBlockTx[] {
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
