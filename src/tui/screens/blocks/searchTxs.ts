import type { ChainClient, TxDetail } from '../../../client/ChainClient.ts'

/** A page of a search. `more` tells whether the next page may hold anything. */
export interface FoundTxs {
	readonly txs: readonly TxDetail[]
	readonly total: number
	readonly more: boolean
}

/** Transactions looked through for a text that no index knows. */
const textLimit = 2_000

/**
 * One page of the transactions a person means by a text, newest first: all for an empty one, those of an address as
 * sender or receiver, a query in Tendermint's own language (`message.sender='…'`), else words in the decoded document.
 */
export async function searchTxs(
	client: ChainClient,
	query: string,
	options: { readonly page: number; readonly perPage: number; readonly prefix: string },
): Promise<FoundTxs> {
	const { page, perPage, prefix } = options
	if (query === '' || /[a-z_.]+\s*(=|>|<|EXISTS|CONTAINS)/.test(query)) {
		const found = await client.searchTxs(query === '' ? 'tx.height > 0' : query, page, perPage)
		return { ...found, more: page * perPage < found.total }
	}
	if (new RegExp(`^${prefix}1[02-9ac-hj-np-z]+$`).test(query)) return ofAddress(client, query, page, perPage)
	return page > 1 ? { txs: [], total: 0, more: false } : withText(client, query)
}

async function ofAddress(client: ChainClient, address: string, page: number, perPage: number): Promise<FoundTxs> {
	const found = await Promise.all([
		client.searchTxs(`message.sender='${address}'`, page, perPage),
		client.searchTxs(`transfer.recipient='${address}'`, page, perPage),
	])
	const txs = new Map(found.flatMap((part) => part.txs.map((tx) => [tx.hash, tx] as const)))
	const sorted = [...txs.values()].sort((a, b) => b.height - a.height || b.index - a.index)
	const total = Math.max(sorted.length, ...found.map((part) => part.total))
	return { txs: sorted, total, more: found.some((part) => page * perPage < part.total) }
}

async function withText(client: ChainClient, text: string): Promise<FoundTxs> {
	const words = text.toLowerCase().split(/\s+/)
	const matching: TxDetail[] = []
	for (let page = 1; page <= textLimit / 100; page++) {
		const found = await client.searchTxs('tx.height > 0', page, 100)
		for (const tx of found.txs) {
			const document = `${JSON.stringify(tx.json)} ${tx.memo} ${tx.log}`.toLowerCase()
			if (words.every((word) => document.includes(word))) matching.push(tx)
		}
		if (page * 100 >= found.total) break
	}
	return { txs: matching, total: matching.length, more: false }
}
