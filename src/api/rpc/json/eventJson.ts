import type { ChainEvent } from '../../../chain/ChainEvent.ts'
import { SharedJson } from '../../../codec/goJson/writeJson.ts'
import { toBase64 } from '../../../util/bytes.ts'
import { blockJson, headerJson } from './blockJson.ts'
import type { RpcJson } from './RpcJson.ts'
import { blockEventResults, sparseTxResultJson } from './resultJson.ts'

/** The result of a subscription's message (tendermint v0.34.15 rpc/core/types ResultEvent). */
export function eventJson(query: string, event: ChainEvent): RpcJson {
	const { data, events } = sharedParts(event)
	return { query, data, events }
}

/** All subscriptions that an event matches differ in their query alone. */
const shared = new WeakMap<ChainEvent, { readonly data: SharedJson<RpcJson>; readonly events: SharedJson<RpcJson> }>()

function sharedParts(event: ChainEvent): { readonly data: SharedJson<RpcJson>; readonly events: SharedJson<RpcJson> } {
	let parts = shared.get(event)
	if (parts === undefined) {
		parts = {
			data: new SharedJson<RpcJson>({ type: `tendermint/event/${event.type}`, value: dataOf(event) }),
			events: new SharedJson<RpcJson>(Object.fromEntries(event.keys)),
		}
		shared.set(event, parts)
	}
	return parts
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
