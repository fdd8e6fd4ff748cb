import { addressToText } from '../codec/address/address.ts'
import { checksumAddress } from '../codec/address/checksumAddress.ts'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import { ethAddressOfKey } from '../crypto/ethSecp256k1.ts'
import { hdPath, privateKeysFromMnemonic } from '../crypto/hdKey.ts'
import { secp256k1Address } from '../crypto/publicKey.ts'
import { secp256k1PublicKey, signSecp256k1 } from '../crypto/secp256k1.ts'
import { keySigner } from '../keyring/keySigner.ts'
import { faucetMnemonic } from '../node/genesis/defaultGenesis.ts'
import { toHex } from '../util/bytes.ts'
import type { ChainAccount } from './Chain.ts'
import type { Signer } from './Signer.ts'

/** Accounts of a mnemonic from index 0 on; without one, of the published faucet mnemonic from index 1 on: index 0 is the faucet. */
export function testAccounts(
	count: number,
	{ coinType, prefix }: ChainSettings,
	mnemonic?: string,
): readonly ChainAccount[] {
	const first = mnemonic === undefined ? 1 : 0
	const paths = Array.from({ length: count }, (_, index) => hdPath(coinType, 0, index + first))
	return privateKeysFromMnemonic(mnemonic ?? faucetMnemonic, paths).map((privateKey) => {
		const pubKey = secp256k1PublicKey(privateKey)
		const bytes = secp256k1Address(pubKey)
		const address = addressToText(bytes, prefix)
		return {
			address,
			hexAddress: `0x${toHex(bytes)}`,
			ethAddress: checksumAddress(ethAddressOfKey(pubKey)) as `0x${string}`,
			pubKey,
			privateKey: `0x${toHex(privateKey)}`,
			signer: keySigner({ address, pubKey }, async (document) => signSecp256k1(document, privateKey)) as Signer,
		}
	})
}
