import type { BlockHeader } from '../abci/Application.ts'
import { fromHex, fromUtf8, toHex, utf8 } from '../util/bytes.ts'

/** A block header as the application keeps it beside the state. */
export function encodeHeader({ chainId, height, time, proposerAddress }: BlockHeader): Uint8Array {
	return utf8(JSON.stringify([chainId, height, time.seconds.toString(), time.nanos, toHex(proposerAddress)]))
}

/** The header of bytes made by `encodeHeader`. */
export function decodeHeader(bytes: Uint8Array): BlockHeader {
	const [chainId, height, seconds, nanos, proposer] = JSON.parse(fromUtf8(bytes)) as [
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
		proposerAddress: fromHex(proposer) ?? new Uint8Array(0),
	}
}
