import { create } from '@bufbuild/protobuf'
import { createMultisigThresholdPubkey, encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino'
import { makeMultisignedTx } from '@cosmjs/stargate'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeTxBody } from '../../codec/tx/encodeTx.ts'
import { AuthInfoSchema, type Tx, TxBodySchema, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import { memberKeys } from './signerInfo.ts'

// Imported only when a threshold key signs: @cosmjs/stargate takes a while to load.

/** Signatures are named by address; which prefix these have matters to nobody. */
const prefix = 'member'

/**
 * A transaction with signatures of members of a threshold key, by their index (framework: x/auth/client/cli tx_multisign.go).
 * CosmJS makes it, but for the fee: CosmJS 0.37.1 leaves out who grants and who pays it, so the transaction's own is put back.
 */
export function multisignedTx(
	{ body = create(TxBodySchema), authInfo }: Tx,
	key: KeyInfo,
	sequence: bigint,
	signatures: ReadonlyMap<number, Uint8Array>,
): Tx {
	const members = memberKeys(key).map(encodeSecp256k1Pubkey)
	const addresses = members.map((member) => pubkeyToAddress(member, prefix))
	const { authInfoBytes, signatures: joined } = makeMultisignedTx(
		createMultisigThresholdPubkey(members, key.threshold ?? 0, true),
		Number(sequence),
		{ amount: [], gas: '0' },
		encodeTxBody(body),
		new Map([...signatures].map(([index, signature]) => [addresses[index] ?? '', signature])),
	)
	const { signerInfos } = decodeMessage(AuthInfoSchema, authInfoBytes)
	const { fee } = authInfo ?? {}
	return create(TxSchema, {
		body,
		authInfo: create(AuthInfoSchema, { signerInfos, ...(fee ? { fee } : {}) }),
		signatures: joined,
	})
}
