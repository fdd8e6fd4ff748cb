import type { Context } from '../../../app/Context.ts'
import type { EvmKeeper } from '../../../modules/evm/index.ts'

/** An account whose key the node holds: public words of a developer's chain. */
export interface UnlockedAccount {
	/** 32 bytes. */
	readonly privateKey: Uint8Array
	/** 20 bytes. */
	readonly address: Uint8Array
}

/** Powers over a developer's chain, which a node gives to programs of its own machine. */
export interface EthPowers {
	readonly accounts: readonly UnlockedAccount[]
	/** Makes blocks now and resolves with the height after them. */
	mine(blocks?: number): Promise<number>
	/** Keeps the present state; resolves with a name for `revert`. */
	snapshot(): Promise<string>
	/** Goes back to a snapshot. Rejects for an unknown one. */
	revert(id: string): Promise<unknown>
	/** Begins again from the genesis. */
	reset(): Promise<unknown>
	/** Puts the chain's clock to an instant, in milliseconds; frozen it stays there. */
	setTime(timeMs: number, options: { readonly freeze: boolean }): void
	/** Moves the clock forward. */
	advanceTime(ms: number): void
	/** What the clock shows, in milliseconds. */
	now(): number
	/** How blocks are made. */
	blockMode(): { readonly mode: 'interval' | 'instant' | 'manual'; readonly intervalMs: number }
	setBlockMode(mode: 'interval' | 'instant' | 'manual', intervalMs?: number): void
	/** Changes the state in a block of its own, which is there when the promise resolves. */
	edit(change: (ctx: Context, keeper: EvmKeeper) => void): Promise<void>
	/** Takes a transaction as signed by an address, by the hex of its hash. */
	impersonate(txHash: string, sender: Uint8Array): void
}
