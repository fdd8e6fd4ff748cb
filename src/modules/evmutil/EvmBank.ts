import type { Context } from '../../app/Context.ts'
import type { AccountKeeper, BankKeeper, CoinAmount } from '../../app/expectedKeepers.ts'
import { bitLength, maxIntBits } from '../../codec/coins/parseBigInt.ts'
import { PanicError } from '../../errors/ChainError.ts'
import type { FractionKeeper } from './FractionKeeper.ts'
import { evmutilModuleName, unit } from './keys.ts'

/** Dependencies of the EVM's bank. */
export interface EvmBankDeps {
	readonly fractions: FractionKeeper
	readonly bank: BankKeeper
	readonly accounts: AccountKeeper
	/** Denomination of the EVM's unit. */
	readonly evmDenom: string
	/** The native coin's micro-unit, 10^12 of the EVM's units. */
	readonly nativeDenom: string
}

/**
 * The bank as the EVM sees it: spendable native coins x 10^12 plus the fraction. Amounts are in the EVM's unit and not
 * negative. Order and number of store operations are part of the rules. Minting or burning less than one coin goes
 * through the remainder, so that a coin backs every fraction.
 */
export class EvmBank {
	readonly #deps: EvmBankDeps

	constructor(deps: EvmBankDeps) {
		this.#deps = deps
	}

	/** Balance for the EVM: an iteration over the coins, an account read, a fraction read. Panics for another denomination. */
	getBalance(ctx: Context, address: Uint8Array, denom: string): bigint {
		const { bank, evmDenom, nativeDenom, fractions } = this.#deps
		if (denom !== evmDenom) throw new PanicError(`only evm denom ${evmDenom} is supported by EvmBankKeeper`)
		const whole = bank.spendableCoins(ctx, address).find((coin) => coin.denom === nativeDenom)?.amount ?? 0n
		const total = whole * unit + fractions.getBalance(ctx, address)
		if (bitLength(total) > maxIntBits) throw new PanicError('Int overflow')
		return total
	}

	/** Throws what the bank throws. */
	sendFromModuleToAccount(ctx: Context, module: string, to: Uint8Array, amount: bigint): void {
		const { bank, accounts } = this.#deps
		const whole = this.#whole(amount)
		if (whole.length > 0) bank.sendCoinsFromModuleToAccount(ctx, module, to, whole)
		this.#move(ctx, accounts.moduleAddress(module), to, amount % unit)
	}

	/** Throws what the bank throws. */
	sendFromAccountToModule(ctx: Context, from: Uint8Array, module: string, amount: bigint): void {
		const { bank, accounts } = this.#deps
		const whole = this.#whole(amount)
		if (whole.length > 0) bank.sendCoinsFromAccountToModule(ctx, from, module, whole)
		this.#move(ctx, from, accounts.moduleAddress(module), amount % unit)
	}

	/** Makes money in a module account. */
	mint(ctx: Context, module: string, amount: bigint): void {
		const { bank, accounts, fractions } = this.#deps
		const whole = this.#whole(amount)
		if (whole.length > 0) bank.mintCoins(ctx, module, whole)
		const address = accounts.moduleAddress(module)
		const fraction = amount % unit
		fractions.addBalance(ctx, address, fraction)
		this.#back(ctx, fraction)
		this.#joinWhole(ctx, address)
	}

	/** Destroys money of a module account. */
	burn(ctx: Context, module: string, amount: bigint): void {
		const { bank, accounts, fractions } = this.#deps
		const whole = this.#whole(amount)
		if (whole.length > 0) bank.burnCoins(ctx, module, whole)
		const address = accounts.moduleAddress(module)
		const fraction = amount % unit
		this.#breakOne(ctx, address, fraction)
		fractions.removeBalance(ctx, address, fraction)
		this.#release(ctx, fraction)
	}

	/** Native coins in the module account that back the fractions. */
	backing(ctx: Context): bigint {
		const { bank, accounts, nativeDenom } = this.#deps
		return bank.getBalance(ctx, accounts.moduleAddress(evmutilModuleName), nativeDenom).amount
	}

	#move(ctx: Context, from: Uint8Array, to: Uint8Array, fraction: bigint): void {
		this.#breakOne(ctx, from, fraction)
		this.#deps.fractions.sendBalance(ctx, from, to, fraction)
		this.#joinWhole(ctx, to)
	}

	/** Takes a new fraction out of the remainder; when that is too small, one coin is minted for the module account. */
	#back(ctx: Context, fraction: bigint): void {
		if (fraction === 0n) return
		const { bank, fractions } = this.#deps
		let rest = fractions.getRemainder(ctx) - fraction
		if (rest < 0n) {
			bank.mintCoins(ctx, evmutilModuleName, this.#one())
			rest += unit
		}
		fractions.setRemainder(ctx, rest)
	}

	/** Adds a burnt fraction to the remainder; when that makes a whole coin, the coin is burnt. */
	#release(ctx: Context, fraction: bigint): void {
		if (fraction === 0n) return
		const { bank, fractions } = this.#deps
		let rest = fractions.getRemainder(ctx) + fraction
		if (rest >= unit) {
			bank.burnCoins(ctx, evmutilModuleName, this.#one())
			rest -= unit
		}
		fractions.setRemainder(ctx, rest)
	}

	/** Turns one coin of an address into a fraction when the fraction it has is too small. */
	#breakOne(ctx: Context, address: Uint8Array, need: bigint): void {
		const { bank, fractions } = this.#deps
		if (fractions.getBalance(ctx, address) >= need) return
		bank.sendCoinsFromAccountToModule(ctx, address, evmutilModuleName, this.#one())
		fractions.addBalance(ctx, address, unit)
	}

	/** Turns fractions of whole coins back into coins; the plain send lets a blocked module address have them too. */
	#joinWhole(ctx: Context, address: Uint8Array): void {
		const { bank, accounts, fractions, nativeDenom } = this.#deps
		const fraction = fractions.getBalance(ctx, address)
		const whole = fraction / unit
		if (whole === 0n) return
		fractions.setBalance(ctx, address, fraction % unit)
		bank.sendCoins(ctx, accounts.moduleAddress(evmutilModuleName), address, [{ denom: nativeDenom, amount: whole }])
	}

	#one(): readonly CoinAmount[] {
		return [{ denom: this.#deps.nativeDenom, amount: 1n }]
	}

	#whole(amount: bigint): readonly CoinAmount[] {
		const whole = amount / unit
		return whole === 0n ? [] : [{ denom: this.#deps.nativeDenom, amount: whole }]
	}
}
