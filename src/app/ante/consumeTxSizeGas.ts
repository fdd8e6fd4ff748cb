import type { AccountKeeper } from '../expectedKeepers.ts'
import { aminoPublicKey, isMultisigKey, type MemberKeys, simulationKey, type UnpackKey } from '../publicKeys.ts'
import { isIncomplete } from '../signatureData.ts'
import type { AnteStep } from './createAnteHandler.ts'

/**
 * Charges for the bytes of the transaction; in a simulation also for the signatures still missing, by the size of a
 * legacy signature with the signer's key. Source: cosmos-sdk v0.44.5 x/auth/ante/basic.go ConsumeTxSizeGasDecorator.
 */
export function consumeTxSizeGas(accounts: AccountKeeper, unpackKey: UnpackKey, memberKeys: MemberKeys): AnteStep {
	return {
		name: 'ConsumeTxSizeGas',
		run(ctx, tx) {
			const { txSizeCostPerByte, txSigLimit } = accounts.getParams(ctx)
			ctx.gasMeter.consume(txSizeCostPerByte * BigInt(tx.decoded.bytes.length), 'txSize')
			if (ctx.mode !== 'simulate') return
			const signatures = tx.signatures
			tx.signers.forEach((signer, index) => {
				const signature = signatures[index]
				if (signature !== undefined && !isIncomplete(signature.data)) return
				const stored = accounts.getAccount(ctx, signer)?.base.pubKey
				const key = stored === undefined ? simulationKey : unpackKey(stored)
				const size = BigInt(legacySignatureSize(aminoPublicKey(key, memberKeys).length) + 6)
				const cost = isMultisigKey(key) ? size * txSigLimit : size
				ctx.gasMeter.consume(txSizeCostPerByte * cost, 'txSize')
			})
		},
	}
}

/** Bytes of a legacy StdSignature with a key of that size and a 64-byte signature in binary amino. */
function legacySignatureSize(keySize: number): number {
	return 1 + (keySize < 0x80 ? 1 : keySize < 0x4000 ? 2 : 3) + keySize + 2 + 64
}
