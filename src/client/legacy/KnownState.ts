import type { AminoBrand } from '../../codec/ChainSettings.ts'

/** Signing data of an account; undefined if it does not exist. */
export interface KnownAccount {
	readonly accountNumber: bigint
	readonly sequence: bigint
}

/** Chain data that a legacy transaction is checked against. */
export interface KnownState {
	/** Undefined if no node was asked; signatures then cannot be checked. */
	readonly chainId: string | undefined
	readonly prefix: string
	readonly brand: AminoBrand
	/** Accounts by address; only those that were asked for. */
	readonly accounts: ReadonlyMap<string, KnownAccount | undefined>
	/** Such as `0.01uchain`; empty if no fee is required. */
	readonly minimumGasPrices: string
	/** More chain ids to try a signature with. */
	readonly otherChainIds?: readonly string[]
}
