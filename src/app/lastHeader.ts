import type { BlockHeader } from '../abci/Application.ts'
import type { KvDatabase, WriteBatch } from '../store/KvDatabase.ts'
import { fromHex, fromUtf8, toHex, utf8 } from '../util/bytes.ts'

/** The header before the first block. */
export const zeroHeader: BlockHeader = {
	chainId: '',
	height: 0,
	time: { seconds: 0n, nanos: 0 },
	proposerAddress: new Uint8Array(0),
}

const headerKey = utf8('header')

/** The header of the last block, from the application's part of the database. */
export function readLastHeader(db: KvDatabase): BlockHeader {
	const saved = db.get(headerKey)
	if (saved === undefined) return zeroHeader
	const [chainId, height, seconds, nanos, proposer] = JSON.parse(fromUtf8(saved)) as [
		string,
		number,
		string,
		number,
		string,
	]
	return {
		chainId,
		height,
		time: { seconds: BigInt(seconds), nanos },
		proposerAddress: fromHex(proposer)!,
	}
}

/** Puts the last header into a batch of the application's part of the database. */
export function putLastHeader({ chainId, height, time, proposerAddress }: BlockHeader, batch: WriteBatch): void {
	const members = [chainId, height, time.seconds.toString(), time.nanos, toHex(proposerAddress)]
	batch.put(headerKey, utf8(JSON.stringify(members)))
}
