import { create } from '@bufbuild/protobuf'
import { addressToText } from '../../src/codec/address/address.ts'
import { packAny } from '../../src/codec/registry/createRegistry.ts'
import { directSignBytes } from '../../src/codec/signDoc/directSignBytes.ts'
import { encodeAuthInfo, encodeTxBody, encodeTxRaw } from '../../src/codec/tx/encodeTx.ts'
import { sha256 } from '../../src/crypto/hash.ts'
import { secp256k1Address } from '../../src/crypto/publicKey.ts'
import { secp256k1PublicKey, signSecp256k1 } from '../../src/crypto/secp256k1.ts'
import { MsgCreateGreetSchema } from '../../src/gen/chain/greet/v1beta1/tx_pb.js'
import { PubKeySchema } from '../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SignMode } from '../../src/gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { AuthInfoSchema, TxBodySchema } from '../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { utf8 } from '../../src/util/bytes.ts'

/** An account of a network's genesis that signs greetings one after the other. */
export class Greeter {
	readonly address: string
	readonly accountNumber: number
	sequence = 0
	readonly #key: Uint8Array

	constructor(name: string, accountNumber: number) {
		this.#key = sha256(utf8(name))
		this.accountNumber = accountNumber
		this.address = addressToText(secp256k1Address(secp256k1PublicKey(this.#key)), 'chain')
	}

	/** The next greeting, signed in mode direct. */
	greeting(chainId: string, message: string): Uint8Array {
		const greet = create(MsgCreateGreetSchema, { message, owner: this.address })
		const bodyBytes = encodeTxBody(create(TxBodySchema, { messages: [packAny(MsgCreateGreetSchema, greet)] }))
		const publicKey = packAny(PubKeySchema, create(PubKeySchema, { key: secp256k1PublicKey(this.#key) }))
		const mode = { sum: { case: 'single', value: { mode: SignMode.DIRECT } } } as const
		const authInfoBytes = encodeAuthInfo(
			create(AuthInfoSchema, {
				signerInfos: [{ publicKey, modeInfo: mode, sequence: BigInt(this.sequence++) }],
				fee: { amount: [{ denom: 'uchain', amount: '2000' }], gasLimit: 200_000n },
			}),
		)
		const accountNumber = BigInt(this.accountNumber)
		const document = directSignBytes({ bodyBytes, authInfoBytes, chainId, accountNumber })
		return encodeTxRaw(bodyBytes, authInfoBytes, [signSecp256k1(document, this.#key)])
	}
}
