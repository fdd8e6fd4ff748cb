import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import type { MovedPrecompiles } from '../../../modules/evm/vm/MovedPrecompiles.ts'
import { toHex } from '../../../util/bytes.ts'
import { EthFault } from '../rpc/EthFault.ts'
import type { StateOverride } from './overrides.ts'

/**
 * What overrides make of the precompiled contracts: one whose account is overridden gives way to the account, and
 * `movePrecompileToAddress` puts it elsewhere (go-ethereum v1.17 internal/ethapi/override StateOverride.Apply).
 *
 * @param active addresses of the precompiled contracts, hex without 0x
 * @throws {EthFault} for a move that is not possible.
 */
export function movedPrecompiles(override: StateOverride, active: Iterable<string>): MovedPrecompiles {
	const accounts = new Map(override.map((account) => [toHex(account.address), account]))
	const usual = new Set(active)
	const moved = new Map<string, string | undefined>()
	for (const [key, { address, movePrecompileTo }] of [...accounts].sort(([a], [b]) => (a < b ? -1 : 1))) {
		if (movePrecompileTo !== undefined) {
			if (!usual.has(key)) throw new EthFault(`account ${checksumAddress(address)} is not a precompile`)
			const target = toHex(movePrecompileTo)
			if (accounts.has(target)) {
				throw new EthFault(`account ${checksumAddress(movePrecompileTo)} is already overridden`)
			}
			moved.set(target, key)
		}
		if (usual.has(key)) moved.set(key, undefined)
	}
	return moved
}
