import { ChainError } from '../../errors/ChainError.ts'
import type { ClientContext } from '../ClientContext.ts'
import type { Greeting, TxSummary } from '../chainTypes.ts'
import type { SummaryReader, TxPage } from '../queries/SummaryReader.ts'
import { RpcError } from '../rpc/RpcError.ts'
import { getGreeting, getGreetingCount } from './greetings.ts'

const createType = '/chain.greet.v1beta1.MsgCreateGreet'
const createdQuery = `message.action='${createType}'`
const perPage = 100
/** Most transactions of the owner to search if the state that would decide is pruned. */
const mostLookedThrough = 2_000

/** Complete transactions are for the few whose summary does not suffice. */
type Sources = Pick<ClientContext, 'connection' | 'summaries' | 'details'>

/**
 * The transaction that created a greeting, if the node's index still has it. Its events do not contain the id. If every creating transaction made
 * one greeting, the transaction at position id is the one. Otherwise a binary search over the creating transactions
 * compares the number of greetings at their heights. If the node no longer keeps that state, the owner's transactions
 * with this text are searched, and of several the one before whose block the greeting did not exist.
 */
export async function getGreetingTx(sources: Sources, id: string): Promise<TxSummary | undefined> {
	const { summaries } = sources
	const greeting = await getGreeting(sources, id)
	if (!greeting) return undefined
	const position = Number(id)
	const [count, newest] = await Promise.all([
		getGreetingCount(sources),
		summaries.txs(createdQuery, 1, 1).catch(emptyPage),
	])
	const { total } = newest
	if (total === count) {
		const direct = await createdAt(summaries, total, position)
		if (direct && (await creates(sources, direct, greeting))) return direct
	}
	const halved = await pickByCount(sources, position, Math.max(0, total))
	if (halved.tx && (halved.isCertain || (await creates(sources, halved.tx, greeting)))) return halved.tx
	const candidates = await ownersCandidates(sources, greeting)
	return candidates.length < 2 ? candidates[0] : pickByState(sources, candidates, id)
}

/** The creating transaction at an index, 0 being the oldest. */
async function createdAt(summaries: SummaryReader, total: number, place: number): Promise<TxSummary | undefined> {
	const { txs } = await summaries.txs(createdQuery, total - place, 1)
	return txs[0]
}

/**
 * The first creating transaction whose block has more greetings than `position`. Pruned state counts as too early:
 * either the greeting is in a later block, or the answer is uncertain and is checked afterwards.
 */
async function pickByCount(
	{ connection, summaries }: Sources,
	position: number,
	total: number,
): Promise<{ readonly tx: TxSummary | undefined; readonly isCertain: boolean }> {
	let isCertain = true
	const heightOf = async (place: number): Promise<number> => (await createdAt(summaries, total, place))?.height ?? 0
	const countAt = (height: number): Promise<number> =>
		getGreetingCount({ connection }, { height }).catch((error: unknown) => {
			if (!(error instanceof ChainError || error instanceof RpcError)) throw error
			isCertain = false
			return 0
		})
	let low = 0
	let high = total - 1
	while (low < high) {
		const middle = Math.floor((low + high) / 2)
		if ((await countAt(await heightOf(middle))) > position) high = middle
		else low = middle + 1
	}
	const height = total === 0 ? 0 : await heightOf(low)
	if (height === 0) return { tx: undefined, isCertain }
	const before = height > 1 ? await countAt(height - 1) : 0
	return { tx: await inBlock(summaries, height, before, position), isCertain }
}

/** The transaction of a block that created the greeting, if `before` greetings existed before the block. */
async function inBlock(
	summaries: SummaryReader,
	height: number,
	before: number,
	id: number,
): Promise<TxSummary | undefined> {
	let next = before
	for (const tx of (await summaries.block(height))?.txs ?? []) {
		if (tx.code !== 0) continue
		next += tx.messageTypes.filter((type) => type === createType).length
		if (id < next) return tx
	}
	return undefined
}

/** Successful transactions of the owner that create a greeting with this text, the oldest first. */
async function ownersCandidates(sources: Sources, greeting: Greeting): Promise<readonly TxSummary[]> {
	const query = `${createdQuery} AND message.sender='${greeting.owner}'`
	const found: TxSummary[] = []
	for (let page = 1; ; page++) {
		const { txs, total } = await sources.summaries.txs(query, page, perPage)
		for (const tx of txs) if (await creates(sources, tx, greeting)) found.push(tx)
		if (page * perPage >= Math.min(total, mostLookedThrough)) return found.reverse()
	}
}

/**
 * Binary search over the candidates by whether the greeting exists at their heights, then a count through the block
 * that created it. Undefined if the node no longer keeps that state.
 */
async function pickByState(
	{ connection, summaries }: Sources,
	candidates: readonly TxSummary[],
	id: string,
): Promise<TxSummary | undefined> {
	const heights = [...new Set(candidates.map((tx) => tx.height))]
	let low = 0
	let high = heights.length - 1
	try {
		while (low < high) {
			const middle = Math.floor((low + high) / 2)
			if (await getGreeting({ connection }, id, { height: heights[middle] ?? 0 })) high = middle
			else low = middle + 1
		}
		const height = heights[low] ?? 0
		const before = height > 1 ? await getGreetingCount({ connection }, { height: height - 1 }) : 0
		return await inBlock(summaries, height, before, Number(id))
	} catch (error) {
		if (error instanceof ChainError || error instanceof RpcError) return undefined
		throw error
	}
}

/** Whether a transaction creates this owner's greeting with this text; the summary suffices for one short message. */
async function creates({ details }: Sources, tx: TxSummary, { owner, message }: Greeting): Promise<boolean> {
	const { first } = tx
	const cut = String(first.message ?? '')
	const isFirst = first.owner === owner && message.startsWith(cut)
	if (isFirst && cut.length === message.length) return true
	if (tx.messageTypes.length === 1 && !isFirst) return false
	const { body } = ((await details.tx(tx.hash))?.json ?? {}) as { readonly body?: { readonly messages?: Messages } }
	return (body?.messages ?? []).some((made) => made.owner === owner && made.message === message)
}

type Messages = readonly Readonly<Record<string, unknown>>[]

function emptyPage(error: unknown): TxPage {
	if (error instanceof RpcError) return { txs: [], total: -1 }
	throw error
}
