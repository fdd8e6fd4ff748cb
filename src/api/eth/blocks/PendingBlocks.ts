import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../../app/Context.ts'
import type { Header } from '../../../chain/blockTypes.ts'
import type { ChainSource } from '../../../chain/ChainSource.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { applyMessage, type EvmConfig, evmConfigOf, messageOfTx } from '../../../modules/evm/applyMessage.ts'
import { type EthTx, effectivePrice } from '../../../modules/evm/tx/EthTx.ts'
import { latestSignerRules, SenderFault } from '../../../modules/evm/tx/recoverSender.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { Lock } from '../../../util/Lock.ts'
import type { Asker } from '../../../util/schedule/Scheduler.ts'
import { searchedPool } from '../pool/inMempool.ts'
import { type CallResult, finishBlock } from '../simulate/finishBlock.ts'
import { type EvmReader, type EvmView, viewOf } from '../state/EvmReader.ts'
import type { EthBlock } from './EthBlock.ts'
import type { EthBlocks } from './EthBlocks.ts'
import { ethMessagesOf } from './ethMessagesOf.ts'

/** The block that will be next, with the transactions that wait, and the state after them. */
export interface PendingBlock {
	/** Its hash is that of a header, since the engine has made none. */
	readonly block: EthBlock
	readonly view: EvmView
}

/** What a pending block is made of. */
export interface PendingParts {
	readonly source: ChainSource
	readonly blocks: EthBlocks
	readonly evm: EvmReader
	/** The clock by which blocks are made, in milliseconds. */
	readonly now: () => number
}

/** A pending block that more transactions can be added to. */
interface OpenBlock {
	readonly base: EthBlock
	/** The header of the newest block: a chain that went back gives another one, also where its hash is the same. */
	readonly head: Header | undefined
	readonly view: EvmView
	readonly config: EvmConfig
	/** The state after what was applied. It is never written again, since calls read it. */
	readonly ctx: Context
	/** How many branches of the state lie below. */
	readonly depth: number
	/** Transactions of the mempool that were looked at, in order. */
	readonly seen: readonly Uint8Array[]
	readonly results: readonly CallResult[]
	readonly gasUsed: bigint
	readonly made: PendingBlock
}

/** Time in milliseconds that all transactions may take that are added at once; what does not fit is left out. */
const addingMs = 2_000
/** Branches of a state above each other, after which all is applied anew. */
const deepest = 32
/** Seconds that the clock may be past the time of a block with transactions before it is opened anew. */
const oldest = 3n

/**
 * The block after the newest one, as the tag `pending` names it (go-ethereum v1.16 eth/api_backend.go): its number, a
 * later second, its base fee and PREVRANDAO, and the Ethereum transactions of the mempool in order, as far as its gas
 * reaches. The chain's own transactions that wait are not in it. What was applied stays until the next block, so that
 * each transaction is executed once.
 */
export class PendingBlocks {
	readonly #parts: PendingParts
	readonly #lock = new Lock()
	#open: OpenBlock | undefined

	constructor(parts: PendingParts) {
		this.#parts = parts
	}

	/** The pending block as the mempool is now. @param asker who waits for it, in line with others that run code */
	at(asker?: Asker): Promise<PendingBlock> {
		return this.#lock.run(async () => {
			const { source, blocks } = this.#parts
			// The height is read last: what goes from the mempool into a block meanwhile is below it or in it.
			const txs = await source.pool.mempoolTxs(searchedPool)
			const height = await blocks.latestHeight()
			let open = await this.#opened(height, txs)
			if (open.seen.length < txs.length) open = await this.#add(open, txs.slice(open.seen.length), asker)
			this.#open = open
			return open.made
		})
	}

	/** The block that is open, if it still follows the newest one and begins with what waits; else a new one without transactions. */
	async #opened(height: number, txs: readonly Uint8Array[]): Promise<OpenBlock> {
		const { source, blocks, evm, now } = this.#parts
		// Without a block there is no state either, which this refuses.
		const view = await evm.at(height)
		const base = (await blocks.at(height))!
		const head = await source.chain.header(height)
		const last = base.timestamp
		const clock = BigInt(Math.floor(now() / 1000))
		const time = clock > last ? clock : last + 1n
		const open = this.#open
		if (open !== undefined && open.head === head && open.depth < deepest) {
			const age = time - open.ctx.header.time.seconds
			const isCurrent = age >= 0n && age <= (open.seen.length > 0 ? oldest : 0n)
			const isSame = open.seen.every((tx, at) => txs[at] !== undefined && equalBytes(tx, txs[at]))
			if (isCurrent && isSame) return open
		}
		const header = {
			...view.ctx.header,
			height: height + 1,
			time: { seconds: time, nanos: 0 },
			lastBlockId: { hash: base.hash, parts: { total: 0, hash: noBytes } },
		}
		const ctx = view.ctx.branch().ctx.withHeader(header, noBytes)
		view.keeper.deps.feeMarket.beginBlock(ctx)
		view.keeper.beginBlock(ctx)
		const parts = {
			base,
			head,
			view,
			config: evmConfigOf(view.keeper, ctx),
			ctx,
			depth: 1,
			seen: [],
			results: [],
			gasUsed: 0n,
		}
		return { ...parts, made: closed(parts) }
	}

	async #add(open: OpenBlock, txs: readonly Uint8Array[], asker: Asker | undefined): Promise<OpenBlock> {
		const { ctx } = open.ctx.branch()
		const results = [...open.results]
		let { gasUsed } = open
		const deadline = performance.now() + addingMs
		for (const { tx } of txs.flatMap(ethMessagesOf)) {
			const ms = deadline - performance.now()
			if (ms <= 0) break
			const result = await apply(tx, open, ctx, gasUsed, { ms, asker })
			if (result === undefined) continue
			results.push(result)
			gasUsed += result.gasUsed
			await nextTurn()
		}
		const parts = { ...open, ctx, depth: open.depth + 1, seen: [...open.seen, ...txs], results, gasUsed }
		return { ...parts, made: closed(parts) }
	}
}

/** Applies a transaction with its fee and nonce; undefined for one that cannot be in the block. */
async function apply(
	tx: EthTx,
	{ config, view }: OpenBlock,
	ctx: Context,
	used: bigint,
	{ ms, asker }: { readonly ms: number; readonly asker: Asker | undefined },
): Promise<CallResult | undefined> {
	const { keeper } = view
	const { baseFee = 0n } = config
	const price = effectivePrice(tx, config.baseFee)
	if ((view.gasLimit > 0n && used + tx.gas > view.gasLimit) || price < baseFee) return undefined
	try {
		const from = keeper.senderOf(tx, latestSignerRules(keeper.chainId))
		const account = keeper.getAccount(ctx, from)
		const value = tx.value ?? 0n
		if (keeper.deps.accounts.getAccount(ctx, from)?.kind === 'module') return undefined
		if (account?.nonce !== tx.nonce || account.balance < tx.gas * price + value) return undefined
		const branch = ctx.branch()
		keeper.setAccount(branch.ctx, from, {
			...account,
			nonce: tx.nonce + 1n,
			balance: account.balance - tx.gas * price,
		})
		const applied = await applyMessage(keeper, branch.ctx, messageOfTx(tx, from, config.baseFee), config, {
			commit: true,
			asker,
			limit: { ms, text: 'the pending block takes too long' },
			block: { gasLimit: view.gasLimit },
		})
		const after = keeper.getAccount(branch.ctx, from)
		if (after !== undefined) {
			const balance = after.balance + (tx.gas - applied.gasUsed) * price
			keeper.setAccount(branch.ctx, from, { ...after, balance })
		}
		branch.write()
		return { ...applied, tx, from, isCapped: false }
	} catch (fault) {
		if (fault instanceof ChainError || fault instanceof SenderFault) return undefined
		throw fault
	}
}

function closed({ base, view, config, ctx, results }: Omit<OpenBlock, 'made'>): PendingBlock {
	const { header } = ctx
	let block: EthBlock | undefined
	const finished = (): EthBlock =>
		finishBlock(
			{
				header,
				coinbase: config.coinbase,
				gasLimit: base.gasLimit,
				baseFee: config.baseFee,
				parentHash: base.hash,
				random: base.forks.shanghai ? base.hash : new Uint8Array(32),
				blobBaseFee: 0n,
				forks: base.forks,
			},
			results,
			base,
		)
	return {
		get block() {
			block ??= finished()
			return block
		},
		view: viewOf(view.keeper, header.height, ctx, view.gasLimit),
	}
}

/** The base fee of the block after the one of a view; undefined where the chain has none. */
export function nextBaseFee({ keeper, ctx, height }: EvmView): bigint | undefined {
	return keeper.deps.feeMarket.nextBaseFee(ctx.withHeader({ ...ctx.header, height: height + 1 }, ctx.headerHash))
}

/** The tip of who names none: 10^9 of the EVM's unit, what wallets offer on a chain whose blocks are not full. */
export const suggestedTip = 10n ** 9n
