import { ethereumReplies } from '../../../codec/evm/ethereumReplies.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import { panicCode, revertReason } from '../../../modules/evm/queries/revertReason.ts'
import type { EthBlockTx } from '../blocks/EthBlock.ts'
import type { EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'

/**
 * Tells the failure of a transaction that is in a block, with its hash and what it returned. One that waits for a block passes.
 * @throws {EthFault} with codes, texts and data as Hardhat's own node (2.29) answers a sending.
 */
export async function assertSucceeded(hash: Uint8Array, context: EthContext): Promise<void> {
	const found = await context.blocks.byTxHash(hash)
	if (found === undefined || found.tx.vmError === '') return
	const returned = await returnedBy(found.tx, found.block.height, context)
	const message = failureText(found.tx.vmError, returned)
	const code = message === outOfGas ? ethCodes.serverError : ethCodes.internal
	throw new EthFault(message, code, { message, txHash: hexBytes(hash), data: hexBytes(returned) })
}

const outOfGas = 'Transaction ran out of gas'

function failureText(vmError: string, returned: Uint8Array): string {
	if (vmError.endsWith('out of gas')) return outOfGas
	const failed = 'Error: VM Exception while processing transaction:'
	if (vmError !== 'execution reverted') return `${failed} ${vmError.replace(/^(invalid opcode).*/, '$1')}`
	if (returned.length === 0) return 'Error: Transaction reverted without a reason string'
	const reason = revertReason(returned)
	if (reason !== undefined) return `${failed} reverted with reason string '${reason}'`
	const panic = panicCode(returned)
	if (panic !== undefined) return `${failed} reverted with panic code 0x${panic.toString(16)}`
	return `${failed} reverted with an unrecognized custom error (return data: ${hexBytes(returned)})`
}

async function returnedBy({ place }: EthBlockTx, height: number, { source }: EthContext): Promise<Uint8Array> {
	const results = await source.chain.blockResults(height)
	return ethereumReplies(results?.txs[place.tx]?.data ?? noBytes)[place.message]?.ret ?? noBytes
}
