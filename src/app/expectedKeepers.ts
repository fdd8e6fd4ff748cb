import type { Context } from './Context.ts'

/** A coin; amounts are integers without bound. */
export interface CoinAmount {
	readonly denom: string
	readonly amount: bigint
}

/** The account parameters (framework: x/auth Params). */
export interface AuthParams {
	readonly maxMemoCharacters: bigint
	readonly txSigLimit: bigint
	readonly txSizeCostPerByte: bigint
	readonly sigVerifyCostEd25519: bigint
	readonly sigVerifyCostSecp256k1: bigint
}

/** A public key as accounts store it: an Any of a crypto key message. */
export interface AnyPubKey {
	readonly typeUrl: string
	readonly value: Uint8Array
}

/** Fields every account kind has. */
export interface BaseAccountFields {
	/** bech32 */
	readonly address: string
	readonly pubKey: AnyPubKey | undefined
	readonly accountNumber: bigint
	readonly sequence: bigint
}

/** Fields every vesting account kind has. Times are seconds since the epoch. */
export interface BaseVestingFields {
	readonly originalVesting: readonly CoinAmount[]
	readonly delegatedFree: readonly CoinAmount[]
	readonly delegatedVesting: readonly CoinAmount[]
	readonly endTime: bigint
}

/** One release of a periodic vesting account. */
export interface VestingPeriod {
	readonly length: bigint
	readonly amount: readonly CoinAmount[]
}

/** An account of any kind the framework or the EVM stores in `acc`. Accounts are values: change one by making another. */
export type Account =
	| { readonly kind: 'base'; readonly base: BaseAccountFields }
	| {
			readonly kind: 'module'
			readonly base: BaseAccountFields
			readonly name: string
			readonly permissions: readonly string[]
	  }
	| {
			readonly kind: 'eth'
			readonly base: BaseAccountFields
			/** Keccak-256 of the code as 0x text. */
			readonly codeHash: string
	  }
	| { readonly kind: 'delayed'; readonly base: BaseAccountFields; readonly vesting: BaseVestingFields }
	| {
			readonly kind: 'continuous'
			readonly base: BaseAccountFields
			readonly vesting: BaseVestingFields
			readonly startTime: bigint
	  }
	| {
			readonly kind: 'periodic'
			readonly base: BaseAccountFields
			readonly vesting: BaseVestingFields
			readonly startTime: bigint
			readonly periods: readonly VestingPeriod[]
	  }
	| { readonly kind: 'permanent'; readonly base: BaseAccountFields; readonly vesting: BaseVestingFields }

/** The account keeper's part that ante chain, bank and vesting use (framework: x/auth/keeper AccountKeeper). */
export interface AccountKeeper {
	/** Reads the account under a raw address: one store read. */
	getAccount(ctx: Context, address: Uint8Array): Account | undefined
	setAccount(ctx: Context, account: Account): void
	/** Visits every account in the order of addresses until `visit` answers true. */
	iterateAccounts(ctx: Context, visit: (account: Account) => boolean): void
	/** Deletes an account: one store operation. */
	removeAccount(ctx: Context, account: Account): void
	/** An account of that address with the next account number, not yet stored (NewAccountWithAddress). */
	newAccount(ctx: Context, address: Uint8Array): Account
	/** Assigns the next account number to an account (NewAccount). */
	withNextNumber(ctx: Context, account: Account): Account
	getParams(ctx: Context): AuthParams
	/** Raw address of a module account. */
	moduleAddress(name: string): Uint8Array
	/** Reads a module account, making it when it is not there yet (GetModuleAccount). */
	getModuleAccount(ctx: Context, name: string): Account
}

/** The part of the bank keeper that the ante chain and vesting use (framework: x/bank/keeper). */
export interface BankKeeper {
	sendCoins(ctx: Context, from: Uint8Array, to: Uint8Array, coins: readonly CoinAmount[]): void
	/** Throws the unknown-address panic when the module account is not permitted. */
	sendCoinsFromAccountToModule(ctx: Context, from: Uint8Array, module: string, coins: readonly CoinAmount[]): void
	/** Throws `unauthorized` for a blocked recipient. */
	sendCoinsFromModuleToAccount(ctx: Context, module: string, to: Uint8Array, coins: readonly CoinAmount[]): void
	/** Makes coins in a module account; panics unless it may. */
	mintCoins(ctx: Context, module: string, coins: readonly CoinAmount[]): void
	/** Destroys coins of a module account; panics unless it may. */
	burnCoins(ctx: Context, module: string, coins: readonly CoinAmount[]): void
	/** One read. */
	getBalance(ctx: Context, address: Uint8Array, denom: string): CoinAmount
	/** All coins less those that are still vesting: an iteration and an account read. */
	spendableCoins(ctx: Context, address: Uint8Array): readonly CoinAmount[]
	isBlockedAddress(address: Uint8Array): boolean
	/** Throws ChainError of codespace bank, code 5, when any denom is not enabled. */
	assertSendEnabled(ctx: Context, coins: readonly CoinAmount[]): void
}

/** A module's own parameters in the params store, JSON by key (framework: x/params Subspace). */
export interface Subspace {
	/** The JSON text of a parameter: one read of `<subspace>/<key>` in store `params`. */
	get(ctx: Context, key: string): string
	/** Like get, but undefined when it was never set. */
	getIfExists(ctx: Context, key: string): string | undefined
	set(ctx: Context, key: string, json: string): void
	has(ctx: Context, key: string): boolean
}
