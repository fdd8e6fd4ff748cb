import type { Context } from '../../app/Context.ts'
import { Cursor } from '../../codec/proto/Cursor.ts'
import { varintBytes } from '../../codec/proto/encodeMessage.ts'
import { PanicError, plainError, sdkErrors } from '../../errors/ChainError.ts'
import type { KVStore } from '../../store/KVStore.ts'
import { prefixEnd } from '../../store/keyBytes.ts'
import { concatBytes, fromUtf8, utf8 } from '../../util/bytes.ts'
import { evmutilStoreKey, fractionKey, fractionPrefix, remainderKey } from './keys.ts'

/** The part of a balance below one native coin. */
export interface Fraction {
	readonly address: Uint8Array
	readonly balance: bigint
}

/** Keeps fractions and the remainder, in store operations of the rules' number and order (app 0.17.5 x/evmutil). */
export class FractionKeeper {
	/** The fraction of an address: one read. */
	getBalance(ctx: Context, address: Uint8Array): bigint {
		const bytes = this.#store(ctx).get(fractionKey(address))
		return bytes === undefined ? 0n : decodeFraction(bytes).balance
	}

	/** Reads the record, then writes it, or looks for it and deletes it when the balance is zero. */
	setBalance(ctx: Context, address: Uint8Array, balance: bigint): void {
		this.#store(ctx).get(fractionKey(address))
		this.write(ctx, { address, balance })
	}

	/** Writes without the read before it. Throws a plain error for a negative balance or no address. */
	write(ctx: Context, fraction: Fraction): void {
		const fault = fractionFault(fraction)
		if (fault !== undefined) throw plainError(fault)
		const store = this.#store(ctx)
		const key = fractionKey(fraction.address)
		if (fraction.balance > 0n) store.set(key, encodeFraction(fraction))
		else if (store.has(key)) store.delete(key)
	}

	/** Moves a fraction; nothing happens for zero. Throws `insufficient funds`. */
	sendBalance(ctx: Context, from: Uint8Array, to: Uint8Array, amount: bigint): void {
		if (amount === 0n) return
		const have = this.getBalance(ctx, from)
		if (have < amount) throw insufficient(amount)
		this.setBalance(ctx, from, have - amount)
		this.setBalance(ctx, to, this.getBalance(ctx, to) + amount)
	}

	/** Adds to a fraction, also zero: that costs the reads and writes. */
	addBalance(ctx: Context, address: Uint8Array, amount: bigint): void {
		this.setBalance(ctx, address, this.getBalance(ctx, address) + amount)
	}

	/** Takes from a fraction; nothing happens for zero. Throws `insufficient funds`. */
	removeBalance(ctx: Context, address: Uint8Array, amount: bigint): void {
		if (amount === 0n) return
		const left = this.getBalance(ctx, address) - amount
		if (left < 0n) throw insufficient(amount)
		this.setBalance(ctx, address, left)
	}

	/** Worth of the module account's coins less all fractions, below one coin: one read. */
	getRemainder(ctx: Context): bigint {
		const bytes = this.#store(ctx).get(remainderKey)
		return bytes === undefined ? 0n : decimal(bytes)
	}

	setRemainder(ctx: Context, amount: bigint): void {
		this.#store(ctx).set(remainderKey, utf8(amount.toString()))
	}

	/** Every fraction, in key order. */
	getAll(ctx: Context): readonly Fraction[] {
		const all: Fraction[] = []
		const iterator = this.#store(ctx).iterator(fractionPrefix, prefixEnd(fractionPrefix))
		try {
			for (; iterator.valid(); iterator.next()) all.push(decodeFraction(iterator.value()))
		} finally {
			iterator.close()
		}
		return all
	}

	#store(ctx: Context): KVStore {
		return ctx.kvStore(evmutilStoreKey)
	}
}

/** The fault of a fraction; undefined if it is valid. */
export function fractionFault({ address, balance }: Fraction): string | undefined {
	if (address.length === 0) return 'address cannot be empty'
	if (balance < 0n) return `balance amount cannot be negative; amount: ${balance}`
	return undefined
}

function insufficient(amount: bigint) {
	return sdkErrors.insufficientFunds.wrap(`insufficient funds to send ${amount}`)
}

/** A protobuf message: 1 address (bytes), 2 balance (decimal text). */
function encodeFraction({ address, balance }: Fraction): Uint8Array {
	const text = utf8(balance.toString())
	return concatBytes(
		Uint8Array.of(0x0a),
		varintBytes(BigInt(address.length)),
		address,
		Uint8Array.of(0x12),
		varintBytes(BigInt(text.length)),
		text,
	)
}

function decodeFraction(bytes: Uint8Array): Fraction {
	const cursor = new Cursor(bytes)
	let address: Uint8Array = new Uint8Array(0)
	let balance = 0n
	while (cursor.pos < cursor.end) {
		cursor.varint()
		const field = cursor.lo >>> 3
		const end = cursor.lengthEnd()
		const part = bytes.subarray(cursor.pos, end)
		cursor.pos = end
		if (field === 1) address = part.slice()
		else if (field === 2) balance = decimal(part)
	}
	return { address, balance }
}

function decimal(bytes: Uint8Array): bigint {
	const text = fromUtf8(bytes)
	if (!/^\d+$/.test(text)) throw new PanicError('evmutil: damaged balance')
	return BigInt(text)
}
