import { toBase64, utf8 } from '../util/bytes.ts'

/**
 * Bytes to sign for a text (ADR-036): the amino sign document of one `sign/MsgSignData` with empty chain id and zero numbers,
 * so that it can never pass for a transaction. All its values are ASCII without characters that Go and JavaScript escape
 * differently.
 */
export function adr36SignBytes(signer: string, text: string): Uint8Array {
	return utf8(
		JSON.stringify({
			account_number: '0',
			chain_id: '',
			fee: { amount: [], gas: '0' },
			memo: '',
			msgs: [{ type: 'sign/MsgSignData', value: { data: toBase64(utf8(text)), signer } }],
			sequence: '0',
		}),
	)
}
