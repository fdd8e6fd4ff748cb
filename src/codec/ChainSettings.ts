/** Which amino names a chain writes: the neutral ones or those of existing wallets and SDKs. */
export type AminoBrand = 'chain' | 'cosmos'

/** Settings of a chain that its texts, addresses and signatures depend on. */
export interface ChainSettings {
	/** bech32 prefix of account addresses, `chain` by default. */
	readonly prefix: string
	/** Native denomination, `uchain` by default: a micro-unit with a leading `u`. */
	readonly denom: string
	/** SLIP-44 coin type of key paths, 118 by default. */
	readonly coinType: number
	/** `chain`: `chain-sdk/...` and `chain/PubKeySecp256k1`; `cosmos`: `cosmos-sdk/...` and `tendermint/PubKeySecp256k1`. */
	readonly aminoBrand: AminoBrand
}

/** The settings of a new home. */
export const defaultChainSettings: ChainSettings = {
	prefix: 'chain',
	denom: 'uchain',
	coinType: 118,
	aminoBrand: 'chain',
}

const pattern = /^[a-z]+_([1-9][0-9]*)-[1-9][0-9]*$/

/** The EIP-155 number in a chain id: 2222 of `chain_2222-10`; else undefined (ethermint v0.14.1 types/chain_id.go). */
export function evmChainIdOf(chainId: string): bigint | undefined {
	if (chainId.length > 48) return undefined
	const digits = pattern.exec(chainId)?.[1]
	return digits === undefined ? undefined : BigInt(digits)
}
