import type { Abi, AbiFunction, AbiParameter, Address, Hex } from 'viem'
import type { CallNode } from '../../codec/evm/callTreeRows.ts'
import type { EvmValue } from '../../codec/evm/evmValues.ts'
import type { TxProgress } from '../chainTypes.ts'
import type { AbiBook } from './AbiBook.ts'

export type { Abi, AbiFunction, AbiParameter, Address, CallNode, EvmValue, Hex }

/** A compiled contract. */
export interface Artifact {
	readonly name: string
	readonly abi: Abi
	/** Deployment bytecode; `0x` for an ABI without code. */
	readonly bytecode: Hex
}

/** The EVM's view of an account. */
export interface EvmAccount {
	/** 0x address with the EIP-55 checksum. */
	readonly address: Address
	/** The same account under the chain's prefix. */
	readonly bech32: string
	/** In the EVM's unit of 18 decimals. */
	readonly balance: bigint
	readonly nonce: number
	/** Absent for an account without code. */
	readonly code?: { readonly size: number; readonly hash: Hex }
}

/** A function call: the function by signature or ABI entry, arguments as text. */
export interface ContractCall {
	/** bech32 or 0x, or the name of a contract in the book. */
	readonly to: string
	/** `balanceOf(address)(uint256)`, the name of a function of a contract in the book, or an entry of an ABI. */
	readonly fn: string | AbiFunction
	readonly args: readonly string[]
	/** The caller, bech32 or 0x (default: the zero address). */
	readonly from?: string | undefined
	/** In the EVM's unit. */
	readonly value?: bigint | undefined
	/** Height of the state (default: the latest). */
	readonly height?: number | undefined
}

/** Result of a call. */
export interface CallResult {
	readonly data: Hex
	/** Empty if the function's outputs are unknown. */
	readonly values: readonly EvmValue[]
}

/** Decoded call data, log or revert reason. */
export interface Decoded {
	/** `transfer(address,uint256)`. */
	readonly signature: string
	readonly name: string
	readonly args: readonly EvmValue[]
	/** Where the names come from: an ABI of the book, or `common` for well-known interfaces. */
	readonly source: string
	/** Calls in its arguments, as a multicall or an upgrade carries them; absent when there are none. */
	readonly inner?: readonly Decoded[]
}

/** An event of a contract. */
export interface EvmLog {
	readonly address: Address
	readonly topics: readonly Hex[]
	readonly data: Hex
	readonly height: number
	/** Ethereum's hash of its transaction. */
	readonly txHash: Hex
	readonly index: number
	/** Absent if no ABI knows it. */
	readonly decoded?: Decoded
}

/** An Ethereum transaction that one of the chain carries, in words. */
export interface EthereumTx {
	/** Ethereum's hash. */
	readonly hash: Hex
	/** Who sent it; undefined where the chain refused it and no key fits the signature. */
	readonly from: Address | undefined
	/** Undefined makes a contract. */
	readonly to: Address | undefined
	/** Name of the contract in the book; empty where it has none. */
	readonly contract: string
	/** The contract it made. */
	readonly created?: Address
	readonly nonce: bigint
	/** In the EVM's unit. */
	readonly value: bigint
	/** Gas limit. */
	readonly gas: bigint
	readonly data: Hex
	/** The call data in words; absent where no ABI knows it. */
	readonly call?: Decoded
	/** What the function gave. */
	readonly gave: readonly EvmValue[]
	/** Absent where the chain refused it before it ran. */
	readonly gasUsed?: bigint
	/** Why it failed in the EVM: `execution reverted: TooLittle(5, 3)`; empty when it did not. */
	readonly fault: string
	readonly logs: readonly EvmLog[]
}

/** Filter of events. */
export interface LogWish {
	/** Contracts, bech32 or 0x (default: all). */
	readonly addresses?: readonly string[] | undefined
	/** `Transfer(address indexed,address indexed,uint256)`, with names or without. */
	readonly event?: string | undefined
	/** Heights, both inclusive (default: only the latest block). */
	readonly from?: number | undefined
	readonly to?: number | undefined
}

/** Result of an Ethereum transaction in a block. */
export interface EvmReceipt {
	readonly hash: Hex
	readonly height: number
	readonly gasUsed: bigint
	/** Only for a deployment. */
	readonly contractAddress?: Address
	readonly logs: readonly EvmLog[]
}

/** Steps of an Ethereum transaction: those of any transaction, with the receipt in the last. */
export type EvmProgress =
	| Exclude<TxProgress, { readonly state: 'committed' }>
	| (Extract<TxProgress, { readonly state: 'committed' }> & { readonly receipt: EvmReceipt })

/** A transaction to send: a call, raw data, or coins alone. */
export interface EvmSend {
	readonly to: string
	readonly fn?: string | AbiFunction | undefined
	readonly args?: readonly string[] | undefined
	readonly data?: Hex | undefined
	readonly value?: bigint | undefined
	/** Gas limit (default: estimated). */
	readonly gas?: bigint | undefined
}

/** A contract to deploy. */
export interface EvmDeploy {
	readonly artifact: Artifact
	readonly args: readonly string[]
	readonly value?: bigint | undefined
	readonly gas?: bigint | undefined
}

/**
 * The chain's EVM for screens and commands. Addresses are bech32 or 0x. Methods throw UserError for a call that
 * reverts, an invalid argument, or a node that does not answer.
 */
export interface EvmClient {
	/** URL of its JSON-RPC. */
	readonly url: string
	/** ABIs by contract, kept in the home. */
	readonly abis: AbiBook
	/** EIP-155 chain number. */
	chainId(): Promise<number>
	account(address: string, height?: number): Promise<EvmAccount>
	code(address: string, height?: number): Promise<Hex>
	/** 32 bytes of a slot. */
	storage(address: string, slot: bigint, height?: number): Promise<Hex>
	/** Runs a function without sending anything. */
	call(call: ContractCall): Promise<CallResult>
	/** Signs with an Ethereum key and sends. A call that would revert fails before it is signed. */
	send(keyName: string, send: EvmSend): AsyncIterable<EvmProgress>
	deploy(keyName: string, deploy: EvmDeploy): AsyncIterable<EvmProgress>
	logs(wish: LogWish): Promise<readonly EvmLog[]>
	/** The call tree of a transaction, by its Ethereum hash or the chain's. */
	trace(hash: string): Promise<CallNode>
	/** The call tree that a call would have. */
	traceCall(call: ContractCall): Promise<CallNode>
	/** Decodes call data; undefined if no ABI knows it. */
	decodeCall(data: Hex, to?: string): Promise<Decoded | undefined>
	/** Reads compiled contracts from JSON of hardhat, foundry, truffle or solc. */
	readArtifacts(text: string, fallbackName?: string): Promise<readonly Artifact[]>
}
