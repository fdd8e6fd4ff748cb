import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { ChainEvent } from '../chain/ChainEvent.ts'
import type { Unsubscribe } from '../chain/ChainReader.ts'
import { QueryError } from '../chain/faults.ts'
import { UserError } from '../errors/UserError.ts'
import type { Block, Header } from '../wire/blocks.ts'
import type { AbciEvent, ParamUpdates, TxResult, ValidatorUpdate } from '../wire/txs.ts'
import { decodeBlock, decodeBlockResults, decodeHeader, decodeTxRecord } from './decodeReplies.ts'

/** In milliseconds: what the engine has for a connection and for the subscription over it, and the rest before the next try. */
const usualTimes = { patience: 30_000, rest: 1_000 }

/**
 * Listens to the events of a real engine over its websocket. When the engine closes the connection, as at its restart, or
 * sends what cannot be read, it is opened again until the subscription ends; events in between are not heard.
 * @throws {QueryError} for a query the engine refuses, UserError if it does not answer, or not as an engine does.
 */
export async function subscribeToEngine(
	url: string,
	query: string,
	listener: (event: ChainEvent) => void,
	{ patience, rest } = usualTimes,
): Promise<Unsubscribe> {
	let isOver = false
	const hear = (event: ChainEvent): void => {
		// What was under way when the subscription ended still comes.
		if (!isOver) listener(event)
	}
	const open = (): Promise<WebSocket> => openSubscription(url, query, hear, patience)
	let socket = await open()
	const openAgain = async (): Promise<void> => {
		while (!isOver) {
			await wait(rest, undefined, { ref: false })
			const next = isOver ? undefined : await open().catch(() => undefined)
			if (next === undefined) continue
			socket = next
			if (isOver) socket.close()
			else follow()
			return
		}
	}
	const follow = (): void => void socket.once('close', () => void openAgain())
	follow()
	return () => {
		isOver = true
		socket.close()
	}
}

/** One connection with its subscription. */
async function openSubscription(
	url: string,
	query: string,
	listener: (event: ChainEvent) => void,
	patienceMs: number,
): Promise<WebSocket> {
	const address = `${url.replace(/^http/, 'ws').replace(/\/$/, '')}/websocket`
	const socket = new WebSocket(address, { handshakeTimeout: patienceMs })
	try {
		await once(socket, 'open')
	} catch (cause) {
		throw new UserError(`The engine at ${url} does not answer.`, { why: String(cause), cause })
	}
	socket.on('error', () => socket.terminate())
	let late: NodeJS.Timeout | undefined
	const confirmed = new Promise<void>((resolve, reject) => {
		late = setTimeout(() => {
			reject(new UserError(`The engine at ${url} does not answer.`, { why: 'It has not confirmed a subscription.' }))
		}, patienceMs)
		socket.on('close', () => reject(new UserError(`The engine at ${url} closed the connection.`)))
		socket.on('message', (data) => {
			let event: ChainEvent | undefined
			try {
				const reply = JSON.parse(String(data)) as EventReply
				if (reply.error !== undefined) return reject(new QueryError(reply.error.data ?? reply.error.message))
				if (reply.result?.data === undefined) return resolve()
				event = decodeEvent(reply.result.data, new Map(Object.entries(reply.result.events ?? {})))
			} catch {
				// Thrown here it would end the process.
				reject(unreadable(url))
				socket.removeAllListeners('message')
				socket.terminate()
				return
			}
			if (event !== undefined) listener(event)
		})
	})
	socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { query } }))
	try {
		await confirmed
	} catch (fault) {
		socket.close()
		throw fault
	} finally {
		clearTimeout(late)
	}
	return socket
}

function unreadable(url: string): UserError {
	return new UserError(`The engine at ${url} sent an event that cannot be read.`, {
		next: 'Use an engine of the Tendermint or CometBFT 0.34 line.',
	})
}

interface EventReply {
	readonly error?: { readonly message: string; readonly data?: string }
	readonly result?: { readonly data?: EventData; readonly events?: Readonly<Record<string, readonly string[]>> }
}

type Ended = {
	readonly events?: readonly AbciEvent[] | null
	readonly validator_updates?: readonly ValidatorUpdate[] | null
	readonly consensus_param_updates?: ParamUpdates | null
}

interface EventData {
	readonly type: string
	readonly value: {
		readonly block?: Block
		readonly header?: Header
		readonly num_txs?: string
		readonly result_begin_block?: Ended
		readonly result_end_block?: Ended
		readonly TxResult?: {
			readonly height: string
			readonly index?: number
			readonly tx: string
			readonly result: TxResult
		}
	}
}

/** An event of one of the three kinds there are readers for; others are passed over. */
function decodeEvent({ type, value }: EventData, keys: ReadonlyMap<string, readonly string[]>): ChainEvent | undefined {
	const results = (height: string) =>
		decodeBlockResults({
			height,
			txs_results: null,
			begin_block_events: value.result_begin_block?.events ?? null,
			end_block_events: value.result_end_block?.events ?? null,
			validator_updates: value.result_end_block?.validator_updates ?? null,
			consensus_param_updates: value.result_end_block?.consensus_param_updates ?? null,
		})
	if (type === 'tendermint/event/NewBlock' && value.block !== undefined) {
		return { type: 'NewBlock', block: decodeBlock(value.block), results: results(value.block.header.height), keys }
	}
	if (type === 'tendermint/event/NewBlockHeader' && value.header !== undefined) {
		const header = decodeHeader(value.header)
		return {
			type: 'NewBlockHeader',
			header,
			numTxs: Number(value.num_txs ?? 0),
			results: results(value.header.height),
			keys,
		}
	}
	if (type === 'tendermint/event/Tx' && value.TxResult !== undefined) {
		const { height, index = 0, tx, result } = value.TxResult
		const hash = keys.get('tx.hash')?.[0] ?? ''
		return { type: 'Tx', record: decodeTxRecord({ hash, height, index, tx, tx_result: result }), keys }
	}
	return undefined
}
