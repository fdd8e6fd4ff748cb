import { RLP } from '@ethereumjs/rlp'
import { type Hex, hexToBytes, keccak256, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { gethDialect } from '../../../../../src/api/eth/dialect/gethDialect.ts'
import { EthFault } from '../../../../../src/api/eth/rpc/EthFault.ts'
import { parseRawTx } from '../../../../../src/api/eth/send/parseRawTx.ts'
import { encodeEthTx, ethTxHash, ethTxOf } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { toHex } from '../../../../../src/util/bytes.ts'

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const to = '0x00000000000000000000000000000000000000aa'
const accessList = [{ address: to, storageKeys: [`0x${'22'.repeat(32)}`] }] as const

async function signed(tx: TransactionSerializable): Promise<Uint8Array> {
	return hexToBytes(await signer.signTransaction(tx))
}

const common = { chainId: 2222, nonce: 5, gas: 21_000n, value: 7n, data: '0x0102' as Hex }
const caps = { maxFeePerGas: 9n, maxPriorityFeePerGas: 8n }

async function setCode(): Promise<TransactionSerializable> {
	const authorization = await signer.signAuthorization({ address: to, chainId: 0, nonce: 3 })
	return { type: 'eip7702', ...common, ...caps, to, accessList, authorizationList: [authorization] }
}

const kinds: readonly (readonly [string, () => Promise<TransactionSerializable>, object])[] = [
	['legacy', async () => ({ type: 'legacy', ...common, to, gasPrice: 9n }), { type: 0, gasPrice: 9n }],
	['deploying legacy', async () => ({ type: 'legacy', ...common, gasPrice: 9n }), { type: 0, to: undefined }],
	[
		'access list',
		async () => ({ type: 'eip2930', ...common, to, gasPrice: 9n, accessList }),
		{ type: 1, gasPrice: 9n, accessList: [{ address: hexToBytes(to), storageKeys: [new Uint8Array(32).fill(0x22)] }] },
	],
	[
		'dynamic fee',
		async () => ({ type: 'eip1559', ...common, ...caps, to, accessList }),
		{ type: 2, gasTipCap: 8n, gasFeeCap: 9n },
	],
	[
		'set code',
		setCode,
		{ type: 4, gasTipCap: 8n, authorizations: [{ chainId: 0n, address: hexToBytes(to), nonce: 3n }] },
	],
]

describe('a signed transaction as wallets send it', () => {
	test.each(kinds)(
		'each field of a %s transaction is read, and its bytes are the same again',
		async (_, make, fields) => {
			const raw = await signed(await make())
			const tx = ethTxOf(parseRawTx(raw))
			expect(tx).toMatchObject({ nonce: 5n, gas: 21_000n, value: 7n, data: Uint8Array.of(1, 2), ...fields })
			expect(tx.type === 0 || tx.chainId === 2222n).toBe(true)
			expect(toHex(encodeEthTx(tx))).toBe(toHex(raw))
			expect(`0x${toHex(ethTxHash(tx))}`).toBe(keccak256(raw))
		},
	)

	/** The bytes of a transaction with other fields. */
	type Item = Uint8Array | Item[]
	const changed = async (
		make: () => Promise<TransactionSerializable>,
		change: (fields: Item[]) => void,
	): Promise<Uint8Array> => {
		const raw = await signed(await make())
		const isTyped = raw[0]! <= 0x7f
		const fields = RLP.decode(isTyped ? raw.subarray(1) : raw) as Item[]
		change(fields)
		return Uint8Array.from([...(isTyped ? [raw[0]!] : []), ...RLP.encode(fields)])
	}
	const [legacy, , access, dynamic, code] = kinds.map(([, make]) => make) as [
		() => Promise<TransactionSerializable>,
		unknown,
		() => Promise<TransactionSerializable>,
		() => Promise<TransactionSerializable>,
		() => Promise<TransactionSerializable>,
	]
	const put =
		(at: number, item: Item) =>
		(fields: Item[]): void => {
			fields[at] = item
		}
	const putIn = (at: number, item: Item) => (fields: Item[]) => put(at, item)((fields[9] as Item[])[0] as Item[])
	const long = (length: number) => new Uint8Array(length).fill(1)
	const tooLong = 'rlp: input string too long for types.TxData'
	const noString = 'rlp: expected input string or byte for types.TxData'

	// Texts of go-ethereum v1.10.16 core/types and rlp.
	test.each([
		['a nonce of 9 bytes', legacy, put(0, long(9)), tooLong],
		['a price of 33 bytes', legacy, put(1, long(33)), tooLong],
		['a gas limit of 9 bytes', legacy, put(2, long(9)), tooLong],
		[
			'a nonce with a zero before it',
			legacy,
			put(0, Uint8Array.of(0, 1)),
			'rlp: non-canonical integer (leading zero bytes) for types.TxData',
		],
		['a recipient of 19 bytes', legacy, put(3, long(19)), 'rlp: input string has wrong length for common.Address'],
		['a recipient of 21 bytes', legacy, put(3, long(21)), 'rlp: input string has wrong length for common.Address'],
		['data that is a list', legacy, put(5, []), noString],
		['a field too few', legacy, (fields: Item[]) => void fields.pop(), 'rlp: too few elements for types.TxData'],
		[
			'a field too many',
			legacy,
			(fields: Item[]) => void fields.push(long(1)),
			'rlp: input list has too many elements for types.TxData',
		],
		['a field too few', access, (fields: Item[]) => void fields.pop(), 'rlp: too few elements for types.TxData'],
		[
			'a field too many',
			access,
			(fields: Item[]) => void fields.push(long(1)),
			'rlp: input list has too many elements for types.TxData',
		],
		['an access list that is a text', access, put(7, long(1)), 'rlp: expected input list for types.AccessList'],
		['an access list of texts', access, put(7, [long(1)]), 'rlp: expected input list for types.AccessTuple'],
		['slots that are a text', access, put(7, [[long(20), long(1)]]), 'rlp: expected input list for types.AccessTuple'],
		['a field too few', dynamic, (fields: Item[]) => void fields.pop(), 'rlp: too few elements for types.TxData'],
		[
			'a field too many',
			dynamic,
			(fields: Item[]) => void fields.push(long(1)),
			'rlp: input list has too many elements for types.TxData',
		],
		['a chain number of 33 bytes', dynamic, put(0, long(33)), tooLong],
		['a tip of 33 bytes', dynamic, put(2, long(33)), tooLong],
		['a value of 33 bytes', dynamic, put(6, long(33)), tooLong],
		['a signature that is a list', dynamic, put(11, []), noString],
		['a field too few', code, (fields: Item[]) => void fields.pop(), 'rlp: too few elements for types.TxData'],
		[
			'a field too many',
			code,
			(fields: Item[]) => void fields.push(long(1)),
			'rlp: input list has too many elements for types.TxData',
		],
		['no recipient', code, put(5, new Uint8Array(0)), 'rlp: input string too short for common.Address'],
		[
			'authorizations that are a text',
			code,
			put(9, long(1)),
			'rlp: expected input list for []types.SetCodeAuthorization',
		],
		[
			'an authorization that is a text',
			code,
			// As many bytes as an authorization has fields.
			put(9, [long(6)]),
			'rlp: expected input list for types.SetCodeAuthorization',
		],
		[
			'an authorization of five fields',
			code,
			put(9, [[long(1), long(20), long(1), long(1), long(1)]]),
			'rlp: expected input list for types.SetCodeAuthorization',
		],
		[
			'an authorization without an address',
			code,
			putIn(1, new Uint8Array(0)),
			'rlp: input string too short for common.Address',
		],
		['an authorization with a nonce of 9 bytes', code, putIn(2, long(9)), tooLong],
		['an authorization with a parity of 2 bytes', code, putIn(3, long(2)), tooLong],
		['an authorization with r of 33 bytes', code, putIn(4, long(33)), tooLong],
		['an authorization with s of 33 bytes', code, putIn(5, long(33)), tooLong],
	])('%s is refused', async (_, make, change, reason) => {
		const raw = await changed(make, change)
		expect(() => parseRawTx(raw)).toThrow(new EthFault(reason))
	})

	test.each([
		['', 'empty typed transaction bytes'],
		['00', 'transaction type not supported'],
		['03c0', 'transaction type not supported'],
		['7fc0', 'transaction type not supported'],
		['80', 'rlp: expected input list for types.LegacyTx'],
		['c0', 'rlp: too few elements for types.TxData'],
		['0201', 'rlp: expected input list for types.LegacyTx'],
	])('the bytes %s are no transaction', (hex, reason) => {
		expect(() => parseRawTx(new Uint8Array(Buffer.from(hex, 'hex')))).toThrow(new EthFault(reason))
	})
})

describe('a signed transaction before the mempool', () => {
	/** A chain whose next block may take so much gas; 0 is any. */
	const chain = (gasLimit: bigint) =>
		({
			chainId: 2222n,
			blocks: { latestHeight: async () => 7 },
			evm: { gasLimitAt: async (height: number) => (height === 8 ? gasLimit : 1n) },
		}) as never
	const checked = async (tx: TransactionSerializable, gasLimit = 0n, isImpersonated = false) =>
		gethDialect.checkTx(ethTxOf(parseRawTx(await signed(tx))), chain(gasLimit), isImpersonated)
	const plain: TransactionSerializable = { type: 'legacy', ...common, to, gasPrice: 9n }

	test('the signer of a signed transaction is told, but for one that is impersonated', async () => {
		expect(await checked(plain)).toEqual(hexToBytes(signer.address))
		expect(await checked({ type: 'eip1559', ...common, ...caps, to })).toEqual(hexToBytes(signer.address))
		expect(await checked(plain, 0n, true)).toBeUndefined()
	})

	test('one that wants more gas than the next block has is refused', async () => {
		expect(await checked(plain, 21_000n)).toBeDefined()
		await expect(checked(plain, 20_999n)).rejects.toThrow(new EthFault('exceeds block gas limit'))
	})

	test('one that any chain would take is refused', async () => {
		const { chainId: _, ...unprotected } = plain
		await expect(checked(unprotected)).rejects.toThrow(
			new EthFault('only replay-protected (EIP-155) transactions allowed over RPC'),
		)
	})

	test('one for another chain is refused', async () => {
		await expect(checked({ ...plain, chainId: 1 })).rejects.toThrow(EthFault)
		await expect(checked({ type: 'eip1559', ...common, ...caps, to, chainId: 1 })).rejects.toThrow(EthFault)
	})

	test('a fee of more than a hundred coins is refused, against mistakes', async () => {
		const coins = 10n ** 18n
		expect(await checked({ ...plain, gas: 100_000n, gasPrice: coins / 1_000n })).toBeDefined()
		await expect(checked({ ...plain, gas: 100_001n, gasPrice: coins / 1_000n })).rejects.toThrow(
			new EthFault('tx fee (100.00 coins) exceeds the configured cap (100.00 coins)'),
		)
		await expect(checked({ ...plain, gas: 123_059n, gasPrice: coins / 100n })).rejects.toThrow(
			new EthFault('tx fee (1230.59 coins) exceeds the configured cap (100.00 coins)'),
		)
		await expect(checked({ ...plain, gas: 200_050n, gasPrice: coins / 1_000n })).rejects.toThrow(
			new EthFault('tx fee (200.05 coins) exceeds the configured cap (100.00 coins)'),
		)
	})
})
