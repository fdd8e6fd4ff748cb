import { bigEndian64, concatBytes } from '../../util/bytes.ts'

/** Name of the module, of its account and of its store. */
export const evmModuleName = 'evm'

/** Name of the store that is emptied at every commit. */
export const evmTransientStore = 'transient_evm'

/** Key of a code by its hash. */
export function codeKey(codeHash: Uint8Array): Uint8Array {
	return concatBytes(Uint8Array.of(0x01), codeHash)
}

/** Prefix of the slots of an address (20 bytes); a slot's own key is 32 bytes. */
export function storagePrefix(address: Uint8Array): Uint8Array {
	return concatBytes(Uint8Array.of(0x02), address)
}

/** Transient: the bloom of the block of a height so far. */
export function bloomKey(height: number): Uint8Array {
	return concatBytes(Uint8Array.of(0x01), bigEndian64(BigInt(height)))
}

/** Transient: number of the next Ethereum transaction of the block. */
export const txIndexKey = Uint8Array.of(0x02)

/** Transient: number of the next log of the block. */
export const logIndexKey = Uint8Array.of(0x03)

/** Transient: gas the Ethereum messages of the transaction used so far. */
export const gasUsedKey = Uint8Array.of(0x04)
