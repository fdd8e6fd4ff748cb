import { ethAddressOfKey } from '../../crypto/ethSecp256k1.ts'
import { hdPath, privateKeyFromMnemonic } from '../../crypto/hdKey.ts'
import { secp256k1PublicKey } from '../../crypto/secp256k1.ts'

/** The mnemonic that Ethereum tools fund and unlock on developer chains. It is public: everyone owns its coins. */
export const devMnemonic = 'test test test test test test test test test test test junk'

/** Number of accounts that a new chain funds, as anvil and hardhat do. */
export const devAccountCount = 10

/** Balance of each on a new chain, in micro-units: ten thousand coins. */
export const devBalance = 10_000_000_000n

/** An account of the developer mnemonic. */
export interface DevAccount {
	readonly privateKey: Uint8Array
	/** 20 bytes. */
	readonly address: Uint8Array
}

let accounts: readonly DevAccount[] | undefined

/** The funded accounts, in order; derived at the first call. */
export function devAccounts(): readonly DevAccount[] {
	accounts ??= Array.from({ length: devAccountCount }, (_, at) => {
		const privateKey = privateKeyFromMnemonic(devMnemonic, hdPath(60, 0, at))
		return { privateKey, address: ethAddressOfKey(secp256k1PublicKey(privateKey)) }
	})
	return accounts
}
