import { quotedInteger, readCoins } from '../../codec/amino/decodeAminoJson.ts'
import { areValidCoins, areZeroCoins, type Coins, isDenom } from '../../codec/coins/coins.ts'
import { type DecCoin, parseDecimal } from '../../codec/coins/decCoins.ts'
import type { JsonNode } from '../../codec/goJson/parseJson.ts'
import { arrayItems, boolValue, nullNode, objectMembers, stringValue } from '../../codec/goJson/unmarshal.ts'
import { PanicError } from '../../errors/ChainError.ts'
import { goTrimSpace } from '../../util/goString.ts'
import { LegacyFault } from './LegacyAnswer.ts'

/** The common part of requests that build a transaction (framework: types/rest BaseReq), sanitized. */
export interface BaseReq {
	readonly from: string
	readonly memo: string
	readonly chainId: string
	readonly sequence: bigint
	readonly fees: Coins
	readonly gasPrices: readonly DecCoin[]
	readonly gas: string
	readonly gasAdjustment: string
	readonly simulate: boolean
}

/**
 * Reads the request of a transfer: `base_req` and `amount`. Fields are read in the order of the framework's struct, which
 * decides whose error shows. Throws plain errors with amino's texts.
 */
export function readTransfer(node: JsonNode): { readonly base: BaseReq; readonly amount: Coins } {
	const members = objectMembers(node)
	const base = readBaseReq(members.get('base_req') ?? nullNode)
	return { base, amount: coinsOf(members.get('amount')) }
}

function readBaseReq(node: JsonNode): BaseReq {
	const members = objectMembers(node)
	const member = (name: string): JsonNode => members.get(name) ?? nullNode
	const text = (name: string): string => goTrimSpace(stringValue(member(name)))
	const from = text('from')
	const memo = text('memo')
	const chainId = text('chain_id')
	// Read for its faults alone: no reply has it.
	quotedInteger(member('account_number'), 'uint64')
	const sequence = quotedInteger(member('sequence'), 'uint64')
	// Read and then forgotten, as the framework's Sanitize does.
	quotedInteger(member('timeout_height'), 'uint64')
	const fees = readCoins(members.get('fees')).map(feeCoin)
	const gasPrices = (arrayItems(member('gas_prices')) ?? []).map(readDecCoin)
	const [gas, gasAdjustment] = [text('gas'), text('gas_adjustment')]
	const simulate = boolValue(member('simulate'))
	return { from, memo, chainId, sequence, fees, gasPrices, gas, gasAdjustment, simulate }
}

function coinsOf(node: JsonNode | undefined): Coins {
	return readCoins(node).map(({ denom, amount }) => ({ denom, amount: BigInt(amount) }))
}

/** A coin of a fee. An absent amount is a nil pointer in the framework: it panics as soon as it looks at it. */
function feeCoin({ denom, amount }: { readonly denom: string; readonly amount: string }): Coins[number] {
	if (amount !== '') return { denom, amount: BigInt(amount) }
	return {
		denom,
		get amount(): bigint {
			throw nilPointer()
		},
	}
}

function nilPointer(): PanicError {
	return new PanicError('runtime error: invalid memory address or nil pointer dereference')
}

/** A price of gas. An absent amount is a nil pointer as that of a fee is. */
function readDecCoin(node: JsonNode): DecCoin {
	const members = objectMembers(node)
	const denom = stringValue(members.get('denom') ?? nullNode)
	const amount = members.get('amount') ?? nullNode
	if (amount.kind !== 'null') return { denom, scaled: parseDecimal(stringValue(amount)) }
	return {
		denom,
		get scaled(): bigint {
			throw nilPointer()
		},
	}
}

/** The checks before a transaction is built (framework: BaseReq.ValidateBasic). @throws {LegacyFault} */
export function checkBaseReq(base: BaseReq, isAddress: (text: string) => boolean): void {
	const { chainId, fees, gasPrices } = base
	if (!base.simulate) {
		if (chainId === '') throw new LegacyFault(401, 'chain-id required but not specified')
		if (!areZeroCoins(fees) && !areZeroPrices(gasPrices)) {
			throw new LegacyFault(400, 'cannot provide both fees and gas prices')
		}
		if (!areValidCoins(fees) && !areValidPrices(gasPrices)) {
			throw new LegacyFault(402, 'invalid fees or gas prices provided')
		}
	}
	if (base.from === '' || !isAddress(base.from)) throw new LegacyFault(401, `invalid from address: ${base.from}`)
}

/** Whether all prices are zero; true for an empty list. */
export function areZeroPrices(prices: readonly DecCoin[]): boolean {
	return prices.every(({ scaled }) => scaled === 0n)
}

function areValidPrices(prices: readonly DecCoin[]): boolean {
	return prices.every(
		({ denom, scaled }, index) => isDenom(denom) && scaled > 0n && denom > (prices[index - 1]?.denom ?? ''),
	)
}
