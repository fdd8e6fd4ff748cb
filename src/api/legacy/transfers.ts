import { create } from '@bufbuild/protobuf'
import { addressToText } from '../../codec/address/address.ts'
import type { AminoJsonInput } from '../../codec/amino/AminoJsonInput.ts'
import type { StdTx } from '../../codec/amino/stdTx.ts'
import type { Coins } from '../../codec/coins/coins.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { packAny } from '../../codec/registry/createRegistry.ts'
import { txBytesOf } from '../../codec/txJson/txJson.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { type MsgSend, MsgSendSchema } from '../../gen/cosmos/bank/v1beta1/tx_pb.js'
import { PubKeySchema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SimulateRequestSchema, SimulateResponseSchema } from '../../gen/cosmos/tx/v1beta1/service_pb.js'
import { TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { RestRequest } from '../rest/RestHandler.ts'
import { adjustedGas, feeOf, gasAdjustment, gasSetting } from './gasOf.ts'
import { answer, type LegacyAnswer, LegacyFault, orFault } from './LegacyAnswer.ts'
import type { LegacyParts } from './LegacyParts.ts'
import { legacyQuery } from './legacyQuery.ts'
import { type BaseReq, checkBaseReq, readTransfer } from './readBaseReq.ts'
import { bodyOf, parseAmino } from './requestBody.ts'

/** Differences between the generations in building transfers. */
export interface TransferDialect {
	/** Throws plain errors. */
	readonly addressFromText: (text: string, prefix: string) => Uint8Array
	/** Error text for a gas setting that is not a number. */
	readonly gasFault: string
	/** Error text for a failed simulation. */
	readonly simulationFault: (fault: GrpcStatusError, tx: Pick<StdTx, 'msgs' | 'fee' | 'signatures'>) => Promise<string>
	/** Whether a simulation checks the sequence; otherwise it uses the expected one. */
	readonly checksSequence: boolean
	/** The transaction as shown. */
	readonly encode: (tx: StdTx, options: AminoJsonInput) => string
}

/**
 * `POST /bank/accounts/{address}/transfers`: an unsigned transfer, or the gas it would take (cosmos-sdk v0.44.5
 * x/bank/client/rest/tx.go, client/tx/tx.go WriteGeneratedTxResponse).
 */
export async function transferAnswer(
	parts: LegacyParts,
	request: RestRequest,
	to: string,
	dialect: TransferDialect,
): Promise<LegacyAnswer> {
	const { registry, settings } = parts
	const { prefix } = settings
	const toAddress = orFault(400, () => dialect.addressFromText(to, prefix))
	const body = await bodyOf(request)
	const { base, amount } = orFault(400, () => readTransfer(parseAmino(body)), 'failed to decode JSON payload: ')
	checkBaseReq(base, (text) => isAddress(text, prefix, dialect))
	const message = create(MsgSendSchema, {
		fromAddress: addressToText(dialect.addressFromText(base.from, prefix), prefix),
		toAddress: addressToText(toAddress, prefix),
		amount: amount.map(coin),
	})
	const factor = orFault(400, () => gasAdjustment(base))
	const setting = orFault(400, () => gasSetting(base, dialect.gasFault))
	let { gas } = setting
	if (base.simulate || setting.simulate) {
		if (factor < 0) throw new LegacyFault(400, 'invalid gas adjustment')
		gas = adjustedGas(await simulated(parts, base, message, gas, dialect), factor)
		if (base.simulate) return answer(`{"gas_estimate":"${gas}"}`)
	}
	const fee = orFault(400, () => feeOf(base, gas))
	const tx = {
		msgs: [message],
		fee: { amount: fee.map(coin), gas },
		signatures: [],
		memo: base.memo,
		timeoutHeight: 0n,
	}
	return answer(dialect.encode(tx, { registry, brand: settings.aminoBrand }))
}

function isAddress(text: string, prefix: string, dialect: TransferDialect): boolean {
	try {
		dialect.addressFromText(text, prefix)
		return true
	} catch (error) {
		if (error instanceof ChainError) return false
		throw error
	}
}

function coin({ denom, amount }: Coins[number]): { denom: string; amount: string } {
	return { denom, amount: String(amount) }
}

/**
 * Simulates the gas of an unsigned transaction.
 *
 * @throws {LegacyFault} 500 if it fails.
 */
async function simulated(
	parts: LegacyParts,
	base: BaseReq,
	message: MsgSend,
	gas: bigint,
	dialect: TransferDialect,
): Promise<bigint> {
	const amount = orFault(500, () => feeOf(base, gas)).map(coin)
	const simulate = (sequence: bigint): Promise<bigint> => simulation(parts, { base, message, amount, gas, sequence })
	try {
		return await simulate(base.sequence)
	} catch (error) {
		if (!(error instanceof GrpcStatusError)) throw error
		const expected = dialect.checksSequence ? undefined : expectedSequence.exec(error.message)?.[1]
		if (expected !== undefined) return simulate(BigInt(expected))
		const tx = { msgs: [message], fee: { amount, gas }, signatures: [] }
		throw new LegacyFault(500, await dialect.simulationFault(error, tx))
	}
}

const expectedSequence = /account sequence mismatch, expected (\d+), got/

interface Simulation {
	readonly base: BaseReq
	readonly message: MsgSend
	readonly amount: StdTx['fee']['amount'][number][]
	readonly gas: bigint
	readonly sequence: bigint
}

/** Throws GrpcStatusError. */
async function simulation(parts: LegacyParts, { base, message, amount, gas, sequence }: Simulation): Promise<bigint> {
	const tx = create(TxSchema, {
		body: { messages: [packAny(MsgSendSchema, message)], memo: base.memo },
		authInfo: {
			signerInfos: [
				{
					publicKey: packAny(PubKeySchema, create(PubKeySchema)),
					modeInfo: { sum: { case: 'single', value: { mode: 0 } } },
					sequence,
				},
			],
			fee: { amount, gasLimit: gas },
		},
		signatures: [new Uint8Array(0)],
	})
	const request = create(SimulateRequestSchema, { txBytes: txBytesOf(tx) })
	const path = '/cosmos.tx.v1beta1.Service/Simulate'
	const { value } = await legacyQuery(parts, path, encodeMessage(SimulateRequestSchema, request), 0n)
	return decodeMessage(SimulateResponseSchema, value).gasInfo?.gasUsed ?? 0n
}
