import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { UInt64ValueSchema } from '@bufbuild/protobuf/wkt'
import type { Context } from '../../app/Context.ts'
import type { Account, AccountKeeper, AuthParams, BaseAccountFields, Subspace } from '../../app/expectedKeepers.ts'
import { addressFromText, addressToText, decodeAddress, moduleAddress } from '../../codec/address/address.ts'
import { attempt } from '../../errors/attempt.ts'
import { ChainError, PanicError } from '../../errors/ChainError.ts'
import { BugError } from '../../errors/UserError.ts'
import { utf8 } from '../../util/bytes.ts'
import { accountBytes, decodeAccount, encodeAccount } from './accountCodec.ts'
import { readAuthParams, writeAuthParams } from './authParams.ts'

/** Name of the store of accounts. */
export const authStoreKey = 'acc'

/** Prefix of account keys in it. */
export const accountPrefix = Uint8Array.of(0x01)

const globalAccountNumberKey = utf8('globalAccountNumber')

/** Options of an AuthKeeper. */
export interface AuthKeeperOptions {
	/** bech32 prefix of account addresses. */
	readonly prefix: string
	readonly subspace: Subspace
	/** Module accounts by name with their permissions. */
	readonly moduleAccounts: Readonly<Record<string, readonly string[]>>
	/** Makes the kind of account that addresses get after the genesis; base accounts unless it is given. */
	readonly prototype?: (base: BaseAccountFields) => Account
}

/** Reads and writes accounts with the framework's store operations, in its order: each costs gas (x/auth/keeper). */
export class AuthKeeper implements AccountKeeper {
	readonly prefix: string
	readonly #subspace: Subspace
	readonly #prototype: (base: BaseAccountFields) => Account
	readonly #modules: ReadonlyMap<string, { readonly address: Uint8Array; readonly permissions: readonly string[] }>

	constructor(options: AuthKeeperOptions) {
		this.prefix = options.prefix
		this.#subspace = options.subspace
		this.#prototype = options.prototype ?? ((base) => ({ kind: 'base', base }))
		this.#modules = new Map(
			Object.entries(options.moduleAccounts).map(([name, permissions]) => [
				name,
				{ address: moduleAddress(name), permissions },
			]),
		)
	}

	getAccount(ctx: Context, address: Uint8Array): Account | undefined {
		const bytes = ctx.kvStore(authStoreKey).get(accountKey(address))
		return bytes === undefined ? undefined : decodeAccount(bytes)
	}

	setAccount(ctx: Context, account: Account): void {
		ctx.kvStore(authStoreKey).set(accountKey(this.#rawAddress(account.base.address)), encodeAccount(account))
	}

	/** As `setAccount`, for one of very many: nothing of it stays in memory. */
	loadAccount(ctx: Context, account: Account): void {
		const address = this.#rawAddress(account.base.address, decodeAddress)
		ctx.kvStore(authStoreKey).set(accountKey(address), accountBytes(account))
	}

	removeAccount(ctx: Context, account: Account): void {
		ctx.kvStore(authStoreKey).delete(accountKey(this.#rawAddress(account.base.address)))
	}

	newAccount(ctx: Context, address: Uint8Array): Account {
		return this.#prototype(this.#newBase(ctx, address))
	}

	withNextNumber(ctx: Context, account: Account): Account {
		return { ...account, base: { ...account.base, accountNumber: this.#nextAccountNumber(ctx) } }
	}

	getParams(ctx: Context): AuthParams {
		return readAuthParams(ctx, this.#subspace)
	}

	/** Checks and stores all parameters. */
	setParams(ctx: Context, params: AuthParams): void {
		writeAuthParams(ctx, this.#subspace, params)
	}

	moduleAddress(name: string): Uint8Array {
		return this.#module(name).address
	}

	getModuleAccount(ctx: Context, name: string): Account {
		const { address, permissions } = this.#module(name)
		const found = this.getAccount(ctx, address)
		if (found !== undefined) {
			if (found.kind !== 'module') throw new PanicError('account is not a module account')
			return found
		}
		const account: Account = { kind: 'module', base: this.#newBase(ctx, address), name, permissions }
		this.setAccount(ctx, account)
		return account
	}

	/** Every account in key order. */
	*accounts(ctx: Context): Generator<Account> {
		const iterator = ctx.kvStore(authStoreKey).iterator(accountPrefix, Uint8Array.of(0x02))
		try {
			for (; iterator.valid(); iterator.next()) yield decodeAccount(iterator.value())
		} finally {
			iterator.close()
		}
	}

	/** Every account in key order, until `visit` returns true (framework: IterateAccounts). */
	iterateAccounts(ctx: Context, visit: (account: Account) => boolean): void {
		for (const account of this.accounts(ctx)) if (visit(account)) return
	}

	#module(name: string): { readonly address: Uint8Array; readonly permissions: readonly string[] } {
		const found = this.#modules.get(name)
		if (found === undefined) throw new BugError(`${name} is no module account of this chain`)
		return found
	}

	#newBase(ctx: Context, address: Uint8Array): BaseAccountFields {
		const text = addressToText(address, this.prefix)
		return { address: text, pubKey: undefined, accountNumber: this.#nextAccountNumber(ctx), sequence: 0n }
	}

	#nextAccountNumber(ctx: Context): bigint {
		const store = ctx.kvStore(authStoreKey)
		const bytes = store.get(globalAccountNumberKey)
		const number = bytes === undefined ? 0n : fromBinary(UInt64ValueSchema, bytes).value
		this.setNextNumber(ctx, number + 1n)
		return number
	}

	/** Sets the number that the next account gets. */
	setNextNumber(ctx: Context, value: bigint): void {
		const next = toBinary(UInt64ValueSchema, create(UInt64ValueSchema, { value }))
		ctx.kvStore(authStoreKey).set(globalAccountNumberKey, next)
	}

	/** An unreadable address becomes the empty one, because the framework's GetAddress drops the error. */
	#rawAddress(text: string, read: typeof addressFromText = addressFromText): Uint8Array {
		return attempt(
			() => read(text, this.prefix),
			ChainError,
			() => new Uint8Array(0),
		)
	}
}

function accountKey(address: Uint8Array): Uint8Array {
	const key = new Uint8Array(1 + address.length)
	key[0] = 0x01
	key.set(address, 1)
	return key
}
