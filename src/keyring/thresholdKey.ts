import { createMultisigThresholdPubkey, encodeSecp256k1Pubkey, pubkeyToRawAddress } from '@cosmjs/amino'
import { UserError } from '../errors/UserError.ts'

// Imported only when a multisig key is made. It imports CosmJS by name: a bundled CommonJS package has no names when it
// is imported by a function.

/** A multisig key of compressed secp256k1 keys. */
export interface ThresholdKey {
	/** Raw. */
	readonly address: Uint8Array
	/** Base64, in the order of the key. */
	readonly members: readonly string[]
}

/**
 * Makes a multisig key; members are sorted by address unless `keepOrder`, as the framework does.
 *
 * @throws {UserError} unless the threshold lies between 1 and the number of keys.
 */
export function thresholdKey(threshold: number, members: readonly Uint8Array[], keepOrder = false): ThresholdKey {
	if (!Number.isInteger(threshold) || threshold < 1 || threshold > members.length) {
		throw new UserError(`A threshold of ${threshold} does not fit ${members.length} keys`, {
			next: 'Choose a threshold between 1 and the number of keys.',
		})
	}
	const key = createMultisigThresholdPubkey(members.map(encodeSecp256k1Pubkey), threshold, keepOrder)
	return { address: pubkeyToRawAddress(key), members: key.value.pubkeys.map(({ value }) => String(value)) }
}
