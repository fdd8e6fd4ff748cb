import type { OfflineAminoSigner } from '@cosmjs/amino'
import type { GeneratedType, OfflineDirectSigner } from '@cosmjs/proto-signing'
import type { AminoConverters } from '@cosmjs/stargate'

/** A coin with its amount in the smallest unit, as CosmJS writes it. */
export interface Coin {
	readonly denom: string
	readonly amount: string
}

/** Options of `startChain`; every one is optional. */
export interface ChainOptions {
	/** Number of funded accounts (default 3). Every start gives the same ones. */
	readonly accounts?: number
	/** Balance of each account, in the smallest unit (default 1,000,000,000: a thousand coins). */
	readonly balance?: bigint
	/**
	 * When the chain makes blocks: at each transaction (`instant`, the default), every interval, or only when `mine` is
	 * called.
	 */
	readonly blockMode?: 'instant' | 'interval' | 'manual'
	/** Milliseconds between blocks of mode `interval` (default 1,000). */
	readonly blockIntervalMs?: number
	/** Chain id (default `chain-localnet`). */
	readonly chainId?: string
	/** Turns the EVM on with this EIP-155 chain number; a chain id such as `chain_2222-1` does so too. */
	readonly evmChainId?: number
	/** bech32 prefix of addresses (default `chain`). */
	readonly prefix?: string
	/** Native denomination, a micro-unit (default `uchain`). */
	readonly denom?: string
	/** SLIP-44 coin type of the accounts' key paths (default 118). */
	readonly coinType?: number
	/**
	 * Amino names: `chain` (default) writes `chain-sdk/…` and reads and verifies those of both brands, `cosmos` knows
	 * `cosmos-sdk/…` alone, as the framework.
	 */
	readonly aminoBrand?: 'chain' | 'cosmos'
	/** Lowest gas price the node accepts (default `0.01` of the denomination). An empty text accepts any fee. */
	readonly minimumGasPrices?: string
	/**
	 * State the node keeps: the newest 1,000 heights (`default`), every height (`nothing`), or only the newest
	 * (`everything`).
	 */
	readonly pruning?: 'default' | 'nothing' | 'everything'
	/** Genesis document (JSON text) that replaces the built-in one. `accounts` then own only what it gives them. */
	readonly genesis?: string
	/** Also serves private JSON-RPC endpoints, which `createEndpoint` needs (default false). */
	readonly endpoints?: boolean
	/** Receives each log line of the node. */
	readonly onLog?: (line: string) => void
}

/** A funded account of the chain. Its mnemonic is public: never use its keys elsewhere. */
export interface ChainAccount {
	/** bech32 address. */
	readonly address: string
	/** The same 20 bytes as `0x` and hex, the address on the private endpoints. */
	readonly hexAddress: `0x${string}`
	/**
	 * The address that Ethereum wallets derive from this key. It is another account, which owns the same balance on a
	 * chain with an EVM.
	 */
	readonly ethAddress: `0x${string}`
	/** Compressed secp256k1 key, 33 bytes. */
	readonly pubKey: Uint8Array
	/** 32 bytes as `0x` and hex, as viem's `privateKeyToAccount` takes it. */
	readonly privateKey: `0x${string}`
	/** A CosmJS signer for direct and amino documents. */
	readonly signer: OfflineDirectSigner & OfflineAminoSigner
}

/** A private JSON-RPC endpoint. Send requests to the URL with the header `x-api-key`. */
export interface Endpoint {
	readonly url: string
	readonly key: string
}

/** A running chain. End it with `stop` or `await using`. */
export interface Chain extends AsyncDisposable {
	readonly chainId: string
	readonly prefix: string
	readonly denom: string
	/** Takes the form of CosmJS's `GasPrice.fromString`; empty if the node accepts any fee. */
	readonly gasPrice: string
	/** Tendermint JSON-RPC, http and websocket: `http://127.0.0.1:40123`. */
	readonly rpcUrl: string
	/** URL of REST, `http://127.0.0.1:40124`. */
	readonly restUrl: string
	/** Address of gRPC, `127.0.0.1:40125`. */
	readonly grpcUrl: string
	/** URL of the Ethereum JSON-RPC; undefined for a chain without an EVM. */
	readonly ethUrl: string | undefined
	readonly accounts: readonly ChainAccount[]
	/** Message types that CosmJS lacks, for its `Registry`: `new Registry([...defaultRegistryTypes, ...chain.types])`. */
	readonly types: readonly [string, GeneratedType][]
	/** Amino converters of these messages, for CosmJS's `AminoTypes`. */
	readonly aminoConverters: AminoConverters
	/** Height of the newest block. */
	height(): Promise<number>
	/**
	 * Sends coins from the faucet (default: a thousand coins) and resolves when they have arrived.
	 *
	 * @example const { hash } = await chain.faucet('chain1…', { denom: 'uchain', amount: '5000000' })
	 */
	faucet(address: string, amount?: Coin): Promise<{ readonly hash: string }>
	/** Makes blocks (default 1) and resolves with the new height. */
	mine(blocks?: number): Promise<number>
	/**
	 * Sets the chain's clock, which runs on from there, or stands still with `freeze`. Block time never goes back.
	 *
	 * @example await chain.setTime('2030-01-01T00:00:00Z', { freeze: true })
	 */
	setTime(time: Date | string, options?: { readonly freeze?: boolean }): Promise<void>
	/** Moves the clock forward. */
	advanceTime(seconds: number): Promise<void>
	/**
	 * Takes a snapshot of the current state; resolves with the name that `revert` takes.
	 *
	 * @example
	 * const before = await chain.snapshot()
	 * await chain.faucet(address)
	 * await chain.revert(before)
	 */
	snapshot(name?: string): Promise<string>
	/** Goes back to a snapshot; resolves with the height of the snapshot. */
	revert(id: string): Promise<number>
	/**
	 * Creates a private endpoint, which answers for every height that the chain keeps: the newest 1,000, or all with
	 * `pruning: 'nothing'`. Needs the option `endpoints`.
	 */
	createEndpoint(): Promise<Endpoint>
	/** Stops the chain and everything it opened. A second call does nothing. */
	stop(): Promise<void>
}
