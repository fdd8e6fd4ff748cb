import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import type { CallArgs } from '../calls/CallArgs.ts'
import type { EthChain } from '../EthChain.ts'
import type { EthFault } from '../rpc/EthFault.ts'
import type { EthJson } from '../rpc/EthMethod.ts'

/** Rules of a dialect for signing with the node's keys. */
export interface KeyRules {
	/** Error for a key that the node does not have. */
	unknownKey(address: Uint8Array): EthFault
	/** Error for a transaction without a sender. */
	readonly noSender: EthFault
	/** The 32-byte digest that `eth_sign` signs. */
	signDigest(data: Uint8Array): Uint8Array
	/**
	 * Fills in the fields that the sender omitted, without signing.
	 *
	 * @throws {EthFault} for contradictory arguments.
	 */
	fill(args: CallArgs, from: Uint8Array, context: EthChain): Promise<EthTx>
	/** Result of `personal_unlockAccount` and `personal_lockAccount`. */
	readonly unlocks: boolean
	/** Result of `personal_listWallets`: there are none. */
	readonly noWallets: EthJson
}
