import { create, type Message } from '@bufbuild/protobuf'
import { plainError, sdkErrors } from '../../errors/ChainError.ts'
import type { Coin } from '../../gen/cosmos/base/v1beta1/coin_pb.js'
import { AuthInfoSchema, SignerInfoSchema, type Tx, TxBodySchema, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { packMessage } from '../amino/decodeAminoJson.ts'
import type { StdSignature, StdTx } from '../amino/stdTx.ts'
import type { Registry } from '../registry/createRegistry.ts'
import { fromLegacySignature, type MemberMarks } from './legacySignature.ts'

/** Rules for converting signatures, which differ for generation 8. */
export interface ConversionRules {
	readonly marks?: MemberMarks
	/** The key a signature is of; undefined: one that signs alone. By default its own, which it then must have. */
	readonly keyOf?: (signature: StdSignature, index: number) => Message | undefined
}

/**
 * The protobuf transaction of a legacy one: the first signer pays, every signature has mode legacy amino JSON, and
 * `sequences` are those of the signers' accounts, one for each signature.
 * @throws {ChainError}: a null message cannot be packed (code 33), a signature without a key has no signer.
 */
export function stdTxToProto(
	tx: StdTx,
	sequences: readonly bigint[],
	registry: Registry,
	{ marks = 'first', keyOf = signingKey }: ConversionRules = {},
): Tx {
	const messages = tx.msgs.map((message) => {
		if (message === undefined) throw sdkErrors.packAny.wrap('Expecting non nil value to create a new Any')
		return packMessage(message, registry)
	})
	const signatures: Uint8Array[] = []
	const signerInfos = tx.signatures.map((part, index) => {
		const key = keyOf(part, index)
		const moded = fromLegacySignature(key, part.signature, registry, marks)
		signatures.push(moded.signature)
		return create(SignerInfoSchema, {
			...(part.pubKey === undefined ? {} : { publicKey: packMessage(part.pubKey, registry) }),
			modeInfo: moded.modeInfo,
			sequence: sequences[index] ?? 0n,
		})
	})
	// Plain objects: there may be tens of thousands.
	const amount = tx.fee.amount.map((coin): Coin => ({ $typeName: 'cosmos.base.v1beta1.Coin', ...coin }))
	return create(TxSchema, {
		body: create(TxBodySchema, { messages, memo: tx.memo, timeoutHeight: tx.timeoutHeight }),
		authInfo: create(AuthInfoSchema, { signerInfos, fee: { amount, gasLimit: tx.fee.gas } }),
		signatures,
	})
}

/** The key of a signature. @throws a plain error without a key, because nothing then determines the sequence. */
export function signingKey({ pubKey }: StdSignature, index: number): Message {
	if (pubKey === undefined) throw plainError(`signature ${index} has no pub_key: the signer cannot be known without it`)
	return pubKey
}

/** The largest transaction a mempool of the 0.34 line takes (tendermint v0.34.15 config max_tx_bytes). */
export const maxTxBytes = 1_048_576

/**
 * A lower bound of the size of a transaction's protobuf form in bytes: two per message, four per signature, five per
 * coin, and the memo's. It detects hostile transactions before the conversion.
 */
export function leastSize({ msgs, signatures, fee, memo }: StdTx): number {
	return msgs.length * 2 + signatures.length * 4 + fee.amount.length * 5 + memo.length
}
