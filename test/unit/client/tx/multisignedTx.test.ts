import { create } from '@bufbuild/protobuf'
import { expect, it } from 'vitest'
import { multisignedTx } from '../../../../src/client/tx/multisig.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { decodeMultisignature } from '../../../../src/codec/tx/decodeMultisignature.ts'
import { secp256k1PublicKey } from '../../../../src/crypto/secp256k1.ts'
import type { LegacyAminoPubKey } from '../../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { AuthInfoSchema, FeeSchema, TxBodySchema, TxSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo } from '../../../../src/keyring/Keyring.ts'
import { toBase64 } from '../../../../src/util/bytes.ts'

const members = [1, 2, 3].map((fill) => toBase64(secp256k1PublicKey(new Uint8Array(32).fill(fill))))
const key = { name: 'family', kind: 'multi', address: 'chain1', threshold: 2, members } as KeyInfo
const signature = (fill: number) => new Uint8Array(64).fill(fill)

it('a transaction of a threshold key keeps who grants and who pays its fee, and its body', () => {
	const fee = {
		amount: [{ denom: 'uchain', amount: '7' }],
		gasLimit: 9n,
		granter: 'chain1granter',
		payer: 'chain1payer',
	}
	const tx = create(TxSchema, {
		body: create(TxBodySchema, { memo: 'kept', timeoutHeight: 5n }),
		authInfo: create(AuthInfoSchema, { fee: create(FeeSchema, fee) }),
	})
	const signed = multisignedTx(
		tx,
		key,
		4n,
		new Map([
			[2, signature(2)],
			[0, signature(0)],
		]),
	)
	expect(signed.authInfo?.fee).toMatchObject(fee)
	expect(signed.body).toMatchObject({ memo: 'kept', timeoutHeight: 5n })
	const [info] = signed.authInfo?.signerInfos ?? []
	expect(info?.sequence).toBe(4n)
	expect(info?.modeInfo?.sum).toMatchObject({
		case: 'multi',
		value: { bitarray: { elems: Uint8Array.of(0b1010_0000), extraBitsStored: 3 } },
	})
	// In the order of the key, whoever signed first.
	expect(decodeMultisignature(signed.signatures[0]!)).toEqual([signature(0), signature(2)])
	const unpacked = createRegistry().unpack(info!.publicKey!, 'pubKey') as LegacyAminoPubKey
	expect(unpacked.threshold).toBe(2)
	expect(unpacked.publicKeys.map(({ value }) => toBase64(value.slice(2)))).toEqual(members)
})
