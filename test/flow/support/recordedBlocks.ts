import { readFileSync } from 'node:fs'

interface RecordedBlock {
	readonly height: number
	/** Base64. */
	readonly txs: readonly string[]
}

/** The transactions of the chain whose replies test/golden/rest holds, by height. */
export function recordedBlocks(): ReadonlyMap<number, readonly Uint8Array[]> {
	const text = readFileSync(new URL('../../golden/rest/blocks.json', import.meta.url), 'utf8')
	const blocks = JSON.parse(text) as readonly RecordedBlock[]
	return new Map(blocks.map(({ height, txs }) => [height, txs.map((tx) => Buffer.from(tx, 'base64'))]))
}
