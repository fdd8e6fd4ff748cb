import { create } from '@bufbuild/protobuf'
import { createMultisigThresholdPubkey, encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino'
import { makeMultisignedTx } from '@cosmjs/stargate'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeTxBody } from '../../codec/tx/encodeTx.ts'
import { AuthInfoSchema, type Tx, TxBodySchema, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import { memberKeys } from './signerInfo.ts'

// Imported only when a multisig key signs, because @cosmjs/stargate loads slowly.

/** Signatures are keyed by address; any prefix will do. */
const prefix = 'member'

/**
 * Combines a transaction with signatures of members of a multisig key, by their index (framework: x/auth/client/cli
 * tx_multisign.go). CosmJS 0.37.1 drops fee granter and payer, so the transaction's own fee is put back.
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
