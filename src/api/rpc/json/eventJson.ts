import type { ChainEvent } from '../../../chain/ChainEvent.ts'
import { toBase64 } from '../../../util/bytes.ts'
import { blockJson, headerJson } from './blockJson.ts'
import type { RpcJson } from './RpcJson.ts'
import { blockEventResults, sparseTxResultJson } from './resultJson.ts'

/** The result of a subscription's message (tendermint v0.34.15 rpc/core/types ResultEvent). */
export function eventJson(query: string, event: ChainEvent): RpcJson {
	return {
		query,
		data: { type: `tendermint/event/${event.type}`, value: dataOf(event) },
		events: Object.fromEntries(event.keys),
	}
}

function dataOf(event: ChainEvent): RpcJson {
	switch (event.type) {
		case 'NewBlock':
			return { block: blockJson(event.block), ...blockEventResults(event.results) }
		case 'NewBlockHeader':
			return {
				header: headerJson(event.header),
				num_txs: String(event.numTxs),
				...blockEventResults(event.results),
			}
		case 'Tx': {
			const { height, index, tx, result } = event.record
			return {
				TxResult: {
					height: String(height),
					index: index || undefined,
					tx: toBase64(tx),
					result: sparseTxResultJson(result),
				},
			}
		}
	}
}
