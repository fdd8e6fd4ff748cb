const digits = /^[0-9a-fA-F]*$/

/** Malformed hex, with the text of go-ethereum v1.10.16 common/hexutil. */
export class HexFault extends Error {
	override readonly name = 'HexFault'
}

/**
 * Parses a quantity: `0x0`, `0x1f`, no leading zeros.
 *
 * @throws {HexFault} for any other text.
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
 * Parses bytes: `0x` and two digits per byte. An empty text is no bytes.
 *
 * @throws {HexFault} for any other text.
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
