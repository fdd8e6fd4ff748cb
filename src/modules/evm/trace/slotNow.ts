import { toHex } from '../../../util/bytes.ts'
import type { EvmState } from '../state/EvmState.ts'
import { slotOfBytes, wordBytes } from '../vm/wordBytes.ts'

/** Hex of a slot as it is now. The contract runs, so there is an account of it. */
export function slotNow(state: EvmState, contract: Uint8Array, key: bigint): string {
	return toHex(state.slot(state.find(contract)!, slotOfBytes(wordBytes(key))))
}
