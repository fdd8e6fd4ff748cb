import { toHex } from 'viem'
import { sign } from 'viem/accounts'
import { ethAddressOfKey } from '../../../crypto/ethSecp256k1.ts'
import { secp256k1PublicKey } from '../../../crypto/secp256k1.ts'
import { type EthTx, signingHash } from '../../../modules/evm/tx/EthTx.ts'
import { fromHex } from '../../../util/bytes.ts'
import { hexBytes } from '../hexJson.ts'

/** The private keys a node signs with: the developer mnemonic's, and those programs of this machine added. */
export class KeyBook {
	/** Keys by 0x address, in the order of adding. */
	readonly #keys = new Map<string, Uint8Array>()

	constructor(privateKeys: readonly Uint8Array[] = []) {
		for (const key of privateKeys) this.add(key)
	}

	/** Addresses as 0x text. */
	get addresses(): readonly string[] {
		return [...this.#keys.keys()]
	}

	/** The 20-byte address that was added first. */
	get first(): Uint8Array | undefined {
		const [address] = this.#keys.keys()
		return address === undefined ? undefined : fromHex(address.slice(2))
	}

	/** Adds a 32-byte private key and returns its 20-byte address. The key is lost when the node stops. */
	add(privateKey: Uint8Array): Uint8Array {
		const address = ethAddressOfKey(secp256k1PublicKey(privateKey))
		this.#keys.set(hexBytes(address), privateKey)
		return address
	}

	has(address: Uint8Array): boolean {
		return this.#keys.has(hexBytes(address))
	}

	/** Signs a 32-byte digest: r, s and the recovery bit. Undefined for an unknown key. */
	async sign(
		address: Uint8Array,
		digest: Uint8Array,
	): Promise<{ readonly r: bigint; readonly s: bigint; readonly recovery: 0 | 1 } | undefined> {
		const key = this.#keys.get(hexBytes(address))
		if (key === undefined) return undefined
		const { r, s, yParity } = await sign({ hash: toHex(digest), privateKey: toHex(key) })
		return { r: BigInt(r), s: BigInt(s), recovery: yParity === 1 ? 1 : 0 }
	}

	/** The 65-byte signature r, s, v of a digest, with v 27 or 28. */
	async signature(address: Uint8Array, digest: Uint8Array): Promise<Uint8Array | undefined> {
		const signed = await this.sign(address, digest)
		if (signed === undefined) return undefined
		const text = [signed.r, signed.s].map((part) => part.toString(16).padStart(64, '0')).join('')
		return fromHex(text + (27 + signed.recovery).toString(16))
	}

	/** Signs a transaction for a chain. */
	async signTx(address: Uint8Array, tx: EthTx, chainId: bigint): Promise<EthTx | undefined> {
		const signed = await this.sign(address, signingHash(tx, chainId))
		if (signed === undefined) return undefined
		const { r, s, recovery } = signed
		return { ...tx, r, s, v: tx.type === 0 ? chainId * 2n + 35n + BigInt(recovery) : BigInt(recovery) }
	}
}
