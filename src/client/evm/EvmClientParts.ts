import type { ChainSettings } from '../../codec/ChainSettings.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import type { AbiBook } from './AbiBook.ts'

/** Dependencies of an EVM client. */
export interface EvmClientParts {
	/** Address of the JSON-RPC. */
	readonly url: string
	readonly keyring: Pick<Keyring, 'get' | 'signDigest'>
	readonly settings: ChainSettings
	readonly abis: AbiBook
	/**
	 * The chain's own hash of the transaction that carries an Ethereum transaction; empty if the node does not know it.
	 */
	readonly chainHashOf: (ethHash: string) => Promise<string>
	/** Hash of the Ethereum transaction within a chain transaction; empty if there is none. */
	readonly ethHashOf: (chainHash: string) => Promise<string>
}
