const digits = /^[0-9a-fA-F]*$/

/** Hex text that is not well formed, with a text of go-ethereum v1.10.16 common/hexutil. */
export class HexFault extends Error {
	override readonly name = 'HexFault'
}

/**
 * A quantity as the JSON-RPC writes it: `0x0`, `0x1f`, no leading zeros.
 *
 * @throws {HexFault}
 */
export function parseQuantity(text: string, bits: 64 | 256): bigint {
	if (text === '') throw new HexFault('empty hex string')
	const number = withoutPrefix(text)
	if (number === '') throw new HexFault('hex string "0x"')
	if (number.length > 1 && number.startsWith('0')) throw new HexFault('hex number with leading zero digits')
	if (number.length > bits / 4) throw new HexFault(`hex number > ${bits} bits`)
	if (!digits.test(number)) throw new HexFault('invalid hex string')
	return BigInt(`0x${number}`)
}

/**
 * Bytes as the JSON-RPC writes them: `0x` and two digits a byte. No text at all is no bytes.
 *
 * @throws {HexFault}
 */
export function parseHexBytes(text: string): Uint8Array {
	if (text === '') return new Uint8Array(0)
	const body = withoutPrefix(text)
	if (body.length % 2 === 1) throw new HexFault('hex string of odd length')
	if (!digits.test(body)) throw new HexFault('invalid hex string')
	return new Uint8Array(Buffer.from(body, 'hex'))
}

function withoutPrefix(text: string): string {
	if (!/^0[xX]/.test(text)) throw new HexFault('hex string without 0x prefix')
	return text.slice(2)
}
