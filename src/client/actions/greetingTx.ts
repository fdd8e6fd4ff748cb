import { only } from '../../errors/attempt.ts'
import { ChainError } from '../../errors/ChainError.ts'
import type { ClientContext } from '../ClientContext.ts'
import type { Greeting, TxSummary } from '../chainTypes.ts'
import type { SummaryReader } from '../queries/SummaryReader.ts'
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
 * The transaction that created a greeting, if the node's index still has it. Its events do not contain the id. If every
 * creating transaction made one greeting, the transaction at position id is the one. Otherwise a binary search over the
 * creating transactions compares the number of greetings at their heights. If the node no longer keeps that state, the
 * owner's transactions with this text are searched: a single one is it, unless the greeting was there before.
 * @throws {RpcError} if the node does not search.
 */
export async function getGreetingTx(sources: Sources, id: string): Promise<TxSummary | undefined> {
	const { summaries } = sources
	const greeting = await getGreeting(sources, id)
	if (!greeting) return undefined
	const position = Number(id)
	const [count, { total }] = await Promise.all([getGreetingCount(sources), summaries.txs(createdQuery, 1, 1)])
	if (total === 0) return undefined
	if (total === count) {
		const direct = await createdAt(summaries, total, position)
		if (direct && (await creates(sources, direct, greeting))) return direct
	}
	const halved = await pickByCount(sources, position, total)
	if (halved !== undefined) return halved
	const [made, other] = await ownersCandidates(sources, greeting)
	if (made === undefined || other !== undefined) return undefined
	return ((await countAt(sources, made.height - 1)) ?? 0) > position ? undefined : made
}

/** Number of greetings after a block, 0 being none; undefined if the node no longer keeps that state. */
async function countAt({ connection }: Sources, height: number): Promise<number | undefined> {
	if (height === 0) return 0
	const isRefusal = (error: unknown): error is Error => error instanceof ChainError || error instanceof RpcError
	return getGreetingCount({ connection }, { height }).catch(only(isRefusal, () => undefined))
}

/** The creating transaction at an index, 0 being the oldest. */
async function createdAt(summaries: SummaryReader, total: number, place: number): Promise<TxSummary | undefined> {
	const { txs } = await summaries.txs(createdQuery, total - place, 1)
	return txs[0]
}

/**
 * The transaction at which the number of greetings passes `position`. Pruned state counts as too early: the greeting is
 * in a later block, or undefined is returned, as for one whose transaction is not in the index.
 */
async function pickByCount(sources: Sources, position: number, total: number): Promise<TxSummary | undefined> {
	const { summaries } = sources
	const heightOf = async (place: number): Promise<number> => (await createdAt(summaries, total, place))?.height ?? 0
	let low = 0
	let high = total - 1
	while (low < high) {
		const middle = Math.floor((low + high) / 2)
		if (((await countAt(sources, await heightOf(middle))) ?? 0) > position) high = middle
		else low = middle + 1
	}
	const height = await heightOf(low)
	const before = await countAt(sources, height - 1)
	return before === undefined || before > position ? undefined : inBlock(summaries, height, before, position)
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

/** Successful transactions of the owner that create a greeting with this text. */
async function ownersCandidates(sources: Sources, greeting: Greeting): Promise<readonly TxSummary[]> {
	const query = `${createdQuery} AND message.sender='${greeting.owner}'`
	const found: TxSummary[] = []
	for (let page = 1; ; page++) {
		const { txs, total } = await sources.summaries.txs(query, page, perPage)
		for (const tx of txs) if (await creates(sources, tx, greeting)) found.push(tx)
		if (page * perPage >= Math.min(total, mostLookedThrough)) return found
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
