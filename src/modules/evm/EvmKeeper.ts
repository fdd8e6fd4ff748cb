import type { Context } from '../../app/Context.ts'
import type { Account, AccountKeeper, Subspace } from '../../app/expectedKeepers.ts'
import { infiniteGasMeter } from '../../app/GasMeter.ts'
import { addressToText } from '../../codec/address/address.ts'
import { checksumAddress } from '../../codec/address/checksumAddress.ts'
import { noBytes } from '../../codec/noBytes.ts'
import { inOtherWords, PanicError, plainError } from '../../errors/ChainError.ts'
import { prefixEnd } from '../../store/keyBytes.ts'
import { bigEndian64, concatBytes, equalBytes, fromBigEndian64, fromHex, toHex } from '../../util/bytes.ts'
import type { Scheduler } from '../../util/schedule/Scheduler.ts'

import type { AccountRule, EvmBank } from '../evmutil/index.ts'
import type { FeeMarketKeeper } from '../feemarket/index.ts'
import type { HistoryKeeper } from '../history/index.ts'
import { isForked } from './chainConfig.ts'
import { evmErrors } from './errors.ts'
import { type EvmParams, readEvmParams, writeEvmParams } from './evmParams.ts'
import {
	bloomKey,
	codeKey,
	evmModuleName,
	evmTransientStore,
	gasUsedKey,
	logIndexKey,
	storagePrefix,
	txIndexKey,
} from './keys.ts'
import { keepBlockHash } from './state/blockHashContract.ts'
import type { EvmAccount, EvmStore } from './state/EvmStore.ts'
import { SharedCodes } from './state/SharedCodes.ts'
import { emptyCodeHash } from './state/StateObject.ts'
import { type EthTx, ethTxHash } from './tx/EthTx.ts'
import { recoverSender, type SignerRules } from './tx/recoverSender.ts'

/** Dependencies of the EVM. */
export interface EvmKeeperDeps {
	/** Number of the chain by EIP-155. */
	readonly chainId: bigint
	/** bech32 prefix of account addresses. */
	readonly prefix: string
	/** The subspace `evm` of the parameters. */
	readonly subspace: Subspace
	readonly accounts: AccountKeeper
	readonly bank: EvmBank
	readonly feeMarket: FeeMarketKeeper
	readonly history: HistoryKeeper
	readonly rule: AccountRule
	/** Of the node, for read-only calls. */
	readonly scheduler: Scheduler
}

/**
 * Reads and writes what the EVM keeps: codes, slots, and accounts and balances through the other modules. Number and
 * order of store operations are part of the rules, since refused transactions count their gas
 * (ethermint v0.14.1 x/evm/keeper).
 */
export class EvmKeeper {
	readonly deps: EvmKeeperDeps
	/** Assumed signers of transactions by hex hash, for impersonation on a developer node. */
	readonly impersonated = new Map<string, Uint8Array>()
	readonly #codes = new SharedCodes()

	constructor(deps: EvmKeeperDeps) {
		this.deps = deps
	}

	/** Number of the chain by EIP-155. */
	get chainId(): bigint {
		return this.deps.chainId
	}

	/** The sender of a transaction. @throws {SenderFault} */
	senderOf(tx: EthTx, rules: SignerRules): Uint8Array {
		return this.#impersonatedSender(tx) ?? recoverSender(tx, rules)
	}

	/** Whether a developer sends a transaction for an account without its key. */
	isImpersonated(tx: EthTx): boolean {
		return this.#impersonatedSender(tx) !== undefined
	}

	#impersonatedSender(tx: EthTx): Uint8Array | undefined {
		return this.impersonated.size === 0 ? undefined : this.impersonated.get(toHex(ethTxHash(tx)))
	}

	/** From Prague on the hash of the block before is kept. */
	beginBlock(ctx: Context): void {
		// The block's gas does not count it.
		const free = ctx.withGasMeter(infiniteGasMeter())
		const { height, lastBlockId } = ctx.header
		if (isForked(this.getParams(free).chainConfig, 'prague', height)) {
			keepBlockHash(this.storeOf(free), height, lastBlockId?.hash)
		}
	}

	/** Five reads. */
	getParams(ctx: Context): EvmParams {
		return readEvmParams(ctx, this.deps.subspace)
	}

	setParams(ctx: Context, params: EvmParams): void {
		writeEvmParams(ctx, this.deps.subspace, params)
	}

	/** Undefined before London, 0 when the fee market is off; five reads from London on. */
	baseFee(ctx: Context, { chainConfig }: EvmParams): bigint | undefined {
		if (!isForked(chainConfig, 'london', ctx.header.height)) return undefined
		return this.deps.feeMarket.getBaseFee(ctx) ?? 0n
	}

	/** The balance of an address: the parameters' reads and those of the bank. */
	getBalance(ctx: Context, address: Uint8Array): bigint {
		const { evmDenom } = this.getParams(ctx)
		return this.deps.bank.getBalance(ctx, address, evmDenom)
	}

	/** Nonce and code hash of an address: one read. */
	getAccountWithoutBalance(ctx: Context, address: Uint8Array): Omit<EvmAccount, 'balance'> | undefined {
		const account = this.deps.accounts.getAccount(ctx, address)
		return account === undefined ? undefined : { nonce: account.base.sequence, codeHash: codeHashOf(account) }
	}

	/** An address as the EVM sees it; undefined without a record. */
	getAccount(ctx: Context, address: Uint8Array): EvmAccount | undefined {
		const account = this.getAccountWithoutBalance(ctx, address)
		return account === undefined ? undefined : { ...account, balance: this.getBalance(ctx, address) }
	}

	/** A slot: one read, 32 bytes. */
	getState(ctx: Context, address: Uint8Array, slot: Uint8Array): Uint8Array {
		const value = ctx.kvStore(evmModuleName).get(concatBytes(storagePrefix(address), slot))
		return value ?? new Uint8Array(32)
	}

	/** A code: one read. */
	getCode(ctx: Context, codeHash: Uint8Array): Uint8Array {
		const code = ctx.kvStore(evmModuleName).get(codeKey(codeHash))
		return code === undefined ? noBytes : this.#codes.share(codeHash, code)
	}

	/** Writes a code; none is deleted. */
	setCode(ctx: Context, codeHash: Uint8Array, code: Uint8Array): void {
		const store = ctx.kvStore(evmModuleName)
		if (code.length === 0) store.delete(codeKey(codeHash))
		else store.set(codeKey(codeHash), code)
	}

	/** Writes a slot; no bytes delete it. */
	setState(ctx: Context, address: Uint8Array, slot: Uint8Array, value: Uint8Array): void {
		const store = ctx.kvStore(evmModuleName)
		const key = concatBytes(storagePrefix(address), slot)
		if (value.length === 0) store.delete(key)
		else store.set(key, value)
	}

	/** Every slot of an address in order of keys. */
	getStorage(ctx: Context, address: Uint8Array): readonly (readonly [slot: Uint8Array, value: Uint8Array])[] {
		const prefix = storagePrefix(address)
		const slots: [Uint8Array, Uint8Array][] = []
		const iterator = ctx.kvStore(evmModuleName).iterator(prefix, prefixEnd(prefix))
		try {
			for (; iterator.valid(); iterator.next()) slots.push([iterator.key().slice(prefix.length), iterator.value()])
		} finally {
			iterator.close()
		}
		return slots
	}

	/**
	 * Writes nonce, code hash and balance. Throws a plain error for a module account, which has no nonce.
	 * A base account becomes an EthAccount when it gets code, where the rule for accounts is the original network's.
	 */
	setAccount(ctx: Context, address: Uint8Array, { nonce, codeHash, balance }: EvmAccount): void {
		const { accounts, rule } = this.deps
		let account = accounts.getAccount(ctx, address) ?? accounts.newAccount(ctx, address)
		if (account.kind === 'module') throw plainError('not supported for module accounts')
		account = { ...account, base: { ...account.base, sequence: nonce } }
		const hashText = `0x${toHex(codeHash)}`
		if (account.kind === 'eth') account = { ...account, codeHash: hashText }
		else if (account.kind === 'base' && rule.keepsBase && !equalBytes(codeHash, emptyCodeHash)) {
			account = { kind: 'eth', base: account.base, codeHash: hashText }
		}
		accounts.setAccount(ctx, account)
		this.#setBalance(ctx, address, balance)
	}

	/** Deletes a destroyed contract: its balance is burnt, its slots and its record go, its code stays for others. */
	deleteAccount(ctx: Context, address: Uint8Array): void {
		const { accounts } = this.deps
		const account = accounts.getAccount(ctx, address)
		if (account === undefined) return
		if (account.kind !== 'eth') {
			throw evmErrors.invalidAccount.wrap(`type ${goTypes[account.kind]}, address ${checksumAddress(address)}`)
		}
		this.#setBalance(ctx, address, 0n)
		for (const [slot] of this.getStorage(ctx, address)) this.setState(ctx, address, slot, noBytes)
		accounts.removeAccount(ctx, account)
	}

	/** The store of a message over this context. */
	storeOf(ctx: Context): EvmStore {
		return {
			getAccount: (address) => this.getAccount(ctx, address),
			getState: (address, slot) => this.getState(ctx, address, slot),
			getCode: (codeHash) => this.getCode(ctx, codeHash),
			setAccount: (address, account) => wrapped('failed to set account', () => this.setAccount(ctx, address, account)),
			setState: (address, slot, value) => this.setState(ctx, address, slot, value),
			setCode: (codeHash, code) => this.setCode(ctx, codeHash, code),
			takesCode: (address) => this.#takesCode(ctx, address),
			deleteAccount: (address) => wrapped('failed to delete account', () => this.deleteAccount(ctx, address)),
		}
	}

	/** A vesting account has no field for a code, and by ethermint's rule no BaseAccount gets one. */
	#takesCode(ctx: Context, address: Uint8Array): boolean {
		const { accounts, rule } = this.deps
		const kind = accounts.getAccount(ctx, address)?.kind ?? 'eth'
		return kind === 'eth' || (kind === 'base' && rule.keepsBase)
	}

	/** bech32 text of an address. */
	addressText(address: Uint8Array): string {
		return addressToText(address, this.deps.prefix)
	}

	/** The bloom of the block so far: 256 bytes or fewer. */
	getBlockBloom(ctx: Context): Uint8Array {
		return ctx.transientStore(evmTransientStore).get(bloomKey(ctx.header.height)) ?? noBytes
	}

	setBlockBloom(ctx: Context, bloom: Uint8Array): void {
		ctx.transientStore(evmTransientStore).set(bloomKey(ctx.header.height), bloom)
	}

	getTxIndex(ctx: Context): bigint {
		return this.#counter(ctx, txIndexKey)
	}

	setTxIndex(ctx: Context, index: bigint): void {
		ctx.transientStore(evmTransientStore).set(txIndexKey, bigEndian64(index))
	}

	getLogIndex(ctx: Context): bigint {
		return this.#counter(ctx, logIndexKey)
	}

	setLogIndex(ctx: Context, index: bigint): void {
		ctx.transientStore(evmTransientStore).set(logIndexKey, bigEndian64(index))
	}

	/** Forgets the gas of the messages of a transaction. */
	resetGasUsed(ctx: Context): void {
		ctx.transientStore(evmTransientStore).delete(gasUsedKey)
	}

	/** Adds the gas of a message and answers the sum. Throws `gas overflow`. */
	addGasUsed(ctx: Context, gas: bigint): bigint {
		const sum = this.#counter(ctx, gasUsedKey) + gas
		if (sum >= 1n << 64n) throw evmErrors.gasOverflow.wrap('transient gas used')
		ctx.transientStore(evmTransientStore).set(gasUsedKey, bigEndian64(sum))
		return sum
	}

	#counter(ctx: Context, key: Uint8Array): bigint {
		const bytes = ctx.transientStore(evmTransientStore).get(key)
		return bytes === undefined ? 0n : fromBigEndian64(bytes)
	}

	#setBalance(ctx: Context, address: Uint8Array, balance: bigint): void {
		const { bank } = this.deps
		const { evmDenom } = this.getParams(ctx)
		const before = bank.getBalance(ctx, address, evmDenom)
		if (balance > before) {
			bank.mint(ctx, evmModuleName, balance - before)
			bank.sendFromModuleToAccount(ctx, evmModuleName, address, balance - before)
		} else if (balance < before) {
			bank.sendFromAccountToModule(ctx, address, evmModuleName, before - balance)
			bank.burn(ctx, evmModuleName, before - balance)
		}
	}
}

/** Accounts as Go prints their types. */
export const goTypes: Readonly<Record<Account['kind'], string>> = {
	base: '*types.BaseAccount',
	module: '*types.ModuleAccount',
	eth: '*types.EthAccount',
	delayed: '*types.DelayedVestingAccount',
	continuous: '*types.ContinuousVestingAccount',
	periodic: '*types.PeriodicVestingAccount',
	permanent: '*types.PermanentLockedAccount',
}

/** Keccak-256 of an account's code; only EthAccounts have any. */
export function codeHashOf(account: Account): Uint8Array {
	if (account.kind !== 'eth') return emptyCodeHash
	const bytes = fromHex(account.codeHash.replace(/^0x/, ''))
	if (bytes?.length !== 32) throw new PanicError(`code hash ${account.codeHash} is no hash`)
	return bytes
}

function wrapped(description: string, run: () => void): void {
	inOtherWords(run, (error) => error.wrap(description))
}
