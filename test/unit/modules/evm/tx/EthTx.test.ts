import { create } from '@bufbuild/protobuf'
import { getContractAddress, serializeTransaction, keccak256 as viemKeccak } from 'viem'
import { describe, expect, test } from 'vitest'
import { SetCodeTxSchema } from '../../../../../src/gen/ethermint/evm/v1/tx_pb.js'
import {
	chainIdOfV,
	costOf,
	createAddress,
	effectivePrice,
	encodeEthTx,
	ethTxHash,
	ethTxOf,
	feeOf,
	isProtected,
	recipientText,
	signingHash,
} from '../../../../../src/modules/evm/tx/EthTx.ts'
import { latestSignerRules, recoverSender } from '../../../../../src/modules/evm/tx/recoverSender.ts'
import { fromHex, toHex } from '../../../../../src/util/bytes.ts'
import { key, kinds, signed } from './signedTxs.ts'

describe('an Ethereum transaction', () => {
	test.each(Object.entries(kinds))(
		'an Ethereum transaction: %s has the bytes, hashes and sender that viem gives it',
		async (_name, make) => {
			const unsigned = await make()
			const { raw, tx } = await signed(unsigned)
			expect(`0x${toHex(encodeEthTx(tx))}`).toBe(raw)
			expect(`0x${toHex(ethTxHash(tx))}`).toBe(viemKeccak(raw))
			const chainId = unsigned.chainId === undefined ? undefined : 2222n
			expect(`0x${toHex(signingHash(tx, chainId))}`).toBe(viemKeccak(serializeTransaction(unsigned)))
			expect(`0x${toHex(recoverSender(tx, latestSignerRules(2222n)))}`).toBe(key.address.toLowerCase())
			expect(recipientText(tx)).toBe(unsigned.to ?? undefined)
			expect(tx.chainId).toBe(chainId ?? 0n)
		},
	)

	test('the address of a deployed contract is that of sender and nonce', () => {
		for (const nonce of [0n, 1n, 127n, 128n, 2n ** 40n]) {
			const wanted = getContractAddress({ from: key.address, nonce }).toLowerCase()
			expect(`0x${toHex(createAddress(fromHex(key.address.slice(2))!, nonce))}`).toBe(wanted)
		}
	})

	// go-ethereum v1.10.16 core/types deriveChainId and isProtectedV.
	test.each<[bigint, bigint, boolean]>([
		[0n, (2n ** 64n - 35n) / 2n, false],
		[1n, (2n ** 64n - 34n) / 2n, false],
		[2n, (2n ** 64n - 33n) / 2n, true],
		[26n, (2n ** 64n - 9n) / 2n, true],
		[27n, 0n, false],
		[28n, 0n, false],
		[29n, (2n ** 64n - 6n) / 2n, true],
		[35n, 0n, true],
		[36n, 0n, true],
		[37n, 1n, true],
		[255n, 110n, true],
		[256n, 110n, true],
		[4479n, 2222n, true],
		[4480n, 2222n, true],
		[2n ** 64n - 1n, (2n ** 64n - 36n) / 2n, true],
		[2n ** 64n, (2n ** 64n - 35n) / 2n, true],
		[2n ** 65n - 1n, (2n ** 65n - 36n) / 2n, true],
		[2n ** 70n + 35n, 2n ** 69n, true],
	])('the v %s of a legacy transaction names the chain %s', async (v, chainId, isOfChain) => {
		const { tx } = await signed(await kinds['a legacy one']!())
		expect([chainIdOfV(v), isProtected({ ...tx, v })]).toEqual([chainId, isOfChain])
	})

	test('amounts and lists that a transaction leaves out count as nothing in what is signed and sent', async () => {
		const amounts = { chainId: 0n, gasPrice: 0n, gasTipCap: 0n, gasFeeCap: 0n, value: 0n }
		const left = Object.fromEntries(Object.keys(amounts).map((name) => [name, undefined]))
		for (const make of Object.values(kinds)) {
			const { tx } = await signed(await make())
			const bare = { ...tx, ...left, accessList: undefined, authorizations: undefined } as typeof tx
			const nothing = { ...tx, ...amounts, accessList: [], authorizations: [] }
			expect(toHex(encodeEthTx(bare))).toBe(toHex(encodeEthTx(nothing)))
			expect(toHex(signingHash(bare, tx.type === 0 ? 0n : undefined))).toBe(toHex(signingHash(nothing, 0n)))
		}
		const word = { address: `0x${'11'.repeat(20)}`, nonce: 7n, v: Uint8Array.of(1) }
		const codes = create(SetCodeTxSchema, { authorizations: [word, { ...word, chainId: '5' }] })
		expect(ethTxOf(codes).authorizations).toEqual([
			{ chainId: 0n, address: new Uint8Array(20).fill(0x11), nonce: 7n, v: 1n, r: 0n, s: 0n },
			{ chainId: 5n, address: new Uint8Array(20).fill(0x11), nonce: 7n, v: 1n, r: 0n, s: 0n },
		])
	})

	test('a transaction costs gas times price and its value, at most', async () => {
		const { tx } = await signed(await kinds['one with fee caps']!())
		expect([feeOf(tx), costOf(tx)]).toEqual([81_000_000n, 81_000_005n])
		expect([undefined, 0n, 643n, 644n, 645n].map((baseFee) => effectivePrice(tx, baseFee))).toEqual([
			900n,
			256n,
			899n,
			900n,
			900n,
		])
		const legacy = (await signed(await kinds['a legacy one']!())).tx
		expect([undefined, 0n, 5n].map((baseFee) => effectivePrice(legacy, baseFee))).toEqual([7n, 7n, 7n])
		const bare = { ...legacy, gasPrice: undefined, gasTipCap: undefined, gasFeeCap: undefined, value: undefined }
		expect([feeOf(bare), costOf(bare), effectivePrice(bare, undefined), effectivePrice(bare, 9n)]).toEqual([
			0n,
			0n,
			0n,
			0n,
		])
		expect(effectivePrice({ ...bare, gasFeeCap: 20n }, 9n)).toBe(9n)
	})
})
