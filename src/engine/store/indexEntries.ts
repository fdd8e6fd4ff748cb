import type { AbciEvent } from '../../abci/Application.ts'
import type { BlockResults, TxRecord } from '../../chain/blockTypes.ts'
import { blockIndexKey, txIndexKey, writePosition } from './keys.ts'

/**
 * The index keys of a transaction or block: one for each attribute marked for indexing whose event type and key are not
 * empty (tendermint v0.34.15 state/txindex/kv and state/indexer/block/kv). Heights need none, the records are in order.
 */
export const indexKeys = {
	ofTx({ height, index, result }: TxRecord): readonly Uint8Array[] {
		const place = writePosition(height, index)
		return indexed(result.events, (key, value) => txIndexKey(key, value, place))
	},
	ofBlock({
		height,
		beginBlockEvents,
		endBlockEvents,
	}: Pick<BlockResults, 'height' | 'beginBlockEvents' | 'endBlockEvents'>): readonly Uint8Array[] {
		const keyOf = (key: string, value: string): Uint8Array => blockIndexKey(key, value, height)
		return [...indexed(beginBlockEvents, keyOf), ...indexed(endBlockEvents, keyOf)]
	},
}

function indexed(events: readonly AbciEvent[], keyOf: (key: string, value: string) => Uint8Array): Uint8Array[] {
	const keys: Uint8Array[] = []
	for (const { type, attributes } of events) {
		if (type === '') continue
		for (const { key, value, index } of attributes) if (index && key !== '') keys.push(keyOf(`${type}.${key}`, value))
	}
	return keys
}
