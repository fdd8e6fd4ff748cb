import type { Client } from 'viem'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import type { ApiKeySource } from '../rpc/RpcConnection.ts'
import type { AbiBook } from './AbiBook.ts'
import type { Decoder } from './Decoder.ts'
import type { Address } from './EvmClient.ts'

/** Shared by the parts of the EVM client. */
export interface EvmSource extends EvmClientParts {
	readonly client: Client
	readonly decoder: Decoder
	/** Converts either address form to 0x. @throws {UserError} */
	readonly address: (text: string) => Address
	/** Runs a request and turns its failure into plain words; `to` is the contract it concerns. */
	readonly ask: <T>(work: () => Promise<T>, to?: string) => Promise<T>
}

/** Dependencies of an EVM client. */
export interface EvmClientParts {
	/** Address of the JSON-RPC. */
	readonly url: string
	/** The key that its requests carry. */
	readonly apiKey?: ApiKeySource | undefined
	/** `User-Agent` of its requests. */
	readonly agent?: string | undefined
	readonly keyring: Pick<Keyring, 'get' | 'signDigest'>
	readonly settings: ChainSettings
	readonly abis: AbiBook
	/** The chain's own hash of the transaction that carries an Ethereum one; empty if the node does not know it. */
	readonly chainHashOf: (ethHash: string) => Promise<string>
	/** Hash of the Ethereum transaction within a chain transaction; empty if there is none. */
	readonly ethHashOf: (chainHash: string) => Promise<string>
}
