import { ChainError } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { fromBase64, fromHex } from '../../util/bytes.ts'
import type { AminoJsonInput } from '../amino/encodeAminoJson.ts'
import { encodeStdTx } from '../amino/stdTx.ts'
import { type DecodedTx, decodeTx } from '../tx/decodeTx.ts'
import { protoToStdTx, withoutAminoName } from './protoToStdTx.ts'

/** The legacy form of a protobuf transaction, or the reason there is none. */
export interface LegacyFormOfBytes {
	readonly decoded: DecodedTx
	/** A bare StdTx; undefined when a type has no amino name. */
	readonly json: string | undefined
	/** Parts that the legacy form lacks or cannot express. */
	readonly reasons: readonly string[]
}

/** The bytes of a text that is base64 or hex, or undefined for another text. */
export function bytesOfText(text: string): Uint8Array | undefined {
	const joined = text.replace(/\s+/g, '').replace(/^0x/i, '')
	if (joined === '') return undefined
	return fromHex(joined) ?? fromBase64(joined)
}

/** The legacy form of transaction bytes. @throws {UserError} for bytes that are no transaction. */
export function legacyFormOfBytes(bytes: Uint8Array, input: AminoJsonInput): LegacyFormOfBytes {
	try {
		const decoded = decodeTx(bytes, input.registry)
		const { tx, unsigned } = protoToStdTx(decoded)
		const nameless = withoutAminoName(tx, input.brand)
		const reasons = [...lost(decoded)]
		if (unsigned !== undefined) reasons.push(`The signatures are left out: ${unsigned}.`)
		if (nameless !== undefined) reasons.push(`${nameless} has no amino name, so there is no legacy form.`)
		return { decoded, json: nameless === undefined ? encodeStdTx(tx, input, '[]') : undefined, reasons }
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		throw new UserError('These bytes are no transaction.', {
			why: error.log,
			next: 'Give the whole TxRaw, as base64 or hex.',
			cause: error,
		})
	}
}

function* lost({ authInfo, body, hasUnknownNonCriticals }: DecodedTx): Generator<string> {
	const { payer = '', granter = '' } = authInfo.fee ?? {}
	if (payer !== '') yield `The fee payer ${payer} is lost: in the legacy form the first signer pays.`
	if (granter !== '') yield `The fee granter ${granter} is lost.`
	const options = body.extensionOptions.length + body.nonCriticalExtensionOptions.length
	if (options > 0) yield `${options} extension options are lost.`
	if (hasUnknownNonCriticals) yield 'Unknown fields are lost, which an amino signature does not cover.'
}
