import { encodeAminoPubKey } from '../../codec/amino/aminoBinary.ts'
import type { PublicKey } from '../../crypto/publicKey.ts'
import { PanicError } from '../../errors/PanicError.ts'
import type { AccountKeeper } from '../expectedKeepers.ts'
import { isMultisigKey, type KeyReader, simulationKey } from '../publicKeys.ts'
import { isIncomplete } from '../signatureData.ts'
import type { AnteStep } from './createAnteHandler.ts'

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
	if (key.$typeName === 'cosmos.crypto.secp256r1.PubKey') {
		throw new PanicError('Cannot encode unregistered concrete type secp256r1.PubKey.')
	}
	return encodeAminoPubKey(key, keys.registry).length
}

/** Bytes of a legacy StdSignature with a key of that size and a 64-byte signature in binary amino. */
function legacySignatureSize(keySize: number): number {
	return 1 + (keySize < 0x80 ? 1 : keySize < 0x4000 ? 2 : 3) + keySize + 2 + 64
}
