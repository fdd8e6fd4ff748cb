import type { Json, LargeExport } from '../../app/AppModule.ts'
import type { Context } from '../../app/Context.ts'
import type { LargeElement, LargePart } from '../../app/genesis/LargePart.ts'
import { addressFromText, decodeAddress } from '../../codec/address/address.ts'
import {
	addCoins,
	type Coin,
	type Coins,
	coinsToText,
	isDenom,
	sortCoins,
	validateCoins,
	validateDenom,
} from '../../codec/coins/coins.ts'
import { decodeProtoJson } from '../../codec/gatewayJson/decodeProtoJson.ts'
import { createRegistry } from '../../codec/registry/createRegistry.ts'
import { inOtherWords, plainError } from '../../errors/ChainError.ts'
import type { DenomUnit, Metadata } from '../../gen/cosmos/bank/v1beta1/bank_pb.js'
import { type Balance, type GenesisState, GenesisStateSchema } from '../../gen/cosmos/bank/v1beta1/genesis_pb.js'
import type { Coin as ProtoCoin } from '../../gen/cosmos/base/v1beta1/coin_pb.js'
import { compareBytes } from '../../util/bytes.ts'
import { isGoBlank } from '../../util/goString.ts'
import { member } from '../../util/jsonParts.ts'
import type { AccountBalances, BankKeeper } from './BankKeeper.ts'
import { type BankParams, validateBankParams } from './params.ts'
import { isEqual } from './validateInputsOutputs.ts'

/**
 * Throws a plain error naming the first fault of a denomination's metadata: the base unit must come first with exponent
 * 0, the others in rising order, and the display unit must be among them. Source: cosmos-sdk v0.44.5
 * x/bank/types/metadata.go.
 */
function validateMetadata(metadata: Metadata): void {
	const { name, symbol, base, display, denomUnits } = metadata
	if (isGoBlank(name)) throw plainError('name field cannot be blank')
	if (isGoBlank(symbol)) throw plainError('symbol field cannot be blank')
	if (!isDenom(base)) throw plainError(`invalid metadata base denom: invalid denom: ${base}`)
	if (!isDenom(display)) throw plainError(`invalid metadata display denom: invalid denom: ${display}`)
	const seen = new Set<string>()
	denomUnits.forEach((unit, index) => {
		if (index === 0) assertBaseUnit(unit, base)
		else if (denomUnits[index - 1]!.exponent >= unit.exponent) {
			throw plainError('denom units should be sorted asc by exponent')
		}
		if (seen.has(unit.denom)) throw plainError(`duplicate denomination unit ${unit.denom}`)
		validateUnit(unit)
		seen.add(unit.denom)
	})
	if (!seen.has(display)) {
		throw plainError(`metadata must contain a denomination unit with display denom '${display}'`)
	}
}

function assertBaseUnit(unit: DenomUnit, base: string): void {
	if (unit.denom !== base) {
		throw plainError(`metadata's first denomination unit must be the one with base denom '${base}'`)
	}
	if (unit.exponent !== 0) throw plainError(`the exponent for base denomination unit ${base} must be 0`)
}

function validateUnit({ denom, aliases }: DenomUnit): void {
	if (!isDenom(denom)) throw plainError(`invalid denom unit: invalid denom: ${denom}`)
	const seen = new Set<string>()
	for (const alias of aliases) {
		if (seen.has(alias)) throw plainError(`duplicate denomination unit alias ${alias}`)
		if (isGoBlank(alias)) throw plainError(`alias for denom unit ${denom} cannot be blank`)
		seen.add(alias)
	}
}

/** The module's genesis state (framework: x/bank/types GenesisState). */
export interface BankGenesis {
	readonly params: BankParams
	readonly balances: readonly AccountBalances[]
	/** Checked against the balances, unless it is empty. */
	readonly supply: Coins
	readonly denomMetadata: readonly Metadata[]
}

const json = { registry: createRegistry() }

/** Reads the state's JSON. Throws a plain error `failed to unmarshal bank genesis state: ...`. */
export function parseBankGenesis(state: Json): BankGenesis {
	return readBankText(JSON.stringify(state), ({ params, balances, supply, denomMetadata }) => ({
		params: {
			sendEnabled: hasSendEnabled(state) ? (params?.sendEnabled ?? []) : undefined,
			defaultSendEnabled: params?.defaultSendEnabled ?? false,
		},
		balances: balances.map(readBalance),
		supply: supply.map(readCoin),
		denomMetadata,
	}))
}

function readBankText<Value>(text: string, read: (state: GenesisState) => Value): Value {
	return inOtherWords(
		() => read(decodeProtoJson(GenesisStateSchema, text, json)),
		(error) => plainError(`failed to unmarshal bank genesis state: ${error.log}`),
	)
}

function readBalance({ address, coins }: Balance): AccountBalances {
	return { address, coins: coins.map(readCoin) }
}

/** Balances as the state has them, one by one. */
export function* balancesToJson(balances: Iterable<AccountBalances>): Generator<Json> {
	for (const { address, coins } of balances) yield { address, coins: coinsToJson(coins) }
}

/** The state as the framework writes it: every field, the protobuf names. */
export function bankGenesisToJson({ params, balances, supply, denomMetadata }: BankGenesis): LargeExport['rest'] {
	return {
		params: {
			send_enabled: (params.sendEnabled ?? []).map(({ denom, enabled }) => ({ denom, enabled })),
			default_send_enabled: params.defaultSendEnabled,
		},
		balances: [...balancesToJson(balances)],
		supply: coinsToJson(supply),
		denom_metadata: denomMetadata.map(({ description, denomUnits, base, display, name, symbol }) => ({
			description,
			denom_units: denomUnits.map(({ denom, exponent, aliases }) => ({ denom, exponent, aliases })),
			base,
			display,
			name,
			symbol,
		})),
	}
}

/**
 * Throws a plain error naming the first fault, with the texts of cosmos-sdk v0.44.5 x/bank/types/genesis.go.
 * Panics where the framework does: on a supply of other denominations than the balances.
 */
export function validateBankGenesis(genesis: BankGenesis, prefix: string): void {
	validateBankParams(genesis.params)
	const sum = new BalanceSum(prefix)
	for (const balance of genesis.balances) sum.add(balance)
	validateRest(genesis, sum.total)
}

/** Checks the same of a part that is larger than the memory, and gives the number of balances after each step. */
export function* validateLargeBankGenesis(part: LargePart, prefix: string): Generator<number> {
	const genesis = parseBankGenesis(part.without('balances'))
	validateBankParams(genesis.params)
	const sum = new BalanceSum(prefix)
	let checked = 0
	for (const some of part.elements('balances')) {
		for (const balance of balancesOf(some)) sum.add(balance)
		checked += some.length
		yield checked
	}
	validateRest(genesis, sum.total)
}

/** Checks balances one after the other, and adds them up. */
class BalanceSum {
	total: Coins = []
	readonly #prefix: string
	readonly #addresses = new Set<string>()

	constructor(prefix: string) {
		this.#prefix = prefix
	}

	add(balance: AccountBalances): void {
		const { address, coins } = balance
		if (this.#addresses.has(address)) throw plainError(`duplicate balance for address ${address}`)
		validateBalance(balance, this.#prefix)
		this.#addresses.add(address)
		this.total = addCoins(this.total, sortCoins(coins))
	}
}

function validateRest(genesis: BankGenesis, total: Coins): void {
	const bases = new Set<string>()
	for (const metadata of genesis.denomMetadata) {
		if (bases.has(metadata.base)) throw plainError(`duplicate client metadata for denom ${metadata.base}`)
		validateMetadata(metadata)
		bases.add(metadata.base)
	}
	validateCoins(genesis.supply)
	assertSupply(genesis.supply, total)
}

/** Writes the state in the framework's order: parameters, balances by address, supply, metadata. */
export function initBankGenesis(keeper: BankKeeper, ctx: Context, genesis: BankGenesis, prefix: string): void {
	keeper.setParams(ctx, genesis.params)
	const accounts = genesis.balances.map(({ address, coins }) => ({ address: addressFromText(address, prefix), coins }))
	accounts.sort((a, b) => compareBytes(a.address, b.address))
	let total: Coins = []
	for (const { address, coins } of accounts) {
		keeper.initBalances(ctx, address, coins)
		total = addCoins(total, coins)
	}
	initSupply(keeper, ctx, genesis, total)
}

/** Writes the same of a part that is larger than the memory, and gives the number of balances after each step. */
export function* loadBankGenesis(keeper: BankKeeper, ctx: Context, part: LargePart, prefix: string): Generator<number> {
	const genesis = parseBankGenesis(part.without('balances'))
	keeper.setParams(ctx, genesis.params)
	let total: Coins = []
	let stored = 0
	for (const some of part.elements('balances')) {
		for (const { address, coins } of balancesOf(some)) {
			keeper.initBalances(ctx, decodeAddress(address, prefix), coins)
			total = addCoins(total, coins)
		}
		stored += some.length
		yield stored
	}
	initSupply(keeper, ctx, genesis, total)
}

function balancesOf(elements: readonly LargeElement[]): readonly AccountBalances[] {
	const text = `{"balances":[${elements.map(({ text }) => text).join()}]}`
	return readBankText(text, ({ balances }) => balances.map(readBalance))
}

function initSupply(keeper: BankKeeper, ctx: Context, genesis: BankGenesis, total: Coins): void {
	assertSupply(genesis.supply, total)
	for (const coin of total) keeper.setSupply(ctx, coin)
	for (const metadata of genesis.denomMetadata) keeper.setDenomMetadata(ctx, metadata)
}

function assertSupply(supply: Coins, total: Coins): void {
	if (supply.length === 0 || isEqual(supply, total)) return
	throw plainError(`genesis supply is incorrect, expected ${coinsToText(supply)}, got ${coinsToText(total)}`)
}

/** Like a coin set, but zero amounts and any order are allowed (framework: Balance.Validate). */
function validateBalance({ address, coins }: AccountBalances, prefix: string): void {
	addressFromText(address, prefix)
	const seen = new Set<string>()
	for (const { denom, amount } of coins) {
		if (seen.has(denom)) throw plainError(`duplicate denomination ${denom}`)
		validateDenom(denom)
		if (amount < 0n) throw plainError(`coin ${denom} amount is cannot be negative`)
		seen.add(denom)
	}
}

function readCoin({ denom, amount }: ProtoCoin): Coin {
	if (amount === '') throw plainError(`the coin ${denom} has no amount`)
	return { denom, amount: BigInt(amount) }
}

function coinsToJson(coins: Coins): Json {
	return coins.map(({ denom, amount }) => ({ denom, amount: amount.toString() }))
}

/** Whether the state names a list of exceptions: an absent one and `null` are stored differently from an empty one. */
function hasSendEnabled(state: Json): boolean {
	const params = member(state, 'params')
	return Array.isArray(member(params, 'send_enabled') ?? member(params, 'sendEnabled'))
}
