import type { Context } from '../../app/Context.ts'
import type { Account, AccountKeeper, BankKeeper as ExpectedBankKeeper, Subspace } from '../../app/expectedKeepers.ts'
import { addressFromText, addressToText } from '../../codec/address/address.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import {
	addCoins,
	amountOf,
	areValidCoins,
	type Coin,
	type Coins,
	coinsToText,
	coinToText,
	isDenom,
	safeSubCoins,
} from '../../codec/coins/coins.ts'

import { bitLength, maxIntBits } from '../../codec/coins/parseBigInt.ts'
import { PanicError, sdkErrors } from '../../errors/ChainError.ts'
import type { Input, Metadata, Output } from '../../gen/cosmos/bank/v1beta1/bank_pb.js'
import type { KVStore } from '../../store/KVStore.ts'
import { prefixEnd } from '../../store/keyBytes.ts'
import { fromUtf8, toHex, utf8 } from '../../util/bytes.ts'
import { lockedCoins } from '../vesting/index.ts'
import { bankErrors } from './errors.ts'
import {
	accountPrefix,
	balanceKey,
	balancesPrefix,
	bankModuleName,
	metadataKey,
	metadataPrefix,
	supplyKey,
} from './keys.ts'
import { type BankParams, isSendEnabled, readBankParams, writeBankParams } from './params.ts'
import { decodeCoin, decodeMetadata, encodeCoin, encodeMetadata } from './storedValues.ts'
import { coinsOf } from './types.ts'
import { validateInputsOutputs } from './validateInputsOutputs.ts'

/** Dependencies of the bank module. */
export interface BankDeps {
	readonly settings: ChainSettings
	readonly accounts: AccountKeeper
	/** The subspace `bank` of the parameters. */
	readonly params: Subspace
	/** Raw addresses that messages may not send to: those of the module accounts. */
	readonly blockedAddresses: readonly Uint8Array[]
}

/** Balances of one account, in order of denominations. */
export interface AccountBalances {
	/** bech32 */
	readonly address: string
	readonly coins: Coins
}

/**
 * Balances, supply and denomination metadata, and the transfer of coins. Source: cosmos-sdk v0.44.5
 * x/bank/keeper/{view,send,keeper}.go. Reads and writes happen in the framework's order and number, because gas counts
 * them; so do events.
 */
export class BankKeeper implements ExpectedBankKeeper {
	readonly #deps: BankDeps
	readonly #blocked: ReadonlySet<string>

	constructor(deps: BankDeps) {
		this.#deps = deps
		this.#blocked = new Set(deps.blockedAddresses.map(toHex))
	}

	/** The module's store. */
	store(ctx: Context): KVStore {
		return ctx.kvStore(bankModuleName)
	}

	getParams(ctx: Context): BankParams {
		return readBankParams(ctx, this.#deps.params)
	}

	setParams(ctx: Context, params: BankParams): void {
		writeBankParams(ctx, this.#deps.params, params)
	}

	/** One read. Panics for what is no denomination unless it is stored. */
	getBalance(ctx: Context, address: Uint8Array, denom: string): Coin {
		const bytes = this.store(ctx).get(balanceKey(address, denom))
		if (bytes !== undefined) return decodeCoin(bytes)
		if (!isDenom(denom)) throw new PanicError(`invalid denom: ${denom}`)
		return { denom, amount: 0n }
	}

	/** All coins of an account, in order of denominations. */
	getAllBalances(ctx: Context, address: Uint8Array): Coins {
		let coins: Coins = []
		this.#walk(ctx, accountPrefix(address), (value) => {
			coins = addCoins(coins, [decodeCoin(value)])
		})
		return coins
	}

	/** The balances of all accounts one by one, in order of raw addresses within their lengths. */
	*accountsBalances(ctx: Context): Generator<AccountBalances> {
		const { length } = balancesPrefix
		const iterator = this.store(ctx).iterator(balancesPrefix, prefixEnd(balancesPrefix))
		let last: { readonly address: string; readonly coins: Coin[] } | undefined
		try {
			for (; iterator.valid(); iterator.next()) {
				const key = iterator.key()
				const address = addressToText(key.subarray(length + 1, length + 1 + key[length]!), this.#deps.settings.prefix)
				if (address !== last?.address) {
					if (last !== undefined) yield last
					last = { address, coins: [] }
				}
				last.coins.push(decodeCoin(iterator.value()))
			}
		} finally {
			iterator.close()
		}
		if (last !== undefined) yield last
	}

	/** Coins of an account that are still vesting at the block's time: one account read. */
	lockedCoins(ctx: Context, address: Uint8Array): Coins {
		const account = this.#deps.accounts.getAccount(ctx, address)
		return account === undefined ? [] : lockedCoins(account, ctx.header.time.seconds)
	}

	/** Spendable coins of an account: all coins less the locked ones, none if it holds less than is locked. */
	spendableCoins(ctx: Context, address: Uint8Array): Coins {
		const total = this.getAllBalances(ctx, address)
		const { coins, negative } = safeSubCoins(total, this.lockedCoins(ctx, address))
		return negative ? [] : coins
	}

	/**
	 * Moves coins and makes the recipient's account when there is none. Throws `invalid coins` and `insufficient funds`;
	 * panics when an account holds less than its vesting locks, and when a balance would pass 256 bits.
	 */
	sendCoins(ctx: Context, from: Uint8Array, to: Uint8Array, coins: Coins): void {
		this.#subtract(ctx, from, coins)
		this.#add(ctx, to, coins)
		this.#ensureAccount(ctx, to)
		const { prefix } = this.#deps.settings
		const sender = addressToText(from, prefix)
		ctx.events.emit('transfer', [
			['recipient', addressToText(to, prefix)],
			['sender', sender],
			['amount', coinsToText(coins)],
		])
		ctx.events.emit('message', [['sender', sender]])
	}

	sendCoinsFromAccountToModule(ctx: Context, from: Uint8Array, module: string, coins: Coins): void {
		this.#deps.accounts.getModuleAccount(ctx, module)
		this.sendCoins(ctx, from, this.#deps.accounts.moduleAddress(module), coins)
	}

	sendCoinsFromModuleToAccount(ctx: Context, module: string, to: Uint8Array, coins: Coins): void {
		if (this.isBlockedAddress(to)) {
			const recipient = addressToText(to, this.#deps.settings.prefix)
			throw sdkErrors.unauthorized.wrap(`${recipient} is not allowed to receive funds`)
		}
		this.sendCoins(ctx, this.#deps.accounts.moduleAddress(module), to, coins)
	}

	mintCoins(ctx: Context, module: string, coins: Coins): void {
		const address = this.#permittedModule(ctx, module, 'minter', 'mint')
		this.#add(ctx, address, coins)
		for (const { denom, amount } of coins) {
			this.setSupply(ctx, { denom, amount: this.getSupply(ctx, denom) + amount })
		}
		ctx.events.emit('coinbase', [
			['minter', addressToText(address, this.#deps.settings.prefix)],
			['amount', coinsToText(coins)],
		])
	}

	burnCoins(ctx: Context, module: string, coins: Coins): void {
		const address = this.#permittedModule(ctx, module, 'burner', 'burn')
		this.#subtract(ctx, address, coins)
		for (const { denom, amount } of coins) {
			const supply = this.getSupply(ctx, denom) - amount
			if (supply < 0n) throw new PanicError('negative coin amount')
			this.setSupply(ctx, { denom, amount: supply })
		}
		ctx.events.emit('burn', [
			['burner', addressToText(address, this.#deps.settings.prefix)],
			['amount', coinsToText(coins)],
		])
	}

	/** Moves coins from many to many. Throws as `validateInputsOutputs` and transfers do. Events keep given addresses. */
	inputOutputCoins(ctx: Context, inputs: readonly Input[], outputs: readonly Output[]): void {
		const { prefix } = this.#deps.settings
		validateInputsOutputs(inputs, outputs, prefix)
		for (const input of inputs) {
			this.#subtract(ctx, addressFromText(input.address, prefix), coinsOf(input.coins))
			ctx.events.emit('message', [['sender', input.address]])
		}
		for (const output of outputs) {
			const address = addressFromText(output.address, prefix)
			const coins = coinsOf(output.coins)
			this.#add(ctx, address, coins)
			ctx.events.emit('transfer', [
				['recipient', output.address],
				['amount', coinsToText(coins)],
			])
			this.#ensureAccount(ctx, address)
		}
	}

	isBlockedAddress(address: Uint8Array): boolean {
		return this.#blocked.has(toHex(address))
	}

	assertSendEnabled(ctx: Context, coins: Coins): void {
		for (const { denom } of coins) {
			// The framework reads the parameters again for every coin.
			if (!isSendEnabled(this.getParams(ctx), denom)) {
				throw bankErrors.sendDisabled.wrap(`${denom} transfers are currently disabled`)
			}
		}
	}

	/** Amount of a denomination in existence: one read. */
	getSupply(ctx: Context, denom: string): bigint {
		const bytes = this.store(ctx).get(supplyKey(denom))
		return bytes === undefined ? 0n : BigInt(fromUtf8(bytes))
	}

	/** Writes a supply; a zero one is deleted. */
	setSupply(ctx: Context, { denom, amount }: Coin): void {
		if (amount === 0n) this.store(ctx).delete(supplyKey(denom))
		else this.store(ctx).set(supplyKey(denom), utf8(amount.toString()))
	}

	/** One read. */
	getDenomMetadata(ctx: Context, denom: string): Metadata | undefined {
		const bytes = this.store(ctx).get(metadataKey(denom))
		return bytes === undefined ? undefined : decodeMetadata(bytes)
	}

	setDenomMetadata(ctx: Context, metadata: Metadata): void {
		this.store(ctx).set(metadataKey(metadata.base), encodeMetadata(metadata))
	}

	getAllDenomMetadata(ctx: Context): readonly Metadata[] {
		const all: Metadata[] = []
		this.#walk(ctx, metadataPrefix, (value) => all.push(decodeMetadata(value)))
		return all
	}

	/** Writes the balances of an account of the genesis; zero ones are left out. Throws `invalid coins`. */
	initBalances(ctx: Context, address: Uint8Array, coins: Coins): void {
		for (const coin of coins) {
			if (coin.amount < 0n || !isDenom(coin.denom)) throw sdkErrors.invalidCoins.wrap(coinToText(coin))
			if (coin.amount !== 0n) this.store(ctx).set(balanceKey(address, coin.denom), encodeCoin(coin))
		}
	}

	/** Takes coins that are not locked out of an account (framework: subUnlockedCoins). */
	#subtract(ctx: Context, address: Uint8Array, coins: Coins): void {
		if (!areValidCoins(coins)) throw sdkErrors.invalidCoins.wrap(coinsToText(coins))
		const locked = this.lockedCoins(ctx, address)
		for (const coin of coins) {
			const balance = this.getBalance(ctx, address, coin.denom)
			const spendable = balance.amount - amountOf(locked, coin.denom)
			if (spendable < 0n) throw new PanicError('negative coin amount')
			if (spendable < coin.amount) {
				const held = coinToText({ denom: coin.denom, amount: spendable })
				throw sdkErrors.insufficientFunds.wrap(`${held} is smaller than ${coinToText(coin)}`)
			}
			this.#setBalance(ctx, address, { denom: coin.denom, amount: balance.amount - coin.amount })
		}
		ctx.events.emit('coin_spent', [
			['spender', addressToText(address, this.#deps.settings.prefix)],
			['amount', coinsToText(coins)],
		])
	}

	/** Puts coins into an account (framework: addCoins). */
	#add(ctx: Context, address: Uint8Array, coins: Coins): void {
		if (!areValidCoins(coins)) throw sdkErrors.invalidCoins.wrap(coinsToText(coins))
		for (const coin of coins) {
			const amount = this.getBalance(ctx, address, coin.denom).amount + coin.amount
			if (bitLength(amount) > maxIntBits) throw new PanicError('Int overflow')
			this.#setBalance(ctx, address, { denom: coin.denom, amount })
		}
		ctx.events.emit('coin_received', [
			['receiver', addressToText(address, this.#deps.settings.prefix)],
			['amount', coinsToText(coins)],
		])
	}

	#permittedModule(ctx: Context, module: string, permission: string, verb: string): Uint8Array {
		const account = this.#deps.accounts.getModuleAccount(ctx, module) as Extract<Account, { readonly kind: 'module' }>
		if (!account.permissions.includes(permission)) {
			throw new PanicError(`module account ${module} does not have permissions to ${verb} tokens: unauthorized`)
		}
		return this.#deps.accounts.moduleAddress(module)
	}

	#setBalance(ctx: Context, address: Uint8Array, balance: Coin): void {
		const key = balanceKey(address, balance.denom)
		if (balance.amount === 0n) this.store(ctx).delete(key)
		else this.store(ctx).set(key, encodeCoin(balance))
	}

	#ensureAccount(ctx: Context, address: Uint8Array): void {
		const { accounts } = this.#deps
		if (accounts.getAccount(ctx, address) === undefined) {
			accounts.setAccount(ctx, accounts.newAccount(ctx, address))
		}
	}

	/** Visits the values behind a prefix in the order of their keys. */
	#walk(ctx: Context, prefix: Uint8Array, visit: (value: Uint8Array) => void): void {
		const iterator = this.store(ctx).iterator(prefix, prefixEnd(prefix))
		try {
			for (; iterator.valid(); iterator.next()) visit(iterator.value())
		} finally {
			iterator.close()
		}
	}
}
