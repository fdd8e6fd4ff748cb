import type { AminoBrand } from '../../codec/ChainSettings.ts'
import { encodeTxRaw } from '../../codec/tx/encodeTx.ts'
import type { KeyInfo, Keyring } from '../../keyring/Keyring.ts'
import type { Coin, MsgInput } from '../ChainClient.ts'
import { keyringSigner, type SignMode } from './keyringSigner.ts'

/** Everything a signature covers. */
export interface SignTxInput {
	readonly keyring: Keyring
	readonly key: KeyInfo
	readonly brand: AminoBrand
	readonly mode: SignMode
	readonly messages: readonly MsgInput[]
	readonly fee: readonly Coin[]
	readonly gas: bigint
	readonly memo: string
	/** 0 for none. */
	readonly timeoutHeight: bigint
	readonly chainId: string
	readonly accountNumber: bigint
	readonly sequence: bigint
	/** Account that pays instead of the signer, when it granted that. */
	readonly feeGranter?: string
}

/** The bytes of a signed transaction, made by CosmJS's signing client without asking a node. */
export async function signTx(input: SignTxInput): Promise<Uint8Array> {
	const { createSigningClient } = await import('./cosmjs.ts')
	const signer = keyringSigner(input.keyring, input.key, input.mode)
	const client = await createSigningClient(undefined, signer, input.brand)
	const { bodyBytes, authInfoBytes, signatures } = await client.sign(
		input.key.address,
		input.messages,
		{ amount: input.fee, gas: String(input.gas), ...(input.feeGranter ? { granter: input.feeGranter } : {}) },
		input.memo,
		{ accountNumber: Number(input.accountNumber), sequence: Number(input.sequence), chainId: input.chainId },
		input.timeoutHeight === 0n ? undefined : input.timeoutHeight,
	)
	return encodeTxRaw(bodyBytes, authInfoBytes, signatures)
}
