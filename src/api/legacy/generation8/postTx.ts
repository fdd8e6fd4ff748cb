import { addressFromText } from '../../../codec/address/address.ts'
import { encodeStdTx, type StdTx } from '../../../codec/amino/stdTx.ts'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { objectMembers, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { leastSize, maxTxBytes } from '../../../codec/legacy/leastSize.ts'
import { legacySigners } from '../../../codec/legacy/messageSigners.ts'
import { sha256 } from '../../../crypto/hash.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import { toHexUpper } from '../../../util/bytes.ts'
import { goStringBytes } from '../../../util/goString.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { broadcast } from '../broadcast.ts'
import { answer, type LegacyAnswer, LegacyFault, orFault } from '../LegacyAnswer.ts'
import type { LegacyParts } from '../LegacyParts.ts'
import { bodyOf, parseAmino } from '../requestBody.ts'
import { convert8 } from './convert8.ts'
import type { KnownTxs } from './KnownTxs.ts'
import { readStdTx8 } from './readPost8.ts'
import { txResponse8Json } from './txResponse8Json.ts'

const nullNode: JsonNode = { kind: 'null', raw: 'null' }
const modes = ['sync', 'async', 'block']

/**
 * `POST /txs` as generation 8 answered it: decoding errors without a prefix, then the mode, then what the chain says in
 * that generation's words (cosmos-sdk v0.39.2 x/auth/client/rest/broadcast.go).
 */
export async function postTxAnswer8(parts: LegacyParts, request: RestRequest, known: KnownTxs): Promise<LegacyAnswer> {
	const body = await bodyOf(request)
	const { tx, mode } = orFault(400, () => readPost(parts, body))
	if (!modes.includes(mode)) {
		throw new LegacyFault(500, `unsupported return type ${mode}; supported types: sync, async, block`)
	}
	if (leastSize(tx) > maxTxBytes) return refusedAnswer(sha256(body), sdkErrors.txTooLarge.code)
	const { registry, settings } = parts
	const key = sha256(goStringBytes(encodeStdTx(tx, { registry, brand: settings.aminoBrand })))
	const before = known.get(key)
	if (before !== undefined && (await parts.chain.tx(before))?.result.code === 0) {
		return refusedAnswer(before, sdkErrors.txInMempoolCache.code)
	}
	if (tx.msgs.includes(undefined)) return panicAnswer(key, mode)
	const bytes = await converted(parts, tx)
	known.set(key, sha256(bytes))
	const response = await broadcast(parts, bytes, mode)
	return answer(txResponse8Json(response, { hasCodespace: mode === 'block', signersHex: signersHex(parts, tx) }))
}

function readPost(
	{ registry, settings }: LegacyParts,
	body: Uint8Array,
): { readonly tx: StdTx; readonly mode: string } {
	const members = objectMembers(parseAmino(body))
	const input = { registry, brand: settings.aminoBrand }
	const tx = readStdTx8(members.get('tx') ?? nullNode, input, settings.prefix)
	return { tx, mode: stringValue(members.get('mode') ?? nullNode) }
}

/** The mempool's own refusal. */
function refusedAnswer(hash: Uint8Array, code: number): LegacyAnswer {
	return answer(`{"height":"0","txhash":"${toHexUpper(hash)}","code":${code}}`)
}

/** That generation's application read a message that is null, and said so with its panic. */
function panicAnswer(key: Uint8Array, mode: string): LegacyAnswer {
	const codespace = mode === 'block' ? '"codespace":"undefined",' : ''
	const refusal = mode === 'async' ? '' : `,${codespace}"code":${sdkErrors.panic.code},"raw_log":"panic"`
	return answer(`{"height":"0","txhash":"${toHexUpper(key)}"${refusal}}`)
}

async function converted(parts: LegacyParts, tx: StdTx): Promise<Uint8Array> {
	try {
		return await convert8(parts, tx)
	} catch (error) {
		if (error instanceof ChainError) throw new LegacyFault(400, error.log)
		throw error
	}
}

/** The addresses of those who must sign, as that generation printed them. */
export function signersHex({ settings }: LegacyParts, tx: StdTx): readonly string[] {
	return legacySigners(tx.msgs).map((text) => (text === '' ? '' : toHexUpper(addressFromText(text, settings.prefix))))
}
