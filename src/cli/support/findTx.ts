import type { RpcConnection } from '../../client/index.ts'
import { createRegistry } from '../../codec/registry/createRegistry.ts'
import { UserError } from '../../errors/UserError.ts'
import { fromHex, toBase64 } from '../../util/bytes.ts'
import type { IndexedTx } from '../../wire/txs.ts'
import { type TxResponse, txResponse } from './txResponse.ts'

/** One page of found transactions (cosmos-sdk v0.44.5 types/result.go SearchTxsResult). */
export interface SearchTxsResult {
	readonly total_count: string
	readonly count: string
	readonly page_number: string
	readonly page_total: string
	readonly limit: string
	readonly txs: readonly TxResponse[]
}

/** Finds a transaction by hash, by `<address>/<sequence>` or by signatures, as the framework's `query tx` does. */
export async function findTx(connection: RpcConnection, type: string, text: string): Promise<TxResponse> {
	if (type === 'hash') {
		const hash = fromHex(text)
		if (hash?.length !== 32)
			throw new UserError(`"${text}" is not a transaction hash.`, { next: 'It has 64 hexadecimal digits.' })
		return respond(connection, await connection.call('tx', { hash: toBase64(hash), prove: false }))
	}
	const events =
		type === 'acc_seq' ? [`tx.acc_seq='${text}'`] : text.split(',').map((signature) => `tx.signature='${signature}'`)
	const { txs } = await search(connection, events.join(' AND '), 1, 1)
	const [found] = txs
	if (found) return respond(connection, found)
	throw new UserError('found no txs matching given criteria', { next: 'Check the address, sequence or signature.' })
}

/** A page of transactions by events: `message.sender=chain1...&tx.height=5`. */
export async function searchTxs(
	connection: RpcConnection,
	events: string,
	page: number,
	limit: number,
): Promise<SearchTxsResult> {
	const query = events.split('&').map(condition).join(' AND ')
	const { txs, total } = await search(connection, query, page, limit)
	return {
		total_count: String(total),
		count: String(txs.length),
		page_number: String(page),
		page_total: String(Math.ceil(total / limit)),
		limit: String(limit),
		txs: await Promise.all(txs.map((wire) => respond(connection, wire))),
	}
}

function condition(event: string): string {
	const at = event.indexOf('=')
	const key = event.slice(0, at).trim()
	const value = event
		.slice(at + 1)
		.trim()
		.replace(/^'|'$/g, '')
	if (at < 1 || !key.includes('.')) {
		throw new UserError(`invalid event; event ${event} should be of the format: {eventType}.{eventAttribute}={value}`)
	}
	return key === 'tx.height' ? `${key}=${value}` : `${key}='${value}'`
}

async function search(
	connection: RpcConnection,
	query: string,
	page: number,
	limit: number,
): Promise<{ readonly txs: readonly IndexedTx[]; readonly total: number }> {
	const params = { query, prove: false, page: String(page), per_page: String(limit), order_by: '' }
	const reply = await connection.call('tx_search', params)
	return { txs: reply.txs ?? [], total: Number(reply.total_count) }
}

async function respond(connection: RpcConnection, wire: IndexedTx): Promise<TxResponse> {
	const params = { minHeight: wire.height, maxHeight: wire.height }
	const { block_metas: metas } = await connection.call('blockchain', params)
	return txResponse(wire, metas[0]?.header.time ?? '', createRegistry({ evm: true }))
}
