import { createHash } from 'node:crypto'
import { plainError, sdkErrors } from '../../errors/ChainError.ts'
import { BoundedCache } from '../../util/BoundedCache.ts'
import { isGoBlank } from '../../util/goString.ts'
import { decodeBech32, encodeBech32 } from './bech32.ts'

/** The longest account address, in bytes (framework: types/address MaxAddrLen). */
export const maxAddressLength = 255

/** Texts by the very array: addresses read from texts are shared, see `addressFromText`. */
const textOfArray = new WeakMap<Uint8Array, { readonly prefix: string; readonly text: string }>()
const cacheSize = 30_000
const texts = new BoundedCache<string>(cacheSize)
/** By prefix; a process meets few of them. */
const raws = new BoundedCache<BoundedCache<Uint8Array>>(4)

/**
 * Bech32 text of a raw account address; the empty address has the empty text.
 * Source: cosmos-sdk v0.44.5 types/address.go, AccAddress.String. The array must not change afterwards.
 */
export function addressToText(address: Uint8Array, prefix: string): string {
	if (address.length === 0) return ''
	const known = textOfArray.get(address)
	if (known !== undefined && known.prefix === prefix) return known.text
	const key = `${prefix} ${String.fromCharCode.apply(null, address as unknown as number[])}`
	const text = texts.get(key, () => encodeBech32(prefix, address))
	textOfArray.set(address, { prefix, text })
	return text
}

/**
 * Raw address of a bech32 text, 1..255 bytes; both cases are read. Throws plain errors, and `unknown address` (code 9)
 * for a length out of bounds, with the texts and in the order of cosmos-sdk v0.44.5 types/address.go,
 * AccAddressFromBech32. The result may be shared: do not change it.
 */
export function addressFromText(text: string, prefix: string): Uint8Array {
	const known = raws.get(prefix, () => new BoundedCache(cacheSize))
	return known.get(text, () => decodeAddress(text, prefix))
}

/** As `addressFromText`, for very many texts that come once: it remembers none. Throws the same. */
export function decodeAddress(text: string, prefix: string): Uint8Array {
	if (isGoBlank(text)) throw plainError('empty address string is not allowed')
	const decoded = decodeBech32(text)
	if (decoded.prefix !== prefix) {
		throw plainError(`invalid Bech32 prefix; expected ${prefix}, got ${decoded.prefix}`)
	}
	verifyAddress(decoded.bytes)
	return decoded.bytes
}

/** Throws `unknown address` (code 9) unless the address has 1..255 bytes (framework: VerifyAddressFormat). */
export function verifyAddress(address: Uint8Array): void {
	if (address.length === 0) throw sdkErrors.unknownAddress.wrap('addresses cannot be empty')
	if (address.length > maxAddressLength) {
		throw sdkErrors.unknownAddress.wrap(`address max length is ${maxAddressLength}, got ${address.length}`)
	}
}

/** Raw address of a module account: the first 20 bytes of SHA-256 of its name (framework: x/auth NewModuleAddress). */
export function moduleAddress(name: string): Uint8Array {
	return new Uint8Array(createHash('sha256').update(name, 'utf8').digest().subarray(0, 20))
}
