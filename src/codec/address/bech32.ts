import { plainError } from '../../errors/ChainError.ts'
import { goStringBytes } from '../../util/goString.ts'

const charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** Place in the charset by character code. */
const indexOfCode = Int8Array.from({ length: 128 }, (_, code) => charset.indexOf(String.fromCharCode(code)))
/** What the five bits that leave the checksum change in it. */
const leaving = Int32Array.from({ length: 32 }, (_, high) =>
	generator.reduce((sum, part, bit) => ((high >>> bit) & 1 ? sum ^ part : sum), 0),
)

/** The longest bech32 text the framework reads (types/bech32 DecodeAndConvert). */
const maxLength = 1023

/** Bech32 text of bytes (BIP-173 checksum, no length limit). Source: cosmos/btcutil v1.0.4 bech32/bech32.go. */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
	const hrp = prefix.toLowerCase()
	const values = regroup(bytes, 8, 5, true)
	let text = ''
	for (const value of values) text += charset[value]
	return `${hrp}1${text}${checksumOf(hrp, values)}`
}

/**
 * Prefix and bytes of a bech32 text of either case. Throws plain errors `decoding bech32 failed: ...` with the texts
 * and in the order of cosmos/btcutil v1.0.4 and cosmos-sdk v0.44.5 types/bech32.
 */
export function decodeBech32(text: string): { readonly prefix: string; readonly bytes: Uint8Array } {
	const raw = goStringBytes(text)
	if (raw.length > maxLength || raw.length < 8) fail(`invalid bech32 string length ${raw.length}`)
	const normal = normalized(text, raw)
	const one = normal.lastIndexOf('1')
	if (one < 1 || one + 7 > normal.length) fail(`invalid separator index ${one}`)
	const hrp = normal.slice(0, one)
	const data = new Uint8Array(normal.length - one - 1)
	for (let i = 0; i < data.length; i++) {
		const code = normal.charCodeAt(one + 1 + i)
		const value = indexOfCode[code] as number
		if (value < 0) fail(`invalid character not part of charset: ${code}`)
		data[i] = value
	}
	const values = data.subarray(0, -6)
	const expected = checksumOf(hrp, values)
	const actual = normal.slice(-6)
	if (expected !== actual) fail(`invalid checksum (expected ${expected} got ${actual})`)
	return { prefix: hrp, bytes: regroup(values, 5, 8, false) }
}

function normalized(text: string, raw: Uint8Array): string {
	let lower = false
	let upper = false
	for (let i = 0; i < raw.length; i++) {
		const code = raw[i]!
		if (code < 33 || code > 126) fail(`invalid character in string: '${String.fromCharCode(code)}'`)
		lower ||= code >= 97 && code <= 122
		upper ||= code >= 65 && code <= 90
		if (lower && upper) fail('string not all lowercase or all uppercase')
	}
	return upper ? text.toLowerCase() : text
}

function step(checksum: number, value: number): number {
	return ((checksum & 0x1ffffff) << 5) ^ value ^ (leaving[checksum >>> 25] as number)
}

function checksumOf(hrp: string, values: Uint8Array): string {
	let checksum = 1
	for (let i = 0; i < hrp.length; i++) checksum = step(checksum, hrp.charCodeAt(i) >> 5)
	checksum = step(checksum, 0)
	for (let i = 0; i < hrp.length; i++) checksum = step(checksum, hrp.charCodeAt(i) & 31)
	for (let i = 0; i < values.length; i++) checksum = step(checksum, values[i]!)
	for (let i = 0; i < 6; i++) checksum = step(checksum, 0)
	checksum ^= 1
	let text = ''
	for (let i = 0; i < 6; i++) text += charset[(checksum >>> (5 * (5 - i))) & 31]
	return text
}

function regroup(data: Uint8Array, from: number, to: number, pad: boolean): Uint8Array {
	const out = new Uint8Array(pad ? Math.ceil((data.length * from) / to) : Math.floor((data.length * from) / to))
	let at = 0
	let pending = 0
	let bits = 0
	for (let i = 0; i < data.length; i++) {
		pending = (pending << from) | data[i]!
		bits += from
		while (bits >= to) {
			bits -= to
			out[at++] = pending >>> bits
			pending &= (1 << bits) - 1
		}
	}
	if (bits > 0) {
		if (pad) out[at] = pending << (to - bits)
		else if (bits > 4 || pending !== 0) fail('invalid incomplete group')
	}
	return out
}

function fail(text: string): never {
	throw plainError(`decoding bech32 failed: ${text}`)
}
