import type { Context } from '../../../app/Context.ts'
import type { EvmKeeper } from '../../../modules/evm/index.ts'

/** Admin functions of a developer chain, for programs of the node's machine. */
export interface EthPowers {
	/** Keys that the node holds, of the accounts of the public developer mnemonic: 32 bytes each. */
	readonly privateKeys: readonly Uint8Array[]
	/** Whether sending answers with the error of a transaction that failed in its block, as Hardhat's node does. */
	readonly throwsFailures: boolean
	/** Makes blocks and resolves with the new height. */
	mine(blocks?: number): Promise<number>
	/** Takes a snapshot; resolves with its name for `revert`: a quantity that no other had before. */
	snapshot(): Promise<string>
	/**
	 * Goes back to a snapshot. Rejects for an unknown name. One that `snapshot` took is used up then, with those taken after it;
	 * one that a person named stays.
	 */
	revert(id: string): Promise<unknown>
	/** Goes back to a height that is kept. Rejects with UserError for another one. */
	rewind(height: number): Promise<unknown>
	/** Restarts the chain from its genesis. */
	reset(): Promise<unknown>
	/** Sets the chain's clock in milliseconds; `freeze` stops it there. Rejects with UserError for a time that no block can have. */
	setTime(timeMs: number, options: { readonly freeze: boolean }): Promise<void>
	/** Moves the clock forward. Rejects as `setTime` does. */
	advanceTime(ms: number): Promise<void>
	/** Puts each block so many seconds after the one before; undefined lets the clock tell again. */
	spaceBlocks(seconds: number | undefined): void
	/** The chain's clock in milliseconds. */
	now(): number
	/** The block mode. */
	blockMode(): { readonly mode: 'interval' | 'instant' | 'manual'; readonly intervalMs: number }
	setBlockMode(mode: 'interval' | 'instant' | 'manual', intervalMs?: number): void
	/** Changes the state in a block of its own, which is committed when the promise resolves. */
	edit(change: (ctx: Context, keeper: EvmKeeper) => void): Promise<void>
	/** Sets the gas limit of blocks, in a block of its own; resolves when the next one has it. */
	limitBlockGas(maxGas: bigint): Promise<void>
	/** Takes waiting transactions out of the mempool; resolves with how many went. */
	dropTxs(isUnwanted: (tx: Uint8Array) => boolean): Promise<number>
	/** Whether an address is on the list of those that anyone may act as. */
	actsAs(address: Uint8Array): boolean
	/** Treats a transaction (by hex hash) as signed by an address. */
	impersonate(txHash: string, sender: Uint8Array): void
}
