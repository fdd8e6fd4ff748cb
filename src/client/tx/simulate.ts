import { create } from '@bufbuild/protobuf'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { packAny, type Registry, typeUrlOf } from '../../codec/registry/createRegistry.ts'
import { encodeAuthInfo, encodeTxBody, encodeTxRaw } from '../../codec/tx/encodeTx.ts'
import { PubKeySchema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { Service } from '../../gen/cosmos/tx/v1beta1/service_pb.js'
import { AuthInfoSchema, TxBodySchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { Coin, MsgInput } from '../ChainClient.ts'
import { queryMethod } from '../queries/queryMethod.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { createMessage } from './createMessage.ts'

/** What is simulated: as much of a transaction as gas depends on. */
export interface SimulateInput {
	readonly registry: Registry
	readonly messages: readonly MsgInput[]
	/** 33 bytes. */
	readonly pubKey: Uint8Array
	readonly sequence: bigint
	/** A fee is part of the cost of paying it; empty when none will be paid. */
	readonly fee: readonly Coin[]
	readonly memo: string
	readonly timeoutHeight: bigint
}

/**
 * Gas a transaction would use now. The signature is of full size and zero, so that the size counts as it will
 * (cosmos-sdk v0.44.5 x/auth/ante: signatures are not verified in simulation). Throws ChainError with the reason it would fail.
 */
export async function simulate(connection: RpcConnection, input: SimulateInput): Promise<bigint> {
	const reply = await queryMethod(connection, Service.method.simulate, { txBytes: simulationTx(input) })
	return reply.gasInfo?.gasUsed ?? 0n
}

function simulationTx(input: SimulateInput): Uint8Array {
	const messages = input.messages.map((message) => {
		const schema = input.registry.resolve(message.typeUrl)
		return { typeUrl: typeUrlOf(schema), value: encodeMessage(schema, createMessage(message)) }
	})
	const body = create(TxBodySchema, { messages, memo: input.memo, timeoutHeight: input.timeoutHeight })
	const authInfo = create(AuthInfoSchema, {
		signerInfos: [
			{
				publicKey: packAny(PubKeySchema, create(PubKeySchema, { key: input.pubKey })),
				modeInfo: { sum: { case: 'single', value: { mode: SignMode.DIRECT } } },
				sequence: input.sequence,
			},
		],
		fee: { amount: input.fee.map((coin) => ({ ...coin })), gasLimit: 0n },
	})
	return encodeTxRaw(encodeTxBody(body), encodeAuthInfo(authInfo), [new Uint8Array(64)])
}
