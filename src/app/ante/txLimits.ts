import type { Message } from '@bufbuild/protobuf'
import { encodeAminoPubKey } from '../../codec/amino/aminoBinary.ts'
import { membersOf } from '../../crypto/multisig.ts'
import type { PublicKey } from '../../crypto/publicKey.ts'
import { inOtherWords, PanicError, sdkErrors } from '../../errors/ChainError.ts'
import { goLength } from '../../util/goString.ts'
import type { AccountKeeper } from '../expectedKeepers.ts'
import { isMultisigKey, type KeyReader, simulationKey } from '../tx/publicKeys.ts'
import { isIncomplete } from '../tx/signatureData.ts'
import type { AnteStep } from './createAnteHandler.ts'

/** Refuses critical extension options (framework: x/auth/ante/ext.go). */
export const rejectExtensionOptions: AnteStep = {
	name: 'RejectExtensionOptions',
	run(_ctx, tx) {
		if (tx.decoded.body.extensionOptions.length > 0) throw sdkErrors.unknownExtensionOptions
	},
}

/** Refuses a transaction after its timeout height; 0 means none (framework: x/auth/ante/basic.go). */
export const txTimeoutHeight: AnteStep = {
	name: 'TxTimeoutHeight',
	run(ctx, tx) {
		const timeout = tx.decoded.body.timeoutHeight
		const { height } = ctx.header
		if (timeout > 0n && BigInt(height) > timeout) {
			throw sdkErrors.txTimeoutHeight.wrap(`block height: ${height}, timeout height: ${timeout}`)
		}
	},
}

/** Refuses a memo of too many bytes, which the text calls characters (framework: x/auth/ante/basic.go). */
export function validateMemo(accounts: AccountKeeper): AnteStep {
	return {
		name: 'ValidateMemo',
		run(ctx, tx) {
			const { maxMemoCharacters } = accounts.getParams(ctx)
			const length = goLength(tx.decoded.body.memo)
			if (BigInt(length) > maxMemoCharacters) {
				throw sdkErrors.memoTooLarge.wrap(
					`maximum number of characters is ${maxMemoCharacters} but received ${length} characters`,
				)
			}
		},
	}
}

/** Refuses too many keys, those in multisig keys counted one by one (framework: x/auth/ante/sigverify.go). */
export function validateSigCount(accounts: AccountKeeper, keys: KeyReader): AnteStep {
	const count = (key: Message | undefined): number =>
		isMultisigKey(key) ? membersOf(key, keys.registry).reduce((sum, member): number => sum + count(member), 0) : 1
	return {
		name: 'ValidateSigCount',
		run(ctx, tx) {
			const { txSigLimit } = accounts.getParams(ctx)
			let signatures = 0
			for (const key of tx.decoded.publicKeys) {
				signatures += count(key)
				if (BigInt(signatures) > txSigLimit) {
					throw sdkErrors.tooManySignatures.wrap(`signatures: ${signatures}, limit: ${txSigLimit}`)
				}
			}
		},
	}
}

/**
 * Charges for the bytes of the transaction; in a simulation also for the signatures still missing, by the size of a
 * legacy signature with the signer's key. Source: cosmos-sdk v0.44.5 x/auth/ante/basic.go ConsumeTxSizeGasDecorator.
 */
export function consumeTxSizeGas(accounts: AccountKeeper, keys: KeyReader): AnteStep {
	return {
		name: 'ConsumeTxSizeGas',
		run(ctx, tx) {
			const { txSizeCostPerByte, txSigLimit } = accounts.getParams(ctx)
			// Go's products wrap at 64 bits.
			const consume = (size: bigint) => ctx.gasMeter.consume(BigInt.asUintN(64, txSizeCostPerByte * size), 'txSize')
			consume(BigInt(tx.decoded.bytes.length))
			if (ctx.mode !== 'simulate') return
			const signatures = tx.signatures
			tx.signers.forEach((signer, index) => {
				const signature = signatures[index]
				if (signature !== undefined && !isIncomplete(signature.data)) return
				const stored = accounts.getAccount(ctx, signer)?.base.pubKey
				const key = stored === undefined ? simulationKey : keys.unpack(stored)
				const size = BigInt(legacySignatureSize(aminoSize(key, keys)) + 6)
				consume(isMultisigKey(key) ? size * txSigLimit : size)
			})
		},
	}
}

/** Length of a key in binary amino; panics for a kind amino does not know, as the framework's MustMarshal does. */
function aminoSize(key: PublicKey, keys: KeyReader): number {
	return inOtherWords(
		() => encodeAminoPubKey(key, keys.registry).length,
		() => new PanicError('Cannot encode unregistered concrete type secp256r1.PubKey.'),
	)
}

/** Bytes of a legacy StdSignature with a key of that size and a 64-byte signature in binary amino. */
function legacySignatureSize(keySize: number): number {
	return 1 + (keySize < 0x80 ? 1 : keySize < 0x4000 ? 2 : 3) + keySize + 2 + 64
}
