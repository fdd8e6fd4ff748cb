import type { OfflineAminoSigner } from '@cosmjs/amino'
import type { GeneratedType, OfflineDirectSigner } from '@cosmjs/proto-signing'
import type { AminoConverters } from '@cosmjs/stargate'

/** A coin with its amount in the smallest unit, as CosmJS writes it. */
export interface Coin {
	readonly denom: string
	readonly amount: string
}

/** What a chain is started with; everything may be left out. */
export interface ChainOptions {
	/** Number of funded accounts; 3. They are the same on every start. */
	readonly accounts?: number
	/** What each of them owns, in the smallest unit; 1,000,000,000 (a thousand coins). */
	readonly balance?: bigint
	/** When blocks are made: at each transaction (`instant`, the default), every interval, or only by `mine`. */
	readonly blockMode?: 'instant' | 'interval' | 'manual'
	/** Milliseconds between blocks of mode `interval`; 1,000. */
	readonly blockIntervalMs?: number
	/** `chain-localnet`. */
	readonly chainId?: string
	/** Turns the EVM on, with this number by EIP-155; a chain id such as `chain_2222-1` does so too. */
	readonly evmChainId?: number
	/** bech32 prefix of addresses, `chain`. */
	readonly prefix?: string
	/** Native denomination, a micro-unit: `uchain`. */
	readonly denom?: string
	/** SLIP-44 coin type of the accounts' key paths, 118. */
	readonly coinType?: number
	/** Amino names, `chain-sdk/...` or those of existing wallets, `cosmos-sdk/...`; `chain`. */
	readonly aminoBrand?: 'chain' | 'cosmos'
	/** Lowest price of a unit of gas; `0.01` of the denomination. An empty text accepts any fee. */
	readonly minimumGasPrices?: string
	/** Old state that is kept: 1,000 heights, all of it, or none; `default`. */
	readonly pruning?: 'default' | 'nothing' | 'everything'
	/** Genesis document (JSON text) to start from instead of the built-in one; then `accounts` own nothing unless it says so. */
	readonly genesis?: string
	/** Serve private JSON-RPC endpoints too, for `createEndpoint`; false. */
	readonly endpoints?: boolean
	/** Gets each log line of the node. */
	readonly onLog?: (line: string) => void
}

/** A funded account of the chain. Its words are public: never use its keys elsewhere. */
export interface ChainAccount {
	/** bech32. */
	readonly address: string
	/** The same 20 bytes as `0x` and hex: how the account is called on the private endpoints. */
	readonly hexAddress: `0x${string}`
	/** The address Ethereum's wallets make of this key, another account; on a chain with an EVM it owns as much. */
	readonly ethAddress: `0x${string}`
	/** Compressed secp256k1 key, 33 bytes. */
	readonly pubKey: Uint8Array
	/** 32 bytes as `0x` and hex, as viem's `privateKeyToAccount` takes it. */
	readonly privateKey: `0x${string}`
	/** For CosmJS: signs documents of both kinds. */
	readonly signer: OfflineDirectSigner & OfflineAminoSigner
}

/** A private JSON-RPC endpoint: POST to the URL with the header `x-api-key`. */
export interface Endpoint {
	readonly url: string
	readonly key: string
}

/** A running chain. `stop` it, or let `await using` do that. */
export interface Chain extends AsyncDisposable {
	readonly chainId: string
	readonly prefix: string
	readonly denom: string
	/** For CosmJS's `GasPrice.fromString`; empty when any fee is accepted. */
	readonly gasPrice: string
	/** Tendermint JSON-RPC, http and websocket: `http://127.0.0.1:40123`. */
	readonly rpcUrl: string
	/** REST. */
	readonly restUrl: string
	/** gRPC, `127.0.0.1:40125`. */
	readonly grpcUrl: string
	/** Ethereum JSON-RPC; undefined for a chain without an EVM. */
	readonly ethUrl: string | undefined
	readonly accounts: readonly ChainAccount[]
	/** Messages of the chain that CosmJS does not know, for its `Registry`: `new Registry([...defaultRegistryTypes, ...chain.types])`. */
	readonly types: readonly [string, GeneratedType][]
	/** Their amino names and values, for CosmJS's `AminoTypes`. */
	readonly aminoConverters: AminoConverters
	/** Height of the newest block. */
	height(): Promise<number>
	/** Sends coins of the faucet, a thousand when no amount is given, and resolves when they have arrived. */
	faucet(address: string, amount?: Coin): Promise<{ readonly hash: string }>
	/** Makes blocks, one unless told. Resolves with the height after them. */
	mine(blocks?: number): Promise<number>
	/** Sets the chain's clock: it goes on from there, or stands still when `freeze` is set. Blocks never go back in time. */
	setTime(time: Date | string, options?: { readonly freeze?: boolean }): Promise<void>
	/** Moves the clock forward. */
	advanceTime(seconds: number): Promise<void>
	/** Keeps the present state; resolves with the name `revert` takes. */
	snapshot(name?: string): Promise<string>
	/** Goes back to a snapshot; resolves with the height then. */
	revert(id: string): Promise<number>
	/** A new private endpoint that answers for all heights; needs the option `endpoints`. */
	createEndpoint(): Promise<Endpoint>
	/** Ends the chain and everything it opened. May be called twice. */
	stop(): Promise<void>
}
