import type { ChainSettings } from '../../codec/ChainSettings.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import type { AbiBook } from './AbiBook.ts'

/** What a client of the EVM works with. */
export interface EvmClientParts {
	/** Address of the JSON-RPC. */
	readonly url: string
	readonly keyring: Pick<Keyring, 'get' | 'signDigest'>
	readonly settings: ChainSettings
	readonly abis: AbiBook
	/** The chain's own hash of the transaction that carries an Ethereum one; empty where the node does not know it. */
	readonly chainHashOf: (ethHash: string) => Promise<string>
	/** Ethereum's hash of what a transaction of the chain carries; empty where it carries none. */
	readonly ethHashOf: (chainHash: string) => Promise<string>
}
