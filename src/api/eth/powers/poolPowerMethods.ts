import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { txHash } from '../args/blockParams.ts'
import { address } from '../args/valueParams.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import type { EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { definePower } from './definePower.ts'
import type { EthPowers } from './EthPowers.ts'

/** Takes transactions back that wait for a block, with the method names of hardhat and anvil. */
export const poolPowerMethods = [
	/** A transaction in a block is an error for hardhat, and no transaction for anvil. */
	definePower({
		name: 'hardhat_dropTransaction',
		params: [txHash],
		run: async ([{ hash, found }], powers, context) => {
			if ((await drop(hash, powers, context)) > 0) return true
			if (found === undefined) return false
			throw new EthFault(`transaction ${hexBytes(hash)} is in a block already and cannot be dropped`)
		},
	}),
	definePower({
		name: 'anvil_dropTransaction',
		params: [txHash],
		run: async ([{ hash }], powers, context) => ((await drop(hash, powers, context)) > 0 ? hexBytes(hash) : null),
	}),
	definePower({
		name: 'anvil_dropAllTransactions',
		params: [],
		run: async (_, powers, { pool }) => {
			pool.drop(() => true)
			await powers.dropTxs(() => true)
			return null
		},
	}),
	definePower({
		name: 'anvil_removePoolTransactions',
		params: [address],
		run: async ([who], powers, { pool }) => {
			pool.drop(({ from }) => equalBytes(from, who))
			await powers.dropTxs((bytes) => ethMessagesOf(bytes).some(({ from }) => equalBytes(from(), who)))
			return null
		},
	}),
]

async function drop(id: Uint8Array, powers: EthPowers, { pool }: EthContext): Promise<number> {
	const queued = pool.drop(({ hash }) => equalBytes(hash, id))
	return (
		queued + (await powers.dropTxs((bytes) => ethMessagesOf(bytes).some(({ tx }) => equalBytes(ethTxHash(tx), id))))
	)
}
