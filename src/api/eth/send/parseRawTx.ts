import { create, type Message } from '@bufbuild/protobuf'
import { RLP } from '@ethereumjs/rlp'
import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { thrownText } from '../../../errors/UserError.ts'
import { type AccessTuple, AccessTupleSchema } from '../../../gen/ethermint/evm/v1/evm_pb.js'
import {
	AccessListTxSchema,
	DynamicFeeTxSchema,
	LegacyTxSchema,
	type SetCodeAuthorization,
	SetCodeAuthorizationSchema,
	SetCodeTxSchema,
} from '../../../gen/ethermint/evm/v1/tx_pb.js'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'

type Item = Uint8Array | readonly Item[]

/**
 * Parses a signed transaction as wallets send it: the legacy list, or a typed one after its type byte.
 * @throws {EthFault} with the texts of go-ethereum v1.10.16 core/types.
 */
export function parseRawTx(raw: Uint8Array): Message {
	const first = raw[0]
	if (first === undefined) throw new EthFault('empty typed transaction bytes')
	if (first > 0x7f) return legacyTx(fieldsOf(raw, 9))
	if (first === 1) return accessListTx(fieldsOf(raw.subarray(1), 11))
	if (first === 2) return create(DynamicFeeTxSchema, feeCapFields(fieldsOf(raw.subarray(1), 12)))
	if (first === 4) return setCodeTx(fieldsOf(raw.subarray(1), 13))
	throw new EthFault('transaction type not supported')
}

function legacyTx([nonce, price, gas, to, value, data, v, r, s]: readonly Item[]): Message {
	return create(LegacyTxSchema, {
		nonce: uint64(nonce),
		gasPrice: integer(price),
		gas: uint64(gas),
		to: recipient(to),
		value: integer(value),
		data: bytes(data),
		v: bytes(v),
		r: bytes(r),
		s: bytes(s),
	})
}

function accessListTx([chainId, nonce, price, gas, to, value, data, list, v, r, s]: readonly Item[]): Message {
	return create(AccessListTxSchema, {
		chainId: integer(chainId),
		nonce: uint64(nonce),
		gasPrice: integer(price),
		gas: uint64(gas),
		to: recipient(to),
		value: integer(value),
		data: bytes(data),
		accesses: accesses(list),
		v: bytes(v),
		r: bytes(r),
		s: bytes(s),
	})
}

/** The list of authorizations is before the signature (EIP-7702). */
function setCodeTx(fields: readonly Item[]): Message {
	const list = fields[9]
	if (bytes(fields[5]).length === 0) throw new EthFault('rlp: input string too short for common.Address')
	if (!isList(list)) throw new EthFault('rlp: expected input list for []types.SetCodeAuthorization')
	return create(SetCodeTxSchema, { ...feeCapFields(fields.toSpliced(9, 1)), authorizations: list.map(authorization) })
}

function authorization(item: Item): SetCodeAuthorization {
	if (!isList(item) || item.length !== 6) throw new EthFault('rlp: expected input list for types.SetCodeAuthorization')
	const [chainId, address, nonce, v, r, s] = item
	if (bytes(address).length === 0) throw new EthFault('rlp: input string too short for common.Address')
	number(v, 1)
	number(r, 32)
	number(s, 32)
	return create(SetCodeAuthorizationSchema, {
		chainId: integer(chainId),
		address: recipient(address),
		nonce: uint64(nonce),
		v: bytes(v),
		r: bytes(r),
		s: bytes(s),
	})
}

function feeCapFields([chainId, nonce, tip, cap, gas, to, value, data, list, v, r, s]: readonly Item[]) {
	return {
		chainId: integer(chainId),
		nonce: uint64(nonce),
		gasTipCap: integer(tip),
		gasFeeCap: integer(cap),
		gas: uint64(gas),
		to: recipient(to),
		value: integer(value),
		data: bytes(data),
		accesses: accesses(list),
		v: bytes(v),
		r: bytes(r),
		s: bytes(s),
	}
}

function fieldsOf(raw: Uint8Array, count: number): readonly Item[] {
	let decoded: Item
	try {
		decoded = RLP.decode(raw) as Item
	} catch (fault) {
		throw new EthFault(`rlp: ${thrownText(fault).replace(/^invalid RLP: /, '')}`)
	}
	if (!isList(decoded)) throw new EthFault('rlp: expected input list for types.LegacyTx')
	if (decoded.length < count) throw new EthFault('rlp: too few elements for types.TxData')
	if (decoded.length > count) throw new EthFault('rlp: input list has too many elements for types.TxData')
	return decoded
}

function isList(item: Item | undefined): item is readonly Item[] {
	return Array.isArray(item)
}

function bytes(item: Item | undefined): Uint8Array {
	if (!(item instanceof Uint8Array)) throw new EthFault('rlp: expected input string or byte for types.TxData')
	return item
}

function number(item: Item | undefined, maxBytes: number): bigint {
	const value = bytes(item)
	if (value[0] === 0) throw new EthFault('rlp: non-canonical integer (leading zero bytes) for types.TxData')
	if (value.length > maxBytes) throw new EthFault('rlp: input string too long for types.TxData')
	return value.length === 0 ? 0n : BigInt(hexBytes(value))
}

function uint64(item: Item | undefined): bigint {
	return number(item, 8)
}

function integer(item: Item | undefined): string {
	return number(item, 32).toString()
}

function recipient(item: Item | undefined): string {
	const address = bytes(item)
	if (address.length === 0) return ''
	if (address.length !== 20) throw new EthFault('rlp: input string has wrong length for common.Address')
	return checksumAddress(address)
}

function accesses(item: Item | undefined): AccessTuple[] {
	if (!isList(item)) throw new EthFault('rlp: expected input list for types.AccessList')
	return item.map((entry) => {
		const [address, slots] = isList(entry) ? entry : []
		if (!isList(slots)) throw new EthFault('rlp: expected input list for types.AccessTuple')
		return create(AccessTupleSchema, {
			address: recipient(address),
			storageKeys: slots.map((slot) => hexBytes(bytes(slot))),
		})
	})
}
