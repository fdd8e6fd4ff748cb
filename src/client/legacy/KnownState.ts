import type { AminoBrand } from '../../codec/ChainSettings.ts'

/** What is known of a signer's account; undefined for one that is not on the chain. */
export interface KnownAccount {
	readonly accountNumber: bigint
	readonly sequence: bigint
}

/** What a legacy transaction is checked against. */
export interface KnownState {
	/** Undefined when no node was asked: signatures cannot be checked then. */
	readonly chainId: string | undefined
	readonly prefix: string
	readonly brand: AminoBrand
	/** By address; addresses that were not asked for are missing. */
	readonly accounts: ReadonlyMap<string, KnownAccount | undefined>
	/** `0.01uchain`; empty asks for no fee. */
	readonly minimumGasPrices: string
	/** More chain ids to try a signature with. */
	readonly otherChainIds?: readonly string[]
}
