import type { ValidatorUpdate } from '../abci/Application.ts'
import type { Validator } from '../chain/blockTypes.ts'
import { equalBytes, toHexUpper } from '../util/bytes.ts'
import type { Log } from '../util/Log.ts'
import type { ValidatorKey } from './validatorKey.ts'

/**
 * The validator set of this chain: only the home's key. A light engine has one key, and a light client requires that
 * the header names the validators whose signatures are in the commit. A genesis with other validators therefore starts
 * with this key in their place, with their total power, and the log says so. Without any validator the power is 10.
 */
export function soleValidator(named: readonly ValidatorUpdate[], key: ValidatorKey, log: Log): Validator {
	const total = named.reduce((sum, { power }) => sum + power, 0n)
	const isSole = named.length === 1 && equalBytes(named[0]!.pubKey, key.pubKey)
	if (!isSole && named.length > 0) {
		const whose = named.length === 1 ? 'another validator' : `${named.length} validators`
		log(
			'warn',
			'engine',
			`The genesis document names ${whose}; this node signs in their place with its own key ${toHexUpper(key.address)}.`,
		)
	}
	return { address: key.address, pubKey: key.pubKey, power: named.length === 0 ? 10n : total, proposerPriority: 0n }
}
