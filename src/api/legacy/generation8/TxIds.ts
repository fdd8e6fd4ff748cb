import type { TxRecord } from '../../../chain/blockTypes.ts'
import { encodeStdTx8 } from '../../../codec/legacy/encodeStdTx8.ts'
import { protoToStdTx } from '../../../codec/legacy/protoToStdTx.ts'
import { decodeTx } from '../../../codec/tx/decodeTx.ts'
import { sha256 } from '../../../crypto/hash.ts'
import { attempt } from '../../../errors/attempt.ts'
import { isChainFault } from '../../../errors/ChainError.ts'
import { equalBytes, toHex } from '../../../util/bytes.ts'
import { NewestMap } from '../../../util/NewestMap.ts'
import type { LegacyParts } from '../LegacyAnswer.ts'

/** Number of cached transaction ids: the newest of the chain, and those posted last. */
const maxIds = 100_000

/** The blocks whose ids are known. */
interface ReadBlocks {
	/** The first of them; one above `to` for none. */
	from: number
	to: number
	/** Hash of the block `to`, where it is there. */
	newest: Uint8Array | undefined
}

/** Ids of generation 8, SHA-256 of the amino bytes: searched in the blocks, newest first, and cached. */
export class TxIds {
	readonly #parts: LegacyParts
	readonly #hashes = new NewestMap<string, Uint8Array>(maxIds)
	/** Ids of posted transactions, which that generation's engine refused when it had delivered them before. */
	readonly #posted = new NewestMap<string, true>(maxIds)
	#blocks: ReadBlocks | undefined
	#reading: Promise<void> = Promise.resolve()

	constructor(parts: LegacyParts) {
		this.#parts = parts
	}

	/** The id of protobuf bytes; of a transaction that generation could not have had, the id it has here. */
	idOf(txBytes: Uint8Array): Uint8Array {
		const { registry, settings } = this.#parts
		const bytesOf = (): Uint8Array => {
			const { tx, unsigned } = protoToStdTx(decodeTx(txBytes, registry))
			return unsigned === undefined ? encodeStdTx8(tx, { registry, brand: settings.aminoBrand }) : txBytes
		}
		return sha256(attempt(bytesOf, isChainFault, () => txBytes))
	}

	/** Remembers the hash here of a posted transaction. */
	post(id: Uint8Array, hash: Uint8Array): void {
		const text = toHex(id)
		this.#posted.set(text, true)
		this.#hashes.set(text, hash)
	}

	/** A transaction that was posted and has succeeded: its bytes are refused from then on. */
	async isDelivered(id: Uint8Array): Promise<boolean> {
		const hash = this.#posted.has(toHex(id)) ? this.#hashes.get(toHex(id)) : undefined
		return hash !== undefined && (await this.#parts.chain.tx(hash))?.result.code === 0
	}

	/** A transaction by the id of either generation. */
	async find(id: Uint8Array): Promise<TxRecord | undefined> {
		const { chain } = this.#parts
		const own = await chain.tx(id)
		if (own !== undefined) return own
		const text = toHex(id)
		// One reads the blocks at a time; who comes later finds them read.
		const reading = this.#reading.then(() => this.#read(text))
		this.#reading = reading.catch(() => undefined)
		await reading
		const hash = this.#hashes.get(text)
		return hash === undefined ? undefined : chain.tx(hash)
	}

	/** Reads blocks until the id is known or no more are to be read: first the new ones, then backwards. */
	async #read(id: string): Promise<void> {
		const { chain } = this.#parts
		const { height, earliestHeight } = await chain.status()
		const blocks = (await this.#keptBlocks()) ?? { from: height + 1, to: height, newest: undefined }
		this.#blocks = blocks
		while (blocks.to < height) {
			await this.#readBlock(blocks.to + 1)
			blocks.to++
		}
		blocks.newest = (await chain.blockMeta(height))?.blockId.hash
		while (blocks.from > earliestHeight && !this.#hashes.has(id) && this.#hashes.size < maxIds) {
			await this.#readBlock(blocks.from - 1)
			blocks.from--
		}
	}

	/** What was read, unless the chain went back: then it has another block there, or none, and is read anew. */
	async #keptBlocks(): Promise<ReadBlocks | undefined> {
		const blocks = this.#blocks
		if (blocks?.newest === undefined) return undefined
		const meta = await this.#parts.chain.blockMeta(blocks.to)
		return meta !== undefined && equalBytes(meta.blockId.hash, blocks.newest) ? blocks : undefined
	}

	async #readBlock(height: number): Promise<void> {
		const block = await this.#parts.chain.block(height)
		for (const tx of block?.txs ?? []) this.#hashes.set(toHex(this.idOf(tx)), sha256(tx))
	}
}
