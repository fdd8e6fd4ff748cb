import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { addressToText } from '../../../src/codec/address/address.ts'
import { createRegistry, packAny } from '../../../src/codec/registry/createRegistry.ts'
import { aminoSignBytes } from '../../../src/codec/signDoc/aminoSignBytes.ts'
import { encodeAuthInfo, encodeTxBody, encodeTxRaw } from '../../../src/codec/tx/encodeTx.ts'
import { sha256 } from '../../../src/crypto/hash.ts'
import { privateKeyFromMnemonic } from '../../../src/crypto/hdKey.ts'
import { secp256k1Address } from '../../../src/crypto/publicKey.ts'
import { secp256k1PublicKey, signSecp256k1 } from '../../../src/crypto/secp256k1.ts'
import { MsgCreateGreetSchema } from '../../../src/gen/chain/greet/v1beta1/tx_pb.js'
import { PubKeySchema } from '../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { AuthInfoSchema, TxBodySchema } from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { fromUtf8, toBase64, toHex, toHexUpper } from '../../../src/util/bytes.ts'

const mnemonic =
	'length game earth vessel pumpkin sugar distance fiber unknown planet winter race song upgrade weekend smile spawn brother harvest seat castle diet strike kite'
const privateKey = privateKeyFromMnemonic(mnemonic, "m/44'/459'/0'/0/0")
const publicKey = secp256k1PublicKey(privateKey)

const vectors = [
	{
		prefix: 'kava',
		address: 'kava1v8vqwu75l4prdlapph2gqg06yllc4762eyzp22',
		typeUrl: '/kava.greet.v1beta1.MsgCreateGreet',
		document: '6274b0aff24ec0b3f0cae532e635c7b91553113b0b5b3a002f84558b36404e29',
		signature: 'MuoAQ/WcBQZfDG81usQDf7e1nC1Ir+2QunEOBiq4Gb4iiiPLpjbcCrcNk2qHYNd+ggBAQx5HvxuKXrxI7ljPBg==',
		hash: '2AFC4AEA79EE0DFC390EAA4E16AA39C803C752FDBA37DFC16B829E7E08E83A33',
	},
	{
		prefix: 'chain',
		address: 'chain1v8vqwu75l4prdlapph2gqg06yllc4762snzhhc',
		typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
		document: 'c1fbe325e636cafb10cd742adfe350dce067ff47d0d6609210da56460afc6f74',
		signature: 'ZkH0T2NO4WCF4fFrLeapv5N0D1bCTaJ7z2nt6VlHPEg86iEkZUVskoREomovV1Q5KEZTg1F/OiupZXVIONdw+g==',
		hash: 'D613BADBD4F2D4EED604E8D02909EB981591A364217F608F7EAE05E6F251412B',
	},
] as const

describe('a greeting signed in amino JSON', () => {
	it.each(vectors)(
		'a greeting signed in amino JSON with prefix $prefix equals the recording',
		({ prefix, address, typeUrl, document, signature, hash }) => {
			expect(addressToText(secp256k1Address(publicKey), prefix)).toBe(address)
			const greet = create(MsgCreateGreetSchema, { message: 'golden <&> vector', owner: address })
			const fee = { denom: `u${prefix}`, amount: '3000' }
			const bytes = aminoSignBytes(
				{
					chainId: `${prefix}-localnet`,
					accountNumber: 5n,
					sequence: 2n,
					timeoutHeight: 1_000_000n,
					fee: { amount: [fee], gas: 300_000n },
					messages: [greet],
					memo: 'm & m',
				},
				{ registry: createRegistry(), brand: 'chain' },
			)
			expect(fromUtf8(bytes)).toContain('"memo":"m \\u0026 m"')
			expect(toHex(sha256(bytes))).toBe(document)
			const made = signSecp256k1(bytes, privateKey)
			expect(toBase64(made)).toBe(signature)
			const body = create(TxBodySchema, {
				messages: [{ ...packAny(MsgCreateGreetSchema, greet), typeUrl }],
				memo: 'm & m',
				timeoutHeight: 1_000_000n,
			})
			const authInfo = create(AuthInfoSchema, {
				signerInfos: [
					{
						publicKey: packAny(PubKeySchema, create(PubKeySchema, { key: publicKey })),
						modeInfo: { sum: { case: 'single', value: { mode: 127 } } },
						sequence: 2n,
					},
				],
				fee: { amount: [fee], gasLimit: 300_000n },
			})
			const raw = encodeTxRaw(encodeTxBody(body), encodeAuthInfo(authInfo), [made])
			expect(toHexUpper(sha256(raw))).toBe(hash)
		},
	)
})
