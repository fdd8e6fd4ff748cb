import type { Json } from '../../app/AppModule.ts'
import type { Context } from '../../app/Context.ts'
import type { Account, BaseAccountFields } from '../../app/expectedKeepers.ts'
import { addressFromText, addressToText } from '../../codec/address/address.ts'
import { absentBytes } from '../../codec/proto/decodeMessage.ts'
import { PanicError, plainError } from '../../errors/ChainError.ts'
import { fromUtf8, utf8 } from '../../util/bytes.ts'
import type { EvmBank } from './EvmBank.ts'
import { type Fraction, type FractionKeeper, fractionFault } from './FractionKeeper.ts'
import { evmutilModuleName, evmutilStoreKey, ruleKey, unit } from './keys.ts'

/** The module's genesis state: fractions, and the rule for accounts that are made later (empty or `base`). */
export interface EvmutilGenesis {
	readonly accounts: readonly Fraction[]
	readonly accountRule: string
}

/** Reads the state's JSON. Throws a plain error for what it is not. */
export function parseEvmutilGenesis(state: Json, prefix: string): EvmutilGenesis {
	const { accounts, account_rule: rule } = (state ?? {}) as {
		readonly accounts?: readonly { readonly address: string; readonly balance: string }[] | null
		readonly account_rule?: string
	}
	return {
		accounts: (accounts ?? []).map(({ address, balance }) => {
			if (!/^-?\d+$/.test(balance)) throw plainError(`failed to set the balance ${balance}`)
			return { address: addressFromText(address, prefix), balance: BigInt(balance) }
		}),
		accountRule: rule ?? '',
	}
}

/** Throws a plain error naming the first fault. */
export function validateEvmutilGenesis({ accounts, accountRule }: EvmutilGenesis, prefix: string): void {
	if (accountRule !== '' && accountRule !== baseRule) throw plainError(`unknown account rule "${accountRule}"`)
	const seen = new Set<string>()
	for (const account of accounts) {
		const text = addressToText(account.address, prefix)
		if (seen.has(text)) throw plainError(`duplicate account for address ${text}`)
		const fault = fractionFault(account)
		if (fault !== undefined) throw plainError(fault)
		seen.add(text)
	}
}

/** Keepers that the genesis uses. */
export interface EvmutilParts {
	readonly fractions: FractionKeeper
	readonly bank: EvmBank
	readonly rule: AccountRule
	readonly prefix: string
}

/** Stores rule and fractions; panics unless the module account holds exactly the coins behind them, rounded up. */
export function initEvmutilGenesis(parts: EvmutilParts, ctx: Context, genesis: EvmutilGenesis): void {
	const { fractions, bank, rule } = parts
	if (genesis.accountRule !== '') ctx.kvStore(evmutilStoreKey).set(ruleKey, utf8(genesis.accountRule))
	rule.set(utf8(genesis.accountRule))
	let total = 0n
	for (const account of genesis.accounts) {
		total += account.balance
		fractions.write(ctx, account)
	}
	const coins = bank.backing(ctx)
	const rest = coins * unit - total
	if (rest < 0n || rest >= unit) {
		throw new PanicError(`${evmutilModuleName}: ${coins} coins do not match fractions of ${total}`)
	}
	if (rest > 0n) fractions.setRemainder(ctx, rest)
}

/** Fractions in key order, and the rule. */
export function exportEvmutilGenesis({ fractions, prefix }: EvmutilParts, ctx: Context): Json {
	const rule = ctx.kvStore(evmutilStoreKey).get(ruleKey)
	return {
		accounts: fractions
			.getAll(ctx)
			.map(({ address, balance }) => ({ address: addressToText(address, prefix), balance: balance.toString() })),
		...(rule === undefined ? {} : { account_rule: fromUtf8(rule) }),
	}
}

/** Keccak-256 of no code, as accounts write it. */
const emptyCodeHashText = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

/** Name of the rule by which accounts stay base accounts until they get code. */
const baseRule = 'base'

/**
 * The kind of account that is made after the genesis: an EthAccount (ethermint's rule), or a base account that becomes an
 * EthAccount when it gets code (the original network's rule). Genesis chooses; it never changes after that.
 */
export class AccountRule {
	#name: Uint8Array = absentBytes

	/** Whether accounts stay base accounts until they get code. */
	get keepsBase(): boolean {
		return fromUtf8(this.#name) === baseRule
	}

	/** Takes over the rule a state or genesis document names; none is ethermint's. */
	set(name: Uint8Array = absentBytes): void {
		this.#name = name
	}

	/** A new account. */
	prototype(base: BaseAccountFields): Account {
		return this.keepsBase ? { kind: 'base', base } : { kind: 'eth', base, codeHash: emptyCodeHashText }
	}
}
