import type { Client } from 'viem'
import type { Decoder } from './Decoder.ts'
import type { Address } from './EvmClient.ts'
import type { EvmClientParts } from './EvmClientParts.ts'

/** What the parts of the client of an EVM share. */
export interface EvmSource extends EvmClientParts {
	readonly client: Client
	readonly decoder: Decoder
	/** 0x of either form of address. Throws UserError. */
	readonly address: (text: string) => Address
	/** Asks, and tells what went wrong in words; `to` is the contract it is about. */
	readonly ask: <T>(work: () => Promise<T>, to?: string) => Promise<T>
}
