import type { Client } from 'viem'
import type { Decoder } from './Decoder.ts'
import type { Address } from './EvmClient.ts'
import type { EvmClientParts } from './EvmClientParts.ts'

/** Shared by the parts of the EVM client. */
export interface EvmSource extends EvmClientParts {
	readonly client: Client
	readonly decoder: Decoder
	/**
	 * Converts either address form to 0x.
	 *
	 * @throws {UserError}
	 */
	readonly address: (text: string) => Address
	/** Runs a request and turns its failure into plain words; `to` is the contract it concerns. */
	readonly ask: <T>(work: () => Promise<T>, to?: string) => Promise<T>
}
