import { create } from '@bufbuild/protobuf'
import { coinsOfGas } from '../../app/ante/deductFee.ts'
import { addressToText } from '../../codec/address/address.ts'
import type { AminoJsonInput } from '../../codec/amino/encodeAminoJson.ts'
import type { StdTx } from '../../codec/amino/stdTx.ts'
import type { Coins } from '../../codec/coins/coins.ts'
import { noBytes } from '../../codec/noBytes.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { packAny } from '../../codec/registry/createRegistry.ts'
import { txBytesOf } from '../../codec/txJson/txJson.ts'
import { attempt } from '../../errors/attempt.ts'
import { ChainError, inOtherWords, PanicError, plainError } from '../../errors/ChainError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { type MsgSend, MsgSendSchema } from '../../gen/cosmos/bank/v1beta1/tx_pb.js'
import { PubKeySchema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SimulateRequestSchema, SimulateResponseSchema } from '../../gen/cosmos/tx/v1beta1/service_pb.js'
import { TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { goQuote } from '../../util/goString.ts'
import type { RestRequest } from '../rest/RestHandler.ts'
import { parseInteger } from '../services/goParse.ts'
import { bodyOf, parseAmino } from './formValues.ts'
import { answer, type LegacyAnswer, LegacyFault, type LegacyParts, orFault } from './LegacyAnswer.ts'
import { legacyQuery } from './legacyQuery.ts'
import { areZeroPrices, type BaseReq, checkBaseReq, readTransfer } from './readBaseReq.ts'

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
	const fee = feeOf(base, gas)
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
	return attempt(
		() => dialect.addressFromText(text, prefix) !== undefined,
		ChainError,
		() => false,
	)
}

/** A coin as it is written: an absent amount is 0. */
function coin(fee: Coins[number]): { denom: string; amount: string } {
	const amount = attempt(
		() => String(fee.amount),
		PanicError,
		() => '0',
	)
	return { denom: fee.denom, amount }
}

/** Simulates the gas of an unsigned transaction. @throws {LegacyFault} 500 if it fails. */
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
		signatures: [noBytes],
	})
	const request = create(SimulateRequestSchema, { txBytes: txBytesOf(tx) })
	const path = '/cosmos.tx.v1beta1.Service/Simulate'
	const { value } = await legacyQuery(parts, path, encodeMessage(SimulateRequestSchema, request), 0n)
	return decodeMessage(SimulateResponseSchema, value).gasInfo!.gasUsed
}

/** The framework's gas limit for requests that name none (client/flags DefaultGasLimit). */
const defaultGas = 200_000n

/** The gas a request names, and whether it is to be simulated. Throws plain errors. */
function gasSetting({ gas }: BaseReq, fault: string): { readonly simulate: boolean; readonly gas: bigint } {
	if (gas === '') return { simulate: false, gas: defaultGas }
	if (gas === 'auto') return { simulate: true, gas: 0n }
	return inOtherWords(
		() => ({ simulate: false, gas: parseInteger(gas, { signed: false, bits: 64 }) }),
		() => plainError(fault),
	)
}

/** The factor on simulated gas, 1 when none is named. Throws plain errors. */
function gasAdjustment({ gasAdjustment }: BaseReq): number {
	return gasAdjustment === '' ? 1 : parseFloat64(gasAdjustment)
}

/** Simulated gas with the factor on it, cut to a whole number; 2^63 where it does not fit, as Go converts on amd64. */
function adjustedGas(used: bigint, factor: number): bigint {
	const product = factor * Number(used)
	return product < 2 ** 64 ? BigInt(Math.trunc(product)) : 1n << 63n
}

/**
 * The fee of a request: as given, or the gas at the given prices, rounded up (framework: client/tx BuildUnsignedTx).
 * Throws plain errors, and PanicError for a price in no denomination.
 */
function feeOf({ chainId, fees, gasPrices }: BaseReq, gas: bigint): Coins {
	if (chainId === '') throw plainError('chain ID required but not specified')
	if (areZeroPrices(gasPrices)) return fees
	if (fees.some(({ amount }) => amount !== 0n)) throw plainError('cannot provide both fees and gas prices')
	return coinsOfGas(gasPrices, gas)
}

const decimal = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/
const hexadecimal = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)$/

/** A number as Go's strconv.ParseFloat reads it. Throws its plain errors. */
function parseFloat64(text: string): number {
	const value = numberOf(text)
	if (value === undefined) throw plainError(`strconv.ParseFloat: parsing ${goQuote(text)}: invalid syntax`)
	if (!Number.isFinite(value) && /\d/.test(text)) {
		throw plainError(`strconv.ParseFloat: parsing ${goQuote(text)}: value out of range`)
	}
	return value
}

function numberOf(given: string): number | undefined {
	// One low line may stand between two digits, or behind the base.
	const text = given.replace(/^[+-]?0x/i.test(given) ? /(?<=[\da-fx])_(?=[\da-f])/gi : /(?<=\d)_(?=\d)/g, '')
	if (decimal.test(text)) return Number(text)
	if (/^[+-]?inf(?:inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity
	if (/^nan$/i.test(text)) return Number.NaN
	const hex = hexadecimal.exec(text)
	if (hex === null) return undefined
	const [, sign, whole = '', fraction = '', exponent = '0'] = hex
	if (whole === '' && fraction === '') return undefined
	const value = Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length)
	return sign === '-' ? -value : value
}
