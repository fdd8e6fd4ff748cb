import type { Abi, AbiFunction, AbiParameter, Address, Hex } from 'viem'
import type { CallNode } from '../../codec/evm/CallNode.ts'
import type { EvmValue } from '../../codec/evm/evmValues.ts'
import type { TxProgress } from '../tx/TxProgress.ts'
import type { AbiBook } from './AbiBook.ts'

export type { Abi, AbiFunction, AbiParameter, Address, CallNode, EvmValue, Hex }

/** A compiled contract. */
export interface Artifact {
	readonly name: string
	readonly abi: Abi
	/** What a deployment carries; `0x` of an artifact that is an ABI alone. */
	readonly bytecode: Hex
}

/** What the EVM knows of an address. */
export interface EvmAccount {
	/** 0x with the case of EIP-55. */
	readonly address: Address
	/** The same account under the chain's prefix. */
	readonly bech32: string
	/** In the EVM's unit of 18 decimals. */
	readonly balance: bigint
	readonly nonce: number
	/** Absent where there is no contract. */
	readonly code?: { readonly size: number; readonly hash: Hex }
}

/** A call of a function: by signature or by an entry of an ABI, its arguments as people write them. */
export interface ContractCall {
	/** bech32 or 0x, or the name of a contract in the book. */
	readonly to: string
	/** `balanceOf(address)(uint256)`, the name of a function of a contract in the book, or an entry of an ABI. */
	readonly fn: string | AbiFunction
	readonly args: readonly string[]
	/** Who calls, bech32 or 0x; the zero address by default. */
	readonly from?: string
	/** In the EVM's unit. */
	readonly value?: bigint
	/** State to call on; the latest by default. */
	readonly height?: number
}

/** What a call gave. */
export interface CallResult {
	readonly data: Hex
	/** Empty where the function says nothing of what it gives. */
	readonly values: readonly EvmValue[]
}

/** Call data, a log or a refusal in words. */
export interface Decoded {
	/** `transfer(address,uint256)`. */
	readonly signature: string
	readonly name: string
	readonly args: readonly EvmValue[]
	/** Where the words come from: the name of an ABI in the book, or `common` for well-known interfaces. */
	readonly source: string
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
	/** Absent where no ABI knows it. */
	readonly decoded?: Decoded
}

/** Which events are wanted. */
export interface LogWish {
	/** Contracts, bech32 or 0x; all when left out. */
	readonly addresses?: readonly string[]
	/** `Transfer(address indexed,address indexed,uint256)`, with names or without. */
	readonly event?: string
	/** Heights, both included; the latest block alone when left out. */
	readonly from?: number
	readonly to?: number
}

/** What became of an Ethereum transaction in a block. */
export interface EvmReceipt {
	readonly hash: Hex
	readonly height: number
	readonly gasUsed: bigint
	/** Of a deployment. */
	readonly contractAddress?: Address
	readonly logs: readonly EvmLog[]
}

/** Steps of an Ethereum transaction: those of any transaction, with its receipt in the last. */
export type EvmProgress =
	| Exclude<TxProgress, { readonly state: 'committed' }>
	| (Extract<TxProgress, { readonly state: 'committed' }> & { readonly receipt: EvmReceipt })

/** What is to be sent: a call, plain data, or coins alone. */
export interface EvmSend {
	readonly to: string
	readonly fn?: string | AbiFunction
	readonly args?: readonly string[]
	readonly data?: Hex
	readonly value?: bigint
	/** Gas limit; estimated when left out. */
	readonly gas?: bigint
}

/** A contract to be made. */
export interface EvmDeploy {
	readonly artifact: Artifact
	readonly args: readonly string[]
	readonly value?: bigint
	readonly gas?: bigint
}

/**
 * The chain's EVM as screens and commands use it. Addresses may be bech32 or 0x everywhere. Methods throw UserError: a call
 * that reverts, an argument that is none, a node that does not answer.
 */
export interface EvmClient {
	/** Address of its JSON-RPC. */
	readonly url: string
	/** ABIs by contract, kept in the home. */
	readonly abis: AbiBook
	/** Number of the chain by EIP-155. */
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
	/** The calls a transaction made; its hash is Ethereum's or the chain's. */
	trace(hash: string): Promise<CallNode>
	/** The calls a call would make. */
	traceCall(call: ContractCall): Promise<CallNode>
	/** Call data in words; undefined where no ABI knows it. */
	decodeCall(data: Hex, to?: string): Promise<Decoded | undefined>
	/** Reads compiled contracts out of JSON of hardhat, foundry, truffle or solc. */
	readArtifacts(text: string, fallbackName?: string): Promise<readonly Artifact[]>
}
