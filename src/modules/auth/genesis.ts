import { create } from '@bufbuild/protobuf'
import type { Json, LargeExport } from '../../app/AppModule.ts'
import type { Context } from '../../app/Context.ts'
import type { Account, AuthParams, BaseAccountFields } from '../../app/expectedKeepers.ts'
import type { LargeElement, LargePart } from '../../app/genesis/LargePart.ts'
import { createKeyReader } from '../../app/tx/publicKeys.ts'
import { addressFromText, addressToText, moduleAddress } from '../../codec/address/address.ts'
import { addCoins, type Coins, equalCoins, isAllGTE } from '../../codec/coins/coins.ts'
import { decodeProtoJson } from '../../codec/gatewayJson/decodeProtoJson.ts'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import type { JsonSpan } from '../../codec/goJson/JsonScanner.ts'
import { packAny, type Registry } from '../../codec/registry/createRegistry.ts'
import { plainError } from '../../errors/ChainError.ts'
import { ParamsSchema } from '../../gen/cosmos/auth/v1beta1/auth_pb.js'
import { GenesisStateSchema } from '../../gen/cosmos/auth/v1beta1/genesis_pb.js'
import { equalBytes } from '../../util/bytes.ts'
import { isGoBlank } from '../../util/goString.ts'
import type { AuthKeeper } from './AuthKeeper.ts'
import { accountFromMessage, accountToMessage } from './accountMessages.ts'
import { defaultAuthParams, validateAuthParams } from './authParams.ts'

/** The fault of an account in a genesis document; undefined if it is valid (framework: GenesisAccount.Validate). */
function accountFault(account: Account, prefix: string, registry: Registry): string | undefined {
	return kindFault(account, prefix) ?? baseFault(account.base, prefix, registry)
}

function kindFault(account: Account, prefix: string): string | undefined {
	switch (account.kind) {
		case 'base':
		case 'eth':
			return undefined
		case 'module':
			if (isGoBlank(account.name)) return 'module account name cannot be blank'
			if (account.base.address !== addressToText(moduleAddress(account.name), prefix)) {
				return `address ${account.base.address} cannot be derived from the module name '${account.name}'`
			}
			return undefined
		case 'permanent':
			if (account.vesting.endTime > 0n) return 'permanently vested accounts cannot have an end-time'
			break
		case 'continuous':
		case 'periodic':
			if (account.startTime >= account.vesting.endTime) return 'vesting start-time cannot be before end-time'
			break
	}
	const { originalVesting, delegatedVesting, endTime } = account.vesting
	if (account.kind === 'periodic') {
		let end = account.startTime
		let total: Coins = []
		for (const { length, amount } of account.periods) {
			end += length
			total = addCoins(total, amount)
		}
		if (end !== endTime) return 'vesting end time does not match length of all vesting periods'
		if (!equalCoins(total, originalVesting)) {
			return 'original vesting coins does not match the sum of all coins in vesting periods'
		}
	}
	if (!isAllGTE(originalVesting, delegatedVesting)) {
		return 'delegated vesting amount cannot be greater than original vesting amount'
	}
	return undefined
}

function baseFault({ address, pubKey }: BaseAccountFields, prefix: string, registry: Registry): string | undefined {
	if (address === '' || pubKey === undefined) return undefined
	const keys = createKeyReader(registry)
	const expected = keys.addressOf(keys.unpack(pubKey))
	return equalBytes(expected, addressFromText(address, prefix))
		? undefined
		: 'account address and pubkey address do not match'
}

/** The module's genesis state (framework: x/auth/types GenesisState). */
export interface AuthGenesis {
	readonly params: AuthParams
	readonly accounts: readonly Account[]
}

/** Reads the state's JSON. Throws plain errors with the texts of the framework's JSON reader. */
export function parseAuthGenesis(state: Json, registry: Registry): AuthGenesis {
	return parseAuthText(JSON.stringify(state), registry)
}

function parseAuthText(text: string, registry: Registry): AuthGenesis {
	const { params = create(ParamsSchema), accounts } = decodeProtoJson(GenesisStateSchema, text, { registry })
	return {
		params: {
			maxMemoCharacters: params.maxMemoCharacters,
			txSigLimit: params.txSigLimit,
			txSizeCostPerByte: params.txSizeCostPerByte,
			sigVerifyCostEd25519: params.sigVerifyCostEd25519,
			sigVerifyCostSecp256k1: params.sigVerifyCostSecp256k1,
		},
		accounts: accounts.map((any) => accountFromMessage(registry.unpack(any, 'genesisAccount'))),
	}
}

/** The state as the framework writes it. */
export function authGenesisToJson({ params, accounts }: AuthGenesis, registry: Registry): LargeExport['rest'] {
	const message = create(GenesisStateSchema, {
		params: create(ParamsSchema, params),
		accounts: accounts.map((account) => {
			const { schema, message } = accountToMessage(account)
			return packAny(schema, message)
		}),
	})
	return JSON.parse(encodeProtoJson(message, GenesisStateSchema, { registry })) as LargeExport['rest']
}

/** Stores parameters, fee collector and accounts by number, renumbered (framework: x/auth/genesis.go InitGenesis). */
export function initAuthGenesis(keeper: AuthKeeper, ctx: Context, genesis: AuthGenesis, feeCollector: string): void {
	keeper.setParams(ctx, genesis.params)
	const accounts = [...genesis.accounts].sort((a, b) => compare(a.base.accountNumber, b.base.accountNumber))
	for (const account of accounts) keeper.setAccount(ctx, keeper.withNextNumber(ctx, account))
	keeper.getModuleAccount(ctx, feeCollector)
}

/** Stores the same of a part that is larger than the memory, and gives the number of accounts after each step. */
export function* loadAuthGenesis(
	keeper: AuthKeeper,
	ctx: Context,
	part: LargePart,
	{ registry, feeCollector }: { readonly registry: Registry; readonly feeCollector: string },
): Generator<number> {
	keeper.setParams(ctx, parseAuthGenesis(part.without('accounts'), registry).params)
	const stored = yield* storeAccounts(keeper, ctx, part.elements('accounts'), registry)
	if (stored === undefined) {
		// The list is not in the order of the numbers: every account is stored again, in that order.
		const places: { readonly number: bigint; readonly place: JsonSpan }[] = []
		for (const some of part.elements('accounts')) {
			for (const { text, place } of some) places.push({ number: numberIn(text), place })
			yield places.length
		}
		const sorted = places.sort((a, b) => compare(a.number, b.number)).map(({ place }) => place)
		const again = yield* storeAccounts(keeper, ctx, part.elementsAt(sorted), registry)
		if (again === undefined) throw plainError('an account has two numbers')
	}
	keeper.getModuleAccount(ctx, feeCollector)
}

/** Stores accounts with new numbers; the result is their count, or undefined at the first that is out of order. */
function* storeAccounts(
	keeper: AuthKeeper,
	ctx: Context,
	elements: Iterable<readonly LargeElement[]>,
	registry: Registry,
): Generator<number, number | undefined> {
	let stored = 0
	let last = 0n
	for (const some of elements) {
		for (const account of accountsOf(some, registry)) {
			const { accountNumber } = account.base
			if (accountNumber < last) return undefined
			last = accountNumber
			keeper.loadAccount(ctx, { ...account, base: { ...account.base, accountNumber: BigInt(stored++) } })
		}
		keeper.setNextNumber(ctx, BigInt(stored))
		yield stored
	}
	return stored
}

/** The account's number, found without reading the rest. */
function numberIn(text: string): bigint {
	return BigInt(/"account(?:_n|N)umber"\s*:\s*"?(\d+)/.exec(text)?.[1] ?? 0)
}

/** Parameters and accounts, these in key order. */
export function exportAuthGenesis(keeper: AuthKeeper, ctx: Context, registry: Registry): LargeExport {
	const rest = authGenesisToJson({ params: keeper.getParams(ctx), accounts: [] }, registry)
	const entries = function* (): Generator<Json> {
		for (const account of keeper.accounts(ctx)) {
			yield (
				authGenesisToJson({ params: defaultAuthParams, accounts: [account] }, registry).accounts as readonly Json[]
			)[0]!
		}
	}
	return { rest, list: 'accounts', entries: entries() }
}

/** Throws a plain error naming the first fault (framework: x/auth/types/genesis.go ValidateGenesis). */
export function validateAuthGenesis(genesis: AuthGenesis, prefix: string, registry: Registry): void {
	validateAuthParams(genesis.params)
	const check = accountCheck(prefix, registry)
	for (const account of genesis.accounts) check(account)
}

/** Checks the same of a part that is larger than the memory, and gives the number of accounts after each step. */
export function* validateLargeAuthGenesis(part: LargePart, prefix: string, registry: Registry): Generator<number> {
	validateAuthParams(parseAuthGenesis(part.without('accounts'), registry).params)
	const check = accountCheck(prefix, registry)
	let checked = 0
	for (const some of part.elements('accounts')) {
		for (const account of accountsOf(some, registry)) check(account)
		checked += some.length
		yield checked
	}
}

function accountCheck(prefix: string, registry: Registry): (account: Account) => void {
	const seen = new Set<string>()
	return (account) => {
		const { address } = account.base
		if (seen.has(address)) throw plainError(`duplicate account found in genesis state; address: ${address}`)
		seen.add(address)
		const fault = accountFault(account, prefix, registry)
		if (fault !== undefined) {
			throw plainError(`invalid account found in genesis state; address: ${address}, error: ${fault}`)
		}
	}
}

function accountsOf(elements: readonly LargeElement[], registry: Registry): readonly Account[] {
	return parseAuthText(`{"accounts":[${elements.map(({ text }) => text).join()}]}`, registry).accounts
}

function compare(a: bigint, b: bigint): number {
	return Number(a - b)
}
