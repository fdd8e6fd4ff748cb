import { type AminoSignOptions, aminoSignBytesOfTx, type SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { directSignBytes } from '../../codec/signDoc/directSignBytes.ts'
import { plainError } from '../../errors/plainError.ts'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import type { AppTx } from '../AppTx.ts'

/**
 * The bytes a signer signs in a mode (cosmos-sdk v0.44.5 x/auth/signing/sign_mode_handler.go).
 *
 * @throws a plain error for a mode that has no document.
 */
export function signDocument(tx: AppTx, mode: number, signer: SignerData, amino: AminoSignOptions): Uint8Array {
	const { bodyBytes, authInfoBytes } = tx.decoded
	switch (mode) {
		case SignMode.DIRECT:
			return directSignBytes({
				bodyBytes,
				authInfoBytes,
				chainId: signer.chainId,
				accountNumber: signer.accountNumber,
			})
		case SignMode.LEGACY_AMINO_JSON:
			return aminoSignBytesOfTx(tx.decoded, signer, amino)
		default:
			throw plainError(`can't verify sign mode ${mode}`)
	}
}
