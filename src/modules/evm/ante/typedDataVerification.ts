import type { AnteStep } from '../../../app/ante/createAnteHandler.ts'
import { signerAccount, signerAt } from '../../../app/ante/signerSteps.ts'
import type { SigVerificationDeps } from '../../../app/ante/sigVerification.ts'
import type { BaseAccountFields } from '../../../app/expectedKeepers.ts'
import type { AppTx } from '../../../app/tx/AppTx.ts'
import { addressFromText, addressToText } from '../../../codec/address/address.ts'
import { signedBrands } from '../../../codec/amino/aminoNames.ts'
import type { AminoBrand } from '../../../codec/ChainSettings.ts'
import { tableOf } from '../../../codec/proto/messageTable.ts'
import type { Registry } from '../../../codec/registry/createRegistry.ts'
import { aminoSignBytes, type SignerData } from '../../../codec/signDoc/aminoSignBytes.ts'
import { addressOfPoint, areSignatureValues, recoverKey } from '../../../crypto/ethSecp256k1.ts'
import type { SignatureData } from '../../../crypto/multisig.ts'
import type { PublicKey } from '../../../crypto/publicKey.ts'
import { ChainError, inOtherWords, plainError, sdkErrors } from '../../../errors/ChainError.ts'
import { SignMode } from '../../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import type { ExtensionOptionsWeb3Tx } from '../../../gen/ethermint/types/v1/web3_pb.js'
import { equalBytes, fromUtf8, toHex, toHexUpper } from '../../../util/bytes.ts'
import { typedDataDigest } from './typedData.ts'

/** Dependencies of verifying typed data. */
export interface TypedDataDeps extends SigVerificationDeps {
	readonly registry: Registry
	/** Number of the chain by EIP-155. */
	readonly chainId: bigint
}

/**
 * Verifies the one signature of a transaction over EIP-712 typed data, which is in its extension option; a simulation
 * checks only the sequence, a recheck nothing. Source: ethermint v0.14.1 app/ante/eip712.go, whose source locations are
 * part of the texts.
 */
export function typedDataVerification(deps: TypedDataDeps): AnteStep {
	const { accounts, keys } = deps
	return {
		name: 'Eip712SigVerification',
		run(ctx, tx) {
			if (ctx.mode === 'recheck') return
			const { signatures, signers } = tx
			if (signatures.length !== 1) {
				throw sdkErrors.unauthorized.wrap(
					`invalid number of signers (${signatures.length});  EIP712 signatures allows just one signature`,
				)
			}
			if (signers.length !== 1) {
				throw sdkErrors.unauthorized.wrap(`invalid number of signer;  expected: ${signers.length}, got 1`)
			}
			const { base } = signerAccount(ctx, accounts, tx, signerAt(tx, 0))
			const pubKey = ctx.mode === 'simulate' ? undefined : keyOf(base)
			const { data, sequence } = signatures[0]!
			if (sequence !== base.sequence) {
				throw sdkErrors.wrongSequence.wrap(`account sequence mismatch, expected ${base.sequence}, got ${sequence}`)
			}
			if (pubKey === undefined) return
			const accountNumber = ctx.header.height === 0 ? 0n : base.accountNumber
			const signer = { chainId: ctx.chainId, accountNumber, sequence: base.sequence }
			inOtherWords(
				() => verify(deps, tx, signer, data, keys.unpack(pubKey)),
				(error) =>
					sdkErrors.unauthorized.wrap(
						`signature verification failed; please verify account number (${accountNumber}) and chain-id (${ctx.chainId}): ${error.log}`,
					),
			)
		},
	}
}

function keyOf({ pubKey }: BaseAccountFields): NonNullable<BaseAccountFields['pubKey']> {
	if (pubKey === undefined) throw sdkErrors.invalidPubKey.wrap('pubkey on account is not set')
	return pubKey
}

function verify(
	deps: TypedDataDeps,
	tx: AppTx,
	signer: SignerData,
	data: SignatureData | undefined,
	key: PublicKey,
): void {
	if (data?.kind !== 'single') {
		const got = data === undefined ? '<nil>' : '*signing.MultiSignatureData'
		throw at(269, sdkErrors.tooManySignatures.wrap(`unexpected SignatureData ${got}`))
	}
	if (data.mode !== SignMode.LEGACY_AMINO_JSON) {
		throw at(148, sdkErrors.notSupported.wrap('unexpected SignatureData *signing.SingleSignatureData: wrong SignMode'))
	}
	if (data.signature.length !== 0) {
		throw at(
			153,
			sdkErrors.tooManySignatures.wrap(
				'invalid signature value; EIP712 must have the cosmos transaction signature empty',
			),
		)
	}
	const option = optionOf(deps, tx)
	const payer = payerOf(option, tx.prefix)
	const { feePayerSig: signature } = option
	let refusal: unknown
	// The name of a message is part of what is signed; those of each brand that counts are tried.
	for (const brand of signedBrands(deps.amino.brand)) {
		const digest = digestOf(deps, tx, signer, option, addressToText(payer, tx.prefix), brand)
		if (signature.length !== 65) {
			throw at(229, sdkErrors.invalidSigner.wrap("signature length doesn't match typical [R||S||V] signature 65 bytes"))
		}
		try {
			verifySignature(digest, signature, key, payer, tx.prefix)
			return
		} catch (fault) {
			refusal ??= fault
		}
	}
	throw refusal
}

function optionOf({ registry, chainId }: TypedDataDeps, tx: AppTx): ExtensionOptionsWeb3Tx {
	const { extensionOptions } = tx.decoded.body
	if (extensionOptions.length !== 1) {
		throw at(187, sdkErrors.unknownExtensionOptions.wrap('tx doesnt contain expected amount of extension options'))
	}
	const option = registry.unpack(extensionOptions[0]!, 'web3Extension') as ExtensionOptionsWeb3Tx
	if (option.typedDataChainId !== chainId) throw at(202, sdkErrors.invalidChainId.wrap('invalid chainID'))
	if (option.feePayer === '') {
		throw at(206, sdkErrors.unknownExtensionOptions.wrap('no feePayer on ExtensionOptionsWeb3Tx'))
	}
	return option
}

function payerOf({ feePayer }: ExtensionOptionsWeb3Tx, prefix: string): Uint8Array {
	return inOtherWords(
		() => addressFromText(feePayer, prefix),
		(error) => at(210, error.wrap('failed to parse feePayer from ExtensionOptionsWeb3Tx')),
	)
}

function digestOf(
	{ amino, registry }: TypedDataDeps,
	tx: AppTx,
	signer: SignerData,
	option: ExtensionOptionsWeb3Tx,
	feePayer: string,
	brand: AminoBrand,
): Uint8Array {
	const { body, authInfo, messages } = tx.decoded
	// Somebody signs, so there is one.
	const message = messages[0]!
	const document = aminoSignBytes(
		{
			...signer,
			timeoutHeight: body.timeoutHeight,
			fee: { amount: authInfo.fee?.amount ?? [], gas: tx.fee.gasLimit },
			messages,
			memo: body.memo,
		},
		{ ...amino, brand },
	)
	const table = tableOf(registry.resolve(`/${message.$typeName}`))
	return typedDataDigest(option.typedDataChainId, { message, table }, fromUtf8(document), feePayer)
}

function verifySignature(
	digest: Uint8Array,
	signature: Uint8Array,
	key: PublicKey,
	payer: Uint8Array,
	prefix: string,
): void {
	const rs = signature.subarray(0, 64)
	const v = signature[64]!
	const recovery = v === 27 || v === 28 ? v - 27 : v
	const point = recovery > 3 ? undefined : recoverKey(digest, rs, recovery)
	if (point === undefined) {
		const fault = recovery > 3 ? 'invalid signature recovery id' : 'recovery failed'
		throw at(239, plainError(fault).wrap('failed to recover delegated fee payer from sig'))
	}
	const compressed = new Uint8Array(33)
	compressed[0] = (point[64]! & 1) === 1 ? 3 : 2
	compressed.set(point.subarray(1, 33), 1)
	if (key.$typeName !== 'ethermint.crypto.v1.ethsecp256k1.PubKey' || !equalBytes(key.key, compressed)) {
		throw at(
			252,
			sdkErrors.invalidPubKey.wrap(
				`feePayer pubkey ${keyText(key)} is different from transaction pubkey EthPubKeySecp256k1{${toHexUpper(compressed)}}`,
			),
		)
	}
	const address = addressOfPoint(point)
	if (!equalBytes(address, payer)) {
		throw at(
			258,
			sdkErrors.invalidSigner.wrap(`failed to verify delegated fee payer ${addressToText(address, prefix)} signature`),
		)
	}
	const number = (part: Uint8Array) => BigInt(`0x${toHex(part)}`)
	if (!areSignatureValues(number(rs.subarray(0, 32)), number(rs.subarray(32)), true)) {
		throw at(264, sdkErrors.invalidSigner.wrap('unable to verify signer signature of EIP712 typed data'))
	}
}

/** A key as Go prints it. */
function keyText(key: PublicKey): string {
	if (!('key' in key)) return key.$typeName
	const name = key.$typeName === 'ethermint.crypto.v1.ethsecp256k1.PubKey' ? 'EthPubKeySecp256k1' : 'PubKeySecp256k1'
	return `${name}{${toHexUpper(key.key)}}`
}

/** The error with its place in the reference's file, which its text shows. */
function at(line: number, error: ChainError): ChainError {
	const text = `${error.log} [tharsis/ethermint@v0.14.1/app/ante/eip712.go:${line}]`
	return new ChainError(error.codespace, error.code, text, { cause: error })
}
