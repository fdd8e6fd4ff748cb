import { UserError } from '../errors/UserError.ts'
import { fromUtf8, joinBytes } from '../util/bytes.ts'
import { base64Bytes } from './decodeReplies.ts'
import type { EngineClient } from './EngineClient.ts'

/**
 * The genesis document as an engine keeps it, piece by piece, since engines refuse to send a large one whole.
 * @throws {UserError} if a piece is empty: a node could send such ones for ever.
 */
export async function readGenesis(client: EngineClient): Promise<string> {
	const pieces: Uint8Array[] = []
	for (;;) {
		const { data, total } = await client.call('genesis_chunked', { chunk: String(pieces.length) })
		const piece = base64Bytes(data)
		if (piece.length === 0) {
			throw new UserError(`${client.url} sends an empty piece of the genesis.`, {
				why: `Its piece ${pieces.length + 1} of ${total} has no bytes.`,
				next: 'Give another node of the network, or ask who runs that one.',
			})
		}
		pieces.push(piece)
		if (pieces.length >= Number(total)) return fromUtf8(joinBytes(pieces))
	}
}
