import type { AbciEvent } from '../../abci/Application.ts'
import type { BlockResults, TxRecord } from '../../chain/blockTypes.ts'
import { blockIndexKey, txIndexKey, writePosition } from './keys.ts'

/**
 * The index keys of a transaction or block: one for each attribute marked for indexing whose event type and key are not
 * empty (tendermint v0.34.15 state/txindex/kv and state/indexer/block/kv). Heights need none, the records are in order.
 */
export const eachIndexKey = {
	*ofTx({ height, index, result }: TxRecord): Generator<Uint8Array> {
		const place = writePosition(height, index)
		for (const [key, value] of indexed(result.events)) yield txIndexKey(key, value, place)
	},
	*ofBlock({
		height,
		beginBlockEvents,
		endBlockEvents,
	}: Pick<BlockResults, 'height' | 'beginBlockEvents' | 'endBlockEvents'>): Generator<Uint8Array> {
		for (const [key, value] of indexed(beginBlockEvents)) yield blockIndexKey(key, value, height)
		for (const [key, value] of indexed(endBlockEvents)) yield blockIndexKey(key, value, height)
	},
}

function* indexed(events: readonly AbciEvent[]): Generator<readonly [string, string]> {
	for (const { type, attributes } of events) {
		if (type === '') continue
		for (const { key, value, index } of attributes) if (index && key !== '') yield [`${type}.${key}`, value]
	}
}
