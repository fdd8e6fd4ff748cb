import { create } from '@bufbuild/protobuf'
import { makeSignDoc as makeAminoDoc, type StdSignDoc } from '@cosmjs/amino'
import { makeSignDoc as makeDirectDoc } from '@cosmjs/proto-signing'
import { encodeAminoJson } from '../../codec/amino/encodeAminoJson.ts'
import type { AminoBrand } from '../../codec/ChainSettings.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import type { SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { encodeAuthInfo, encodeTxBody } from '../../codec/tx/encodeTx.ts'
import { UserError } from '../../errors/UserError.ts'
import { AuthInfoSchema, SignerInfoSchema, type Tx, TxBodySchema, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo, Keyring } from '../../keyring/Keyring.ts'
import { equalBytes, fromBase64 } from '../../util/bytes.ts'
import { type SignModeName, singleSignerInfo } from './signerInfo.ts'

// CosmJS loads slowly, so this file is imported only when something is signed, or shortly after the first subscription
// (createChainClient).

/** Data of the chain's sign documents. */
export interface SignOptions extends SignerData {
	readonly registry: Registry
	readonly brand: AminoBrand
}

/** Signer and sign mode of a transaction. */
export interface SignTxInput extends SignOptions {
	readonly tx: Tx
	readonly keyring: Pick<Keyring, 'signer'>
	readonly key: KeyInfo
	readonly mode: SignModeName
	/** Drops existing signatures. */
	readonly overwrite?: boolean
}

/**
 * Third step: adds a signature to the transaction and leaves its body unchanged (framework: client/tx.Sign). CosmJS
 * builds the document, the keyring's CosmJS signer signs it. The signature of an account that somebody acts as is zeros.
 *
 * @throws {UserError} for a key without a secret, and for a transaction that the sign mode cannot cover.
 */
export async function signTx(input: SignTxInput): Promise<Tx> {
	const { tx, mode, key, overwrite = false } = input
	const info = create(SignerInfoSchema, singleSignerInfo(key, mode, input.sequence))
	const before = overwrite ? [] : (tx.authInfo?.signerInfos ?? [])
	const at = before.findIndex(
		({ publicKey }) => publicKey && info.publicKey && equalBytes(publicKey.value, info.publicKey.value),
	)
	const signerInfos = at < 0 ? [...before, info] : before.map((other, index) => (index === at ? info : other))
	const { fee } = tx.authInfo ?? {}
	const signed = create(TxSchema, {
		...(tx.body ? { body: tx.body } : {}),
		authInfo: create(AuthInfoSchema, { signerInfos, ...(fee ? { fee } : {}) }),
		signatures: overwrite ? [] : [...tx.signatures],
	})
	const bytes = key.kind === 'acting' ? new Uint8Array(64) : await signatureOf(signed, input)
	if (at < 0) signed.signatures.push(bytes)
	else signed.signatures[at] = bytes
	return signed
}

async function signatureOf(tx: Tx, input: SignTxInput): Promise<Uint8Array> {
	const { key, mode } = input
	const signer = await input.keyring.signer(key.name)
	const { signature } =
		mode === 'direct'
			? await signer.signDirect(key.address, directDoc(tx, input))
			: await signer.signAmino(key.address, aminoDoc(tx, input))
	return fromBase64(signature.signature) ?? new Uint8Array()
}

/**
 * The amino document of a transaction. The fee of generation 9's documents is amount and gas alone, whoever pays it
 * (cosmos-sdk v0.44.5 x/auth/legacy/legacytx/stdtx.go StdFee).
 * @throws {UserError} for a transaction with extension options, which such a signature does not cover.
 */
export function aminoDoc(tx: Tx, { registry, brand, ...signer }: SignOptions): StdSignDoc {
	const { body = create(TxBodySchema), authInfo } = tx
	if (body.extensionOptions.length > 0 || body.nonCriticalExtensionOptions.length > 0) {
		throw new UserError('This transaction has extension options, which mode amino-json does not cover.', {
			next: 'Sign it with --sign-mode direct.',
		})
	}
	const messages = body.messages.map(
		(any) =>
			JSON.parse(encodeAminoJson(registry.unpack(any, 'msg'), { registry, brand })) as StdSignDoc['msgs'][number],
	)
	const { amount = [], gasLimit = 0n } = authInfo?.fee ?? {}
	return makeAminoDoc(
		messages,
		{ amount: amount.map(({ denom, amount: value }) => ({ denom, amount: value })), gas: String(gasLimit) },
		signer.chainId,
		body.memo,
		String(signer.accountNumber),
		String(signer.sequence),
		body.timeoutHeight,
	)
}

function directDoc(tx: Tx, signer: SignerData) {
	return makeDirectDoc(
		encodeTxBody(tx.body ?? create(TxBodySchema)),
		encodeAuthInfo(tx.authInfo ?? create(AuthInfoSchema)),
		signer.chainId,
		Number(signer.accountNumber),
	)
}
