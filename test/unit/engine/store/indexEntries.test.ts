import { expect, it } from 'vitest'
import { emptyTxResult } from '../../../../src/abci/Application.ts'
import { indexKeys } from '../../../../src/engine/store/indexEntries.ts'
import { blockIndexKey, txIndexKey, writePosition } from '../../../../src/engine/store/keys.ts'
import { toHex } from '../../../../src/util/bytes.ts'

// tendermint v0.34.15 state/txindex/kv indexEvents, state/indexer/block/kv indexEvents
it('the index has those attributes that are marked for it, whose event and name are not empty', () => {
	const attribute = (key: string, value: string, index = true) => ({ key, value, index })
	const events = [
		{
			type: 'a',
			attributes: [attribute('b', 'c'), attribute('d', ''), attribute('', 'e'), attribute('f', 'g', false)],
		},
		{ type: '', attributes: [attribute('h', 'i')] },
		{ type: 'j', attributes: [] },
		{ type: 'a', attributes: [attribute('b', 'c')] },
	]
	const record = { hash: new Uint8Array(32), height: 7, index: 2, tx: new Uint8Array(1) }
	const place = writePosition(7, 2)
	const ofTx = indexKeys.ofTx({ ...record, result: { ...emptyTxResult, events } })
	expect(ofTx.map(toHex)).toEqual(
		[txIndexKey('a.b', 'c', place), txIndexKey('a.d', '', place), txIndexKey('a.b', 'c', place)].map(toHex),
	)
	const ofBlock = indexKeys.ofBlock({
		height: 7,
		beginBlockEvents: events.slice(0, 2),
		endBlockEvents: events.slice(3),
	})
	expect(ofBlock.map(toHex)).toEqual(
		[blockIndexKey('a.b', 'c', 7), blockIndexKey('a.d', '', 7), blockIndexKey('a.b', 'c', 7)].map(toHex),
	)
})
