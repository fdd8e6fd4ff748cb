import type { BlockTime, ConsensusParams } from '../abci/Application.ts'
import type { ByteSource } from '../codec/goJson/JsonScanner.ts'

/** A validator of the genesis document. */
export interface GenesisValidator {
	readonly address: Uint8Array
	/** ed25519, 32 bytes. */
	readonly pubKey: Uint8Array
	readonly power: bigint
	readonly name: string
}

/** A validated genesis document (tendermint types.GenesisDoc) with its text as given. */
export interface GenesisDocument {
	readonly text: string
	readonly genesisTime: BlockTime
	readonly chainId: string
	readonly initialHeight: number
	readonly consensusParams: ConsensusParams & { readonly timeIotaMs: bigint }
	readonly validators: readonly GenesisValidator[]
	readonly appHash: Uint8Array
	/** The app_state object as JSON text, bytes as in the file. */
	readonly appState: string
	/** The app_state where it is too large to be read as a text again and again: `text` and `appState` read all of it. */
	readonly state?: ByteSource
	/** The text without the app_state, where that is so large. */
	readonly head?: string
}
