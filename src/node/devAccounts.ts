import { ethAddressOfKey } from '../crypto/ethSecp256k1.ts'
import { hdPath, privateKeyFromMnemonic } from '../crypto/hdKey.ts'
import { secp256k1PublicKey } from '../crypto/secp256k1.ts'

/**
 * The words whose accounts every Ethereum tool funds and unlocks on a developer's chain. They are public: whoever reads
 * this owns their coins, on every chain.
 */
export const devMnemonic = 'test test test test test test test test test test test junk'

/** How many of its accounts a new chain funds, as anvil and hardhat do. */
export const devAccountCount = 10

/** What each of them owns on a new chain, in micro-units: ten thousand coins. */
export const devBalance = 10_000_000_000n

/** An account of the developers' words. */
export interface DevAccount {
	readonly privateKey: Uint8Array
	/** 20 bytes. */
	readonly address: Uint8Array
}

let accounts: readonly DevAccount[] | undefined

/** The funded accounts, in order; derived when first asked for. */
export function devAccounts(): readonly DevAccount[] {
	accounts ??= Array.from({ length: devAccountCount }, (_, at) => {
		const privateKey = privateKeyFromMnemonic(devMnemonic, hdPath(60, 0, at))
		return { privateKey, address: ethAddressOfKey(secp256k1PublicKey(privateKey)) }
	})
	return accounts
}
