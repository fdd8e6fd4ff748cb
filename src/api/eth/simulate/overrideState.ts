import { keccak256 } from '../../../crypto/keccak256.ts'
import { emptyCodeHash } from '../../../modules/evm/state/StateObject.ts'
import { pacer } from '../../../util/pacer.ts'
import type { StateOverride } from '../calls/overrides.ts'
import type { SimulatedState } from './SimulatedState.ts'

/** Writes overrides before the calls of a simulated block (go-ethereum v1.17 internal/ethapi/override), and lets others in meanwhile. */
export async function overrideState(override: StateOverride, simulated: SimulatedState): Promise<void> {
	const pause = pacer()
	for (const { address, nonce, balance, code, state, stateDiff } of override) {
		const before = simulated.getAccount(address)
		const codeHash = code === undefined ? (before?.codeHash ?? emptyCodeHash) : keccak256(code)
		if (code !== undefined) simulated.setCode(codeHash, code)
		simulated.setAccount(address, {
			nonce: nonce ?? before?.nonce ?? 0n,
			balance: balance ?? before?.balance ?? 0n,
			codeHash,
		})
		if (state !== undefined) simulated.clearSlots(address)
		for (const [slot, value] of state ?? stateDiff ?? []) {
			simulated.setState(address, slot, value)
			await pause()
		}
		await pause()
	}
}
