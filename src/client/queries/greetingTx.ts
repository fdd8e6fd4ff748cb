import { ChainError } from '../../errors/ChainError.ts'
import type { Greeting, TxDetail } from '../ChainClient.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { RpcError } from '../rpc/RpcError.ts'
import type { BlockReader } from './BlockReader.ts'
import { readGreeting, readGreetingCount } from './greetings.ts'

const createType = '/chain.greet.v1beta1.MsgCreateGreet'
const createdQuery = `message.action='${createType}'`
const perPage = 100

/**
 * The transaction that made a greeting. Its events do not name the id, so: if every creating transaction made one greeting,
 * the one at position id is it; otherwise the creating transactions are halved by the number of greetings at their heights.
 * Where the node no longer keeps that state, the owner's transactions with this text are looked through, and of several the
 * one before whose block the greeting was not there.
 */
export async function findGreetingTx(
	connection: RpcConnection,
	blocks: BlockReader,
	id: string,
): Promise<TxDetail | undefined> {
	const greeting = await readGreeting(connection, id)
	if (!greeting) return undefined
	const position = Number(id)
	const [count, { txs: atPosition, total }] = await Promise.all([
		readGreetingCount(connection),
		blocks.search(createdQuery, position + 1, 1, 'asc').catch(emptyPage),
	])
	const [direct] = atPosition
	if (total === count && direct && creates(direct, greeting)) return direct
	const halved = await pickByCount(connection, blocks, position, Math.max(0, total))
	if (halved && creates(halved, greeting)) return halved
	const candidates = await ownersCandidates(blocks, greeting)
	return candidates.length < 2 ? candidates[0] : pickByState(connection, blocks, candidates, id)
}

/**
 * The first creating transaction in whose block there were more greetings than `position`. State the node has pruned counts
 * as too early: the greeting then is in a later block, or the caller sees that the answer is not the one.
 */
async function pickByCount(
	connection: RpcConnection,
	blocks: BlockReader,
	position: number,
	total: number,
): Promise<TxDetail | undefined> {
	const heightOf = async (at: number): Promise<number> => {
		const { txs } = await blocks.search(createdQuery, at + 1, 1, 'asc')
		return txs[0]?.height ?? 0
	}
	const countAt = (height: number): Promise<number> =>
		readGreetingCount(connection, { height }).catch((error: unknown) => {
			if (error instanceof ChainError || error instanceof RpcError) return 0
			throw error
		})
	let low = 0
	let high = total - 1
	while (low < high) {
		const middle = Math.floor((low + high) / 2)
		if ((await countAt(await heightOf(middle))) > position) high = middle
		else low = middle + 1
	}
	const height = total === 0 ? 0 : await heightOf(low)
	if (height === 0) return undefined
	let next = height > 1 ? await countAt(height - 1) : 0
	for (const tx of (await blocks.block(height))?.txs ?? []) {
		if (tx.code !== 0) continue
		next += tx.messageTypes.filter((type) => type === createType).length
		if (position < next) return tx
	}
	return undefined
}

/** All successful transactions of the owner that create a greeting with this text, oldest first. */
async function ownersCandidates(blocks: BlockReader, greeting: Greeting): Promise<readonly TxDetail[]> {
	const query = `${createdQuery} AND message.sender='${greeting.owner}'`
	const found: TxDetail[] = []
	for (let page = 1; ; page++) {
		const { txs, total } = await blocks.search(query, page, perPage, 'asc')
		found.push(...txs.filter((tx) => creates(tx, greeting)))
		if (page * perPage >= total) return found
	}
}

/**
 * Halves the candidates by asking whether the greeting was there at their heights, then counts through the block where it came
 * to be. Undefined when the node no longer keeps that state.
 */
async function pickByState(
	connection: RpcConnection,
	blocks: BlockReader,
	candidates: readonly TxDetail[],
	id: string,
): Promise<TxDetail | undefined> {
	const heights = [...new Set(candidates.map((tx) => tx.height))]
	let low = 0
	let high = heights.length - 1
	try {
		while (low < high) {
			const middle = Math.floor((low + high) / 2)
			if (await readGreeting(connection, id, { height: heights[middle] ?? 0 })) high = middle
			else low = middle + 1
		}
		const height = heights[low] ?? 0
		const before = height > 1 ? await readGreetingCount(connection, { height: height - 1 }) : 0
		let next = before
		for (const tx of (await blocks.block(height))?.txs ?? []) {
			if (tx.code !== 0) continue
			next += tx.messageTypes.filter((type) => type === createType).length
			if (Number(id) < next) return tx
		}
		return undefined
	} catch (error) {
		if (error instanceof ChainError || error instanceof RpcError) return undefined
		throw error
	}
}

function creates(tx: TxDetail, greeting: Greeting): boolean {
	const { body } = tx.json as { readonly body?: { readonly messages?: readonly Readonly<Record<string, unknown>>[] } }
	return (body?.messages ?? []).some(
		(message) => message.owner === greeting.owner && message.message === greeting.message,
	)
}

function emptyPage(error: unknown): { txs: readonly TxDetail[]; total: number } {
	if (error instanceof RpcError) return { txs: [], total: -1 }
	throw error
}
