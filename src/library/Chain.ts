import type { SigningStargateClient } from '@cosmjs/stargate'
import type { Signer } from './Signer.ts'

/**
 * A coin with its amount in the smallest unit, as CosmJS writes it.
 *
 * @example
 * const coin: Coin = { denom: chain.denom, amount: '5000000' }
 * await chain.faucet(chain.accounts[0].address, coin)
 */
export interface Coin {
	readonly denom: string
	readonly amount: string
}

/**
 * Ports of a chain's servers on 127.0.0.1; one that is left out is any free port.
 *
 * @example
 * const ports: ChainPorts = { rpc: 26657, rest: 1317 }
 * const options: ChainOptions = { ports }
 */
export interface ChainPorts {
	/** Tendermint JSON-RPC; the usual one is 26657. */
	readonly rpc?: number
	/** REST; the usual one is 1317. */
	readonly rest?: number
	/** gRPC; the usual one is 9090. */
	readonly grpc?: number
	/** Ethereum JSON-RPC of a chain with an EVM; the usual one is 8546. */
	readonly eth?: number
	/** REST of generation 8, with `legacy8`; the usual one is 1316. */
	readonly legacy8?: number
	/** Private endpoints, with `endpoints`; the usual one is 8545. */
	readonly endpoints?: number
}

/**
 * Options of `startChain`; every one is optional.
 *
 * @example
 * const options: ChainOptions = { accounts: 2, blockMode: 'manual', evmChainId: 31337 }
 * const chain = await startChain(options)
 * await chain.stop()
 */
export interface ChainOptions {
	/** Number of funded accounts, up to 1,000 (default 3). Every start gives the same ones. */
	readonly accounts?: number
	/**
	 * Words (BIP-39) whose keys the accounts have, from index 0 on. By default public words of this package. Anyone who
	 * reads a test knows its words: never use those of real coins.
	 */
	readonly mnemonic?: string
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
	/**
	 * Genesis document, as JSON text or parsed, that replaces the built-in one. `accounts` then own only what it gives them.
	 */
	readonly genesis?: string | object
	/**
	 * State of accounts and contracts to begin with: the path of a file that `anvil --dump-state` or `anvil_dumpState`
	 * wrote, or its text. Needs an EVM.
	 */
	readonly state?: string
	/**
	 * Answers `eth_sendTransaction` and `eth_sendRawTransaction` with an error if the transaction fails in its block, as
	 * Hardhat's own network does (default false). The transaction is in its block all the same. Needs an EVM.
	 */
	readonly throwOnTransactionFailures?: boolean
	/** Ports of the servers (default: free ones). */
	readonly ports?: ChainPorts
	/** Also serves REST of generation 8 over the same chain (default false). */
	readonly legacy8?: boolean
	/** Also serves private JSON-RPC endpoints, which `createEndpoint` needs (default false). */
	readonly endpoints?: boolean
	/** Receives each log line of the node. */
	readonly onLog?: (line: string) => void
}

/**
 * A funded account of the chain. Its mnemonic is public: never use its keys elsewhere.
 *
 * @example
 * const [alice] = chain.accounts
 * const balance = await fetch(`${chain.restUrl}/cosmos/bank/v1beta1/balances/${alice.address}`)
 */
export interface ChainAccount {
	/** bech32 address. */
	readonly address: string
	/** The same 20 bytes as `0x` and hex, the address on the private endpoints. */
	readonly hexAddress: `0x${string}`
	/**
	 * The address that Ethereum wallets derive from this key, with the case of EIP-55. It is another account, which owns
	 * the same balance on a chain with an EVM.
	 */
	readonly ethAddress: `0x${string}`
	/** Compressed secp256k1 key, 33 bytes. */
	readonly pubKey: Uint8Array
	/** 32 bytes as `0x` and hex, as viem's `privateKeyToAccount` takes it. */
	readonly privateKey: `0x${string}`
	/** A CosmJS signer for direct and amino documents. */
	readonly signer: Signer
}

/**
 * A private JSON-RPC endpoint. Send requests to the URL with the header `x-api-key`.
 *
 * @example
 * await using own = await startChain({ endpoints: true })
 * const { url, key } = await own.createEndpoint()
 * const headers = { 'x-api-key': key, 'content-type': 'application/json' }
 * const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
 * const reply = await fetch(url, { method: 'POST', headers, body })
 */
export interface Endpoint {
	readonly url: string
	readonly key: string
}

/**
 * A message type for CosmJS's `Registry`.
 *
 * @example
 * import { Registry } from '@cosmjs/proto-signing'
 * import { defaultRegistryTypes } from '@cosmjs/stargate'
 * const registry = new Registry([...defaultRegistryTypes, ...chain.types])
 * const greeting = registry.encode({ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message: 'hello' } })
 */
export interface MessageType {
	/** Gives an object whose `finish()` are the bytes. */
	// biome-ignore lint/suspicious/noExplicitAny: CosmJS has other writers in each release.
	readonly encode: (message: any, writer?: any) => any
	// biome-ignore lint/suspicious/noExplicitAny: as CosmJS has it.
	readonly decode: (input: any, length?: number) => any
	// biome-ignore lint/suspicious/noExplicitAny: as CosmJS has it.
	readonly fromPartial: (value: any) => any
}

/**
 * Amino name and values of a message type, for CosmJS's `AminoTypes`.
 *
 * @example
 * import { AminoTypes, createDefaultAminoConverters } from '@cosmjs/stargate'
 * const aminoTypes = new AminoTypes({ ...createDefaultAminoConverters(), ...chain.aminoConverters })
 */
export interface AminoConverter {
	readonly aminoType: string
	// biome-ignore lint/suspicious/noExplicitAny: as CosmJS has it.
	readonly toAmino: (value: any) => any
	// biome-ignore lint/suspicious/noExplicitAny: as CosmJS has it.
	readonly fromAmino: (value: any) => any
}

/**
 * A running chain. End it with `stop` or `await using`. After its end every call is refused with `UserError`.
 *
 * @example
 * await using own = await startChain({ blockMode: 'manual' })
 * await own.mine(10)
 * if ((await own.height()) !== 11) throw new Error('blocks are missing')
 */
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
	/** URL of REST of generation 8; undefined without the option `legacy8`. */
	readonly legacy8Url: string | undefined
	/** The funded accounts, as many as the option `accounts` says. */
	readonly accounts: readonly ChainAccount[]
	/** Message types that CosmJS lacks, for its `Registry`: `new Registry([...defaultRegistryTypes, ...chain.types])`. */
	readonly types: readonly [string, MessageType][]
	/** Amino converters of these messages, for CosmJS's `AminoTypes`. */
	readonly aminoConverters: Readonly<Record<string, AminoConverter>>
	/**
	 * A connected CosmJS client of your own `@cosmjs/stargate`, which signs for an account (default: the first), knows the
	 * chain's messages and fees, and asks for its transactions each 20 ms, where CosmJS by itself waits 3 s.
	 *
	 * @example
	 * const [alice, bob] = chain.accounts
	 * const client = await chain.stargate(alice)
	 * await client.sendTokens(alice.address, bob.address, [{ denom: chain.denom, amount: '7' }], 'auto')
	 */
	stargate(account?: Pick<ChainAccount, 'signer'>): Promise<SigningStargateClient>
	/**
	 * Height of the newest block.
	 *
	 * @example const height = await chain.height()
	 */
	height(): Promise<number>
	/**
	 * Sends coins from the faucet (default: a thousand coins) and resolves when they have arrived.
	 *
	 * @example const { hash } = await chain.faucet(chain.accounts[0].address, { denom: 'uchain', amount: '5000000' })
	 */
	faucet(address: string, amount?: Coin): Promise<{ readonly hash: string }>
	/**
	 * Makes blocks (default 1) and resolves with the new height.
	 *
	 * @example const height = await chain.mine(5)
	 */
	mine(blocks?: number): Promise<number>
	/**
	 * Sets the chain's clock, which runs on from there, or stands still with `freeze`. Block time never goes back.
	 *
	 * @example await chain.setTime('2030-01-01T00:00:00Z', { freeze: true })
	 */
	setTime(time: Date | string, options?: { readonly freeze?: boolean }): Promise<void>
	/**
	 * Moves the clock forward.
	 *
	 * @example await chain.advanceTime(3_600)
	 */
	advanceTime(seconds: number): Promise<void>
	/**
	 * Takes a snapshot of the current state; resolves with the name that `revert` takes.
	 *
	 * @example
	 * const before = await chain.snapshot()
	 * await chain.faucet(chain.accounts[0].address)
	 * await chain.revert(before)
	 */
	snapshot(name?: string): Promise<string>
	/**
	 * Goes back to a snapshot; resolves with the height of the snapshot, which can be gone back to again.
	 *
	 * @example
	 * const name = await chain.snapshot()
	 * const height = await chain.revert(name)
	 */
	revert(id: string): Promise<number>
	/**
	 * A signer of any account: the chain accepts its transactions without a signature, from now on and until
	 * `stopActingAs`. Of a module account, a multisig account, one whose key nobody has.
	 *
	 * @example
	 * const signer = await chain.actAs('chain1qurswpc8qurswpc8qurswpc8qurswpc8x3n3t5')
	 * const client = await chain.stargate({ signer })
	 */
	actAs(address: string): Promise<Signer>
	/**
	 * From now on the account needs its signature again.
	 *
	 * @example await chain.stopActingAs(chain.accounts[0].address)
	 */
	stopActingAs(address: string): Promise<void>
	/**
	 * Creates a private endpoint, which answers for every height that the chain keeps: the newest 1,000, or all with
	 * `pruning: 'nothing'`. Needs the option `endpoints`.
	 *
	 * @example
	 * await using own = await startChain({ endpoints: true })
	 * const { url, key } = await own.createEndpoint()
	 */
	createEndpoint(): Promise<Endpoint>
	/**
	 * Stops the chain and everything it opened. A second call does nothing.
	 *
	 * @example
	 * const own = await startChain()
	 * await own.stop()
	 */
	stop(): Promise<void>
}
