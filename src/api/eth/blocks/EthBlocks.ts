import type { AbciEvent, TxResult } from '../../../abci/Application.ts'
import type { Block, BlockMeta, BlockResults } from '../../../chain/blockTypes.ts'
import type { ChainReader } from '../../../chain/ChainReader.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import { hexToAddress, hexToHash } from '../../../crypto/hexAddress.ts'
import { wholeBloom } from '../../../modules/evm/logsBloom.ts'
import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes, fromBase64, fromHex } from '../../../util/bytes.ts'
import { NewestMap } from '../../../util/NewestMap.ts'
import type { BlockForks, EthBlock, EthBlockTx, EthLog } from './EthBlock.ts'
import { ethMessagesOf } from './ethMessagesOf.ts'

/** Gas limit of a block without one: the largest that JavaScript tools hold (ethermint v0.14.1 rpc/types/utils.go). */
const unlimitedGas = 2n ** 32n - 1n

/** Cached blocks. Wallets and tests mostly read the newest ones. */
const keptBlocks = 64
/** Blooms kept in memory, 256 bytes each: as many as the widest search of logs looks at. */
const keptBlooms = 10_000

/** What of the EVM's rules a block does not tell itself. */
export interface BlockRules {
	/** The base fee of a block that reports none: 0 if it is switched off, undefined before London. */
	silentBaseFee(height: number): Promise<bigint | undefined>
	forksAt(height: number): Promise<BlockForks>
}

/** Builds blocks in Ethereum's form from the engine's data; stores nothing else. */
export class EthBlocks {
	readonly #chain: ChainReader
	readonly #rules: BlockRules
	readonly #blooms = new NewestMap<number, { readonly hash: Uint8Array; readonly bloom: Uint8Array }>(keptBlooms)
	readonly #kept = new NewestMap<number, { readonly hash: Uint8Array; readonly block: Promise<EthBlock | undefined> }>(
		keptBlocks,
	)

	constructor(chain: ChainReader, rules: BlockRules) {
		this.#chain = chain
		this.#rules = rules
	}

	/** Height of the newest block; 0 before the first. */
	async latestHeight(): Promise<number> {
		return (await this.#chain.status()).height
	}

	/** Height of the block with this hash. */
	heightByHash(hash: Uint8Array): Promise<number | undefined> {
		return this.#chain.heightByHash(hash)
	}

	/** Undefined for a height that is future or pruned. */
	async at(height: number): Promise<EthBlock | undefined> {
		const meta = await this.#chain.blockMeta(height)
		if (meta === undefined) return undefined
		// After a rewind, the same height has another block.
		const { hash } = meta.blockId
		const kept = this.#kept.get(height)
		if (kept !== undefined && equalBytes(kept.hash, hash)) {
			// Those that were asked for longest ago go first.
			this.#kept.set(height, kept)
			return kept.block
		}
		const entry = { hash, block: this.#read(meta) }
		this.#kept.set(height, entry)
		let block: EthBlock | undefined
		try {
			block = await entry.block
			return block
		} finally {
			// An engine that does not answer, or has no results yet, may have them next time.
			if (block === undefined && this.#kept.get(height) === entry) this.#kept.delete(height)
		}
	}

	/** A transaction of a block by its Ethereum hash. */
	async byTxHash(hash: Uint8Array): Promise<{ readonly block: EthBlock; readonly tx: EthBlockTx } | undefined> {
		const text = `0x${Buffer.from(hash).toString('hex')}`
		const { txs } = await this.#chain.searchTxs({
			query: `ethereum_tx.ethereumTxHash='${text}'`,
			page: 1n,
			perPage: 2,
			order: 'asc',
		})
		// A real engine indexes a block after it is committed: until then the newest blocks tell what is in them.
		const heights = txs.length === 0 ? await this.#newestHeights() : txs.map(({ height }) => height)
		for (const height of heights) {
			const block = await this.at(height)
			if (block === undefined) continue
			const tx = block.txs.find((item) => equalBytes(item.hash, hash))
			if (tx !== undefined) return { block, tx }
		}
		return undefined
	}

	/** Of the two newest blocks. */
	async #newestHeights(): Promise<readonly number[]> {
		const latest = await this.latestHeight()
		return [latest, latest - 1].filter((height) => height > 0)
	}

	/** The bloom of a block, without its transactions; undefined for a height that is not there. */
	async bloomAt(height: number): Promise<Uint8Array | undefined> {
		const meta = await this.#chain.blockMeta(height)
		if (meta === undefined) return undefined
		const { hash } = meta.blockId
		const kept = this.#blooms.get(height)
		if (kept !== undefined && equalBytes(kept.hash, hash)) return kept.bloom
		const results = await this.#chain.blockResults(height)
		if (results === undefined) return undefined
		const bloom = bloomOf(results.endBlockEvents)
		this.#blooms.set(height, { hash, bloom })
		return bloom
	}

	async #read(meta: BlockMeta): Promise<EthBlock | undefined> {
		const { height } = meta.header
		const [block, results, params, forks] = await Promise.all([
			this.#chain.block(height),
			this.#chain.blockResults(height),
			this.#chain.consensusParams(height),
			this.#rules.forksAt(height),
		])
		if (block === undefined || results === undefined) return undefined
		const maxGas = params?.block.maxGas
		const gasLimit = maxGas === undefined || maxGas < 0n ? unlimitedGas : maxGas
		const baseFee = baseFeeOf(results.beginBlockEvents) ?? (await this.#rules.silentBaseFee(height))
		return assemble(block, results, meta, { gasLimit, baseFee, forks })
	}
}

function assemble(
	block: Block,
	results: BlockResults,
	meta: BlockMeta,
	{ gasLimit, baseFee, forks }: Pick<EthBlock, 'gasLimit' | 'baseFee' | 'forks'>,
): EthBlock {
	const { header } = block
	const { hash } = meta.blockId
	const timestamp = header.time.seconds
	const place = { hash, height: header.height, timestamp }
	return {
		height: header.height,
		hash,
		header,
		size: meta.blockSize,
		timestamp,
		baseFee,
		gasLimit,
		gasUsed: results.txs.filter((result) => !isBeyondBlockGas(result)).reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
		bloom: bloomOf(results.endBlockEvents),
		coinbase: header.proposerAddress,
		random: forks.shanghai && header.lastBlockId.hash.length === 32 ? header.lastBlockId.hash : new Uint8Array(32),
		forks,
		txs: ethTxsOf(block, results, place, baseFee),
	}
}

/** Whether it was refused before execution, so that its gas does not count for the block. */
function isBeyondBlockGas({ code, log }: TxResult): boolean {
	return code === 11 && log === 'no block gas left to run tx: out of gas'
}

function ethTxsOf(
	block: Block,
	results: BlockResults,
	place: EthLog['block'],
	baseFee: bigint | undefined,
): EthBlockTx[] {
	const list: EthBlockTx[] = []
	let before = 0n
	block.txs.forEach((bytes, txAt) => {
		const result = results.txs[txAt]!
		if (result.code === 0) {
			let within = 0n
			const events = result.events.filter(({ type }) => type === 'ethereum_tx')
			const logs = result.events.filter(({ type }) => type === 'tx_log')
			const senders = result.events.flatMap((event) =>
				event.type === 'message' && attribute(event, 'txType') !== undefined ? [attribute(event, 'sender') ?? ''] : [],
			)
			ethMessagesOf(bytes).forEach((envelope, message) => {
				const event = events[message]
				if (event === undefined) return
				const gasUsed = BigInt(attribute(event, 'txGasUsed') ?? '0')
				within += gasUsed
				const hash = ethTxHash(envelope.tx)
				const index = Number(attribute(event, 'txIndex') ?? list.length)
				list.push({
					tx: envelope.tx,
					// The sender in the event is decisive: a developer node may have sent for an impersonated account.
					from: senders[message] === undefined ? envelope.from() : hexToAddress(senders[message]),
					hash,
					index,
					gasUsed,
					baseFee,
					cumulativeGas: before + within,
					vmError: attribute(event, 'ethereumTxFailed') ?? '',
					logs: logsOf(logs[message], { hash, index }, place),
					place: { tx: txAt, message },
				})
			})
		}
		before += result.gasUsed
	})
	return list
}

/** JSON of a log in an event, which omits empty members. */
interface LoggedJson {
	readonly address: string
	readonly topics?: readonly string[]
	readonly data?: string
	readonly logIndex?: number
}

function logsOf(event: AbciEvent | undefined, tx: EthLog['tx'], block: EthLog['block']): EthLog[] {
	return (event?.attributes ?? [])
		.filter(({ key }) => key === 'txLog')
		.map(({ value }) => {
			const { address, topics = [], data = '', logIndex = 0 } = JSON.parse(value) as LoggedJson
			return {
				address: hexToAddress(address),
				topics: topics.map(hexToHash),
				data: fromBase64(data) ?? noBytes,
				logIndex,
				tx,
				block,
			}
		})
}

function baseFeeOf(events: readonly AbciEvent[]): bigint | undefined {
	const event = events.find(({ type }) => type === 'fee_market')
	const [digits] = /^\d+$/.exec((event && attribute(event, 'base_fee')) ?? '') ?? []
	return digits === undefined ? undefined : BigInt(digits)
}

function bloomOf(events: readonly AbciEvent[]): Uint8Array {
	const event = events.find(({ type }) => type === 'block_bloom')
	const value = event && attribute(event, 'bloom')
	if (value === undefined) return new Uint8Array(256)
	// Raw bytes of an event are hex inside this program.
	return wholeBloom(fromHex(value.replace(/^0x/, '')) ?? Buffer.from(value, 'latin1'))
}

function attribute(event: AbciEvent, key: string): string | undefined {
	return event.attributes.find((item) => item.key === key)?.value
}
