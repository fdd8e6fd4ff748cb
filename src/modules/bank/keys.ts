import { concatBytes } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'

/** Name of the module, of its store and of its parameters' subspace. */
export const bankModuleName = 'bank'

/** Keys of the total supply: this byte, then the denomination. The value is the amount as decimal text. */
export const supplyPrefix = Uint8Array.of(0x00)

/** Keys of denomination metadata: this byte, then the denomination twice. */
export const metadataPrefix = Uint8Array.of(0x01)

/** Keys of balances: this byte, the length of the address, the address, the denomination. */
export const balancesPrefix = Uint8Array.of(0x02)

const balancesByte = 0x02

/** Key of a denomination's supply. */
export function supplyKey(denom: string): Uint8Array {
	return concatBytes(supplyPrefix, goStringBytes(denom))
}

/** Key of a denomination's metadata (framework: a sub-store per denomination, holding one key of the same name). */
export function metadataKey(denom: string): Uint8Array {
	const bytes = goStringBytes(denom)
	return concatBytes(metadataPrefix, bytes, bytes)
}

/** Key prefix of all balances of a raw address (1..255 bytes). */
export function accountPrefix(address: Uint8Array): Uint8Array {
	return accountKey(address, 0)
}

/** Key of one balance of a raw address. */
export function balanceKey(address: Uint8Array, denom: string): Uint8Array {
	const bytes = goStringBytes(denom)
	const key = accountKey(address, bytes.length)
	key.set(bytes, 2 + address.length)
	return key
}

/** A key with the prefix of an address and space for more bytes. */
function accountKey(address: Uint8Array, room: number): Uint8Array {
	const key = new Uint8Array(2 + address.length + room)
	key[0] = balancesByte
	key[1] = address.length
	key.set(address, 2)
	return key
}
