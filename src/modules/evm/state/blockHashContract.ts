import { bigEndian64, concatBytes, equalBytes, fromHex } from '../../../util/bytes.ts'
import type { EvmStore } from './EvmStore.ts'
import { emptyCodeHash } from './StateObject.ts'

/** The contract that keeps the hashes of earlier blocks (EIP-2935): where it is, and its code as hex. */
export const blockHashContract = {
	address: '0x0000F90827F1C53a10cb7A02335B175320002935',
	code: '3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500',
} as const

const address = fromHex(blockHashContract.address.slice(2))!
/** Blocks that it keeps. */
const kept = 8_191

/** Whether the chain has the contract. */
export function keepsBlockHashes(store: EvmStore): boolean {
	const account = store.getAccount(address)
	return account !== undefined && !equalBytes(account.codeHash, emptyCodeHash)
}

/** Has the contract keep the last block's hash, as each block's begin does from Prague on; without it none is kept. */
export function keepBlockHash(store: EvmStore, height: number, parentHash: Uint8Array | undefined): void {
	if (parentHash?.length !== 32 || !keepsBlockHashes(store)) return
	const slot = concatBytes(new Uint8Array(24), bigEndian64(BigInt((height - 1) % kept)))
	store.setState(address, slot, parentHash)
}
