import { BlockFeed } from '../BlockFeed.ts'
import type { TxSummary } from '../chainTypes.ts'
import { SummaryReader } from '../queries/SummaryReader.ts'
import { summarySource } from '../queries/summarySource.ts'
import { TxReader } from '../queries/TxReader.ts'
import type { TxSource } from './prepare.ts'
import { TxTracker } from './TxTracker.ts'

/** Follows transactions into blocks. */
export interface TxFollower {
	/**
	 * Resolves with the transaction once it is in a block, with undefined if the node dropped it. Call it before sending.
	 */
	wait(hash: string): Promise<TxSummary | undefined>
	/** Stops waiting; the connection stays open. */
	close(): void
}

/** Last step of a transaction for callers without a block feed: opens one over the connection. */
export function followTxs({ connection, registry }: TxSource): TxFollower {
	const summaries = new SummaryReader(summarySource(connection, registry))
	const details = new TxReader(connection, registry)
	const feed = new BlockFeed(connection, {
		onHeight: async (height) => {
			const found = await summaries.block(height).catch(() => undefined)
			if (found) await tracker.onBlock(found.txs)
		},
		onRewind: () => summaries.clear(),
		onState: (state) => {
			if (state.up) void tracker.lookUpAll()
		},
	})
	const tracker = new TxTracker(connection, details, () => feed.hold())
	return {
		wait: (hash) => tracker.wait(hash),
		close: () => {
			tracker.close()
			feed.stop()
		},
	}
}
