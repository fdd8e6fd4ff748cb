/**
 * Signs for one account: the interfaces `OfflineDirectSigner` and `OfflineAminoSigner` of CosmJS, spelled out, so that the
 * signers of this package fit every release of it from 0.32 on.
 *
 * @example
 * import { SigningStargateClient } from '@cosmjs/stargate'
 * const signer: Signer = chain.accounts[0].signer
 * const client = await SigningStargateClient.connectWithSigner(chain.rpcUrl, signer)
 */
export interface Signer {
	readonly getAccounts: () => Promise<readonly SignerAccount[]>
	readonly signDirect: (address: string, document: DirectDocument) => Promise<Signed<DirectDocument>>
	readonly signAmino: (address: string, document: AminoDocument) => Promise<Signed<AminoDocument>>
}

/**
 * The account of a signer.
 *
 * @example
 * const accounts: readonly SignerAccount[] = await chain.accounts[0].signer.getAccounts()
 */
export interface SignerAccount {
	/** bech32. */
	readonly address: string
	readonly algo: 'secp256k1'
	/** Compressed, 33 bytes. */
	readonly pubkey: Uint8Array
}

/**
 * What a signer gives back: the document and its signature.
 *
 * @example
 * const [alice] = chain.accounts
 * const { chainId } = chain
 * const document = { chainId, accountNumber: 0n, bodyBytes: new Uint8Array(), authInfoBytes: new Uint8Array() }
 * const { signature }: Signed<DirectDocument> = await alice.signer.signDirect(alice.address, document)
 */
export interface Signed<Document> {
	readonly signed: Document
	readonly signature: {
		readonly pub_key: { readonly type: string; readonly value: string }
		/** base64. */
		readonly signature: string
	}
}

/**
 * The bytes of a transaction that a direct signature covers.
 *
 * @example
 * const document: DirectDocument = {
 *   bodyBytes: new Uint8Array(),
 *   authInfoBytes: new Uint8Array(),
 *   chainId: chain.chainId,
 *   accountNumber: 0n,
 * }
 */
export interface DirectDocument {
	bodyBytes: Uint8Array
	authInfoBytes: Uint8Array
	chainId: string
	accountNumber: bigint
}

/**
 * The JSON that an amino signature covers.
 *
 * @example
 * const [alice] = chain.accounts
 * const document: AminoDocument = {
 *   chain_id: chain.chainId,
 *   account_number: '0',
 *   sequence: '0',
 *   fee: { amount: [{ denom: chain.denom, amount: '2000' }], gas: '200000' },
 *   msgs: [],
 *   memo: 'a login',
 * }
 * const { signature } = await alice.signer.signAmino(alice.address, document)
 */
export interface AminoDocument {
	readonly chain_id: string
	readonly account_number: string
	readonly sequence: string
	readonly fee: {
		readonly amount: readonly { readonly denom: string; readonly amount: string }[]
		readonly gas: string
		readonly granter?: string
		readonly payer?: string
	}
	// biome-ignore lint/suspicious/noExplicitAny: as CosmJS has it.
	readonly msgs: readonly { readonly type: string; readonly value: any }[]
	readonly memo: string
	readonly timeout_height?: string
}
