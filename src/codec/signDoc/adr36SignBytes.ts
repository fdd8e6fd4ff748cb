import { toBase64 } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'
import { quoteSortedJson } from '../goJson/quoteJson.ts'

/**
 * The bytes to hash and sign for arbitrary data off the chain: an amino sign document that no transaction can have, with
 * empty chain id, zero numbers and fee, and one message `sign/MsgSignData` (ADR-36).
 *
 * `signer` is the bech32 address.
 */
export function adr36SignBytes(signer: string, data: Uint8Array): Uint8Array {
	return goStringBytes(
		'{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"",' +
			`"msgs":[{"type":"sign/MsgSignData","value":{"data":"${toBase64(data)}","signer":${quoteSortedJson(signer)}}}],` +
			'"sequence":"0"}',
	)
}
