import { type EthereumTx, loadEthereumTxs, type RpcConnection, RpcError } from '../../client/index.ts'
import { ethereumMessageType } from '../../codec/tx/outlineTx.ts'
import { UserError } from '../../errors/UserError.ts'
import { fromHex, toBase64, toHex } from '../../util/bytes.ts'
import type { IndexedTx } from '../../wire/txs.ts'
import { logJson } from '../eth/ethRead.ts'
import { everyType } from '../support/everyType.ts'
import { type TxResponse, txResponse } from '../tx/txResponse.ts'

/** A transaction with what the Ethereum transactions in it say in words; absent where there are none. */
export type FoundTx = TxResponse & { readonly ethereum?: readonly unknown[] }

/**
 * A transaction by hash, Ethereum's too, by `<address>/<sequence>` or by signatures, as the framework's `query tx` finds it.
 *
 * @param abiFolder Where ABIs are kept that its Ethereum transactions are read by.
 */
export async function findTx(
	connection: RpcConnection,
	type: string,
	text: string,
	abiFolder?: string,
): Promise<FoundTx> {
	if (type === 'hash') {
		const hash = fromHex(text.replace(/^0x/i, ''))
		if (hash?.length !== 32)
			throw new UserError(`"${text}" is not a transaction hash.`, { next: 'It has 64 hexadecimal digits.' })
		return respond(connection, await byHash(connection, hash), abiFolder)
	}
	const events =
		type === 'acc_seq' ? [`tx.acc_seq='${text}'`] : text.split(',').map((signature) => `tx.signature='${signature}'`)
	const { txs } = await search(connection, events.join(' AND '), 1, 1)
	const [found] = txs
	if (found) return respond(connection, found, abiFolder)
	throw new UserError('found no txs matching given criteria', { next: 'Check the address, sequence or signature.' })
}

/** A page of transactions by events (cosmos-sdk v0.44.5 types/result.go SearchTxsResult): `message.sender=chain1...&tx.height=5`. */
export async function searchTxs(
	connection: RpcConnection,
	events: string,
	page: number,
	limit: number,
	abiFolder?: string,
) {
	const query = events.split('&').map(condition).join(' AND ')
	const { txs, total } = await search(connection, query, page, limit)
	return {
		total_count: String(total),
		count: String(txs.length),
		page_number: String(page),
		page_total: String(Math.ceil(total / limit)),
		limit: String(limit),
		txs: await Promise.all(txs.map((wire) => respond(connection, wire, abiFolder))),
	}
}

function condition(event: string): string {
	const at = event.indexOf('=')
	const key = event.slice(0, at).trim()
	const value = event
		.slice(at + 1)
		.trim()
		.replace(/^'|'$/g, '')
	if (!event.includes('=') || !key.includes('.')) {
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
	const params = { query, page: String(page), per_page: String(limit), order_by: '' }
	const reply = await connection.call('tx_search', params)
	return { txs: reply.txs ?? [], total: Number(reply.total_count) }
}

/** By the chain's hash, else by that of the Ethereum transaction in it. */
async function byHash(connection: RpcConnection, hash: Uint8Array): Promise<IndexedTx> {
	try {
		return await connection.call('tx', { hash: toBase64(hash) })
	} catch (error) {
		if (!(error instanceof RpcError)) throw error
		const carried = `ethereum_tx.ethereumTxHash='0x${toHex(hash)}'`
		const { txs } = await search(connection, carried, 1, 1)
		if (txs[0] === undefined) throw error
		return txs[0]
	}
}

async function respond(connection: RpcConnection, wire: IndexedTx, abiFolder?: string): Promise<FoundTx> {
	const params = { minHeight: wire.height, maxHeight: wire.height }
	const { block_metas: metas } = await connection.call('blockchain', params)
	const registry = everyType()
	const time = metas[0]?.header.time ?? ''
	const response = txResponse(wire, time, registry)
	// A transaction without one prints as the framework prints it.
	if (!JSON.stringify(response.tx).includes(ethereumMessageType)) return response
	const { AbiBook, readEthereumTxs, txDetail } = await loadEthereumTxs()
	const found = await readEthereumTxs(txDetail(wire, time, registry), registry, new AbiBook(abiFolder))
	return found.length === 0 ? response : { ...response, ethereum: found.map(ethereumTxJson) }
}

/** An Ethereum transaction as commands print it: its call in words where an ABI knows it, else its data as it came. */
function ethereumTxJson(tx: EthereumTx): unknown {
	const { hash, from, to, contract, created, nonce, value, gas, data, call, gave, gasUsed, fault, logs } = tx
	return {
		hash,
		from: from ?? '',
		...(to === undefined ? {} : { to }),
		...(contract === '' ? {} : { name: contract }),
		...(created === undefined ? {} : { contract: created }),
		nonce: String(nonce),
		value: String(value),
		gas: String(gas),
		...(gasUsed === undefined ? {} : { gas_used: String(gasUsed) }),
		...(call === undefined ? { data } : { call: decodedJson(call) }),
		...(gave.length === 0 ? {} : { gave: valuesJson(gave) }),
		...(fault === '' ? {} : { failed: fault }),
		logs: logs.map(logJson),
	}
}

function decodedJson({ signature, args, source, inner = [] }: NonNullable<EthereumTx['call']>): unknown {
	const inside = inner.length === 0 ? {} : { calls: inner.map(decodedJson) }
	return { function: signature, args: valuesJson(args), abi: source, ...inside }
}

function valuesJson(values: EthereumTx['gave']): unknown {
	return values.map(({ name, type, text }) => ({ name, type, value: text }))
}
