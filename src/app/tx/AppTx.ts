import type { Message } from '@bufbuild/protobuf'
import { addressFromText, addressToText } from '../../codec/address/address.ts'
import type { Coins } from '../../codec/coins/coins.ts'
import type { DecodedTx } from '../../codec/tx/decodeTx.ts'
import { inOtherWords, itemOf, PanicError } from '../../errors/ChainError.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import type { MsgType } from '../AppModule.ts'
import { type TxSignature, txSignatures } from './signatureData.ts'

/** A message with the module's rules for it. */
export interface TxMessage {
	readonly type: MsgType
	readonly typeUrl: string
	readonly value: Message
}

/** The fee of a transaction. */
export interface TxFee {
	readonly gasLimit: bigint
	readonly coins: Coins
	/** Whether an amount is missing (nil in Go); `coins` then has 0. */
	readonly hasNil: boolean
	/** bech32, empty when the first signer pays. */
	readonly payer: string
	/** bech32; empty if there is none. */
	readonly granter: string
}

/** A decoded transaction as the ante chain sees it; derived values are computed once (framework: x/auth/tx wrapper). */
export class AppTx {
	readonly decoded: DecodedTx
	readonly messages: readonly TxMessage[]
	readonly #prefix: string
	readonly #addressTexts: WeakMap<Uint8Array, string>
	#signers: readonly Uint8Array[] | undefined
	#fee: TxFee | undefined
	#signatures: readonly TxSignature[] | undefined

	/** `addressTexts` remembers the texts of addresses over many transactions of one prefix. */
	constructor(
		decoded: DecodedTx,
		messages: readonly TxMessage[],
		prefix: string,
		addressTexts: WeakMap<Uint8Array, string>,
	) {
		this.decoded = decoded
		this.messages = messages
		this.#prefix = prefix
		this.#addressTexts = addressTexts
	}

	/** bech32 prefix of addresses. */
	get prefix(): string {
		return this.#prefix
	}

	/** Whether the auth info has a fee at all. */
	get hasFee(): boolean {
		return this.decoded.authInfo.fee !== undefined
	}

	/** The fee. @throws {PanicError} if it is missing, as Go does on the nil pointer. */
	get fee(): TxFee {
		if (this.#fee === undefined) {
			const fee = this.decoded.authInfo.fee
			if (fee === undefined) throw new PanicError('runtime error: invalid memory address or nil pointer dereference')
			this.#fee = {
				gasLimit: fee.gasLimit,
				coins: fee.amount.map(({ denom, amount }) => ({ denom, amount: BigInt(amount) })),
				hasNil: fee.amount.some(({ amount }) => amount === ''),
				payer: fee.payer,
				granter: fee.granter,
			}
		}
		return this.#fee
	}

	/**
	 * Raw addresses that must sign: the messages' signers in order of first appearance, then the fee payer when its text
	 * is not the text of one of them (framework: types/tx GetSigners).
	 */
	get signers(): readonly Uint8Array[] {
		this.#signers ??= this.#collectSigners()
		return this.#signers
	}

	/** Raw address of the account that pays the fee. */
	get feePayer(): Uint8Array {
		if (this.fee.payer !== '') return this.#parse(this.fee.payer)
		return itemOf(this.signers, 0)
	}

	/** Raw address of the fee granter, if one is named. */
	get feeGranter(): Uint8Array | undefined {
		return this.fee.granter === '' ? undefined : this.#parse(this.fee.granter)
	}

	/** One entry per signer info (framework: GetSignaturesV2). Throws as `txSignatures` does. */
	get signatures(): readonly TxSignature[] {
		this.#signatures ??= txSignatures(this.decoded)
		return this.#signatures
	}

	/** bech32 text of an address. */
	addressText(address: Uint8Array): string {
		return getOrInsert(this.#addressTexts, address, () => addressToText(address, this.#prefix))
	}

	#collectSigners(): readonly Uint8Array[] {
		const signers: Uint8Array[] = []
		const seen = new Set<string>()
		for (const { type, value } of this.messages) {
			for (const address of type.signers(value)) {
				const text = this.addressText(address)
				if (seen.has(text)) continue
				seen.add(text)
				signers.push(address)
			}
		}
		const payer = this.fee.payer
		if (payer !== '' && !seen.has(payer)) signers.push(this.#parse(payer))
		return signers
	}

	#parse(text: string): Uint8Array {
		return inOtherWords(
			() => addressFromText(text, this.#prefix),
			(error) => new PanicError(error.log),
		)
	}
}
