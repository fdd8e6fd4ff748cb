import { describe, expect, test } from 'vitest'
import type { EthTx } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { latestSignerRules, recoverSender, SenderFault } from '../../../../../src/modules/evm/tx/recoverSender.ts'
import { toHex } from '../../../../../src/util/bytes.ts'
import { key, kinds, signed } from './signedTxs.ts'

describe('the sender of an Ethereum transaction', () => {
	const all = latestSignerRules(2222n)
	const none = { prague: false, london: false, berlin: false, eip155: false, homestead: false, chainId: 2222n }
	const unsupported = 'transaction type not supported'
	const sender = (tx: EthTx, rules: object): string => {
		try {
			// A copy, because a sender that was found is kept with its transaction.
			return `0x${toHex(recoverSender({ ...tx }, { ...all, ...rules }))}`
		} catch (error) {
			if (error instanceof SenderFault) return error.message
			throw error
		}
	}

	// go-ethereum v1.10.16 core/types: signers of London, Berlin, EIP-155, Homestead and Frontier.
	test.each<[string, keyof typeof kinds & string, object, string | undefined]>([
		['an authorization before Prague', 'one with an authorization', { prague: false }, unsupported],
		['an authorization of another chain', 'one with an authorization', { chainId: 1n }, 'invalid chain id for signer'],
		['fee caps before London', 'one with fee caps', { london: false }, unsupported],
		['fee caps of another chain', 'one with fee caps', { chainId: 1n }, 'invalid chain id for signer'],
		['an access list by the rules of Berlin', 'one with an access list', { ...none, berlin: true }, undefined],
		['an access list by the rules of London', 'one with an access list', { ...none, london: true }, undefined],
		['an access list before Berlin', 'one with an access list', { ...none, eip155: true }, unsupported],
		['an access list of another chain', 'one with an access list', { chainId: 1n }, 'invalid chain id for signer'],
		['a legacy one of another chain', 'a legacy one', { chainId: 1n }, 'invalid chain id for signer'],
		['a legacy one by the rules of EIP-155', 'a legacy one', { ...none, eip155: true }, undefined],
		['a legacy one by the rules of Berlin', 'a legacy one', { ...none, berlin: true }, undefined],
		['a legacy one by the rules of London', 'a legacy one', { ...none, london: true }, undefined],
		[
			'a protected one by the rules of Homestead',
			'a legacy one',
			{ ...none, homestead: true },
			'invalid transaction v, r, s values',
		],
		['an unprotected one by the first rules', 'a legacy one without a chain', none, undefined],
		['an unprotected one by the newest rules', 'a legacy one without a chain', {}, undefined],
	])('the sender of %s is found or refused as the reference does', async (_name, kind, rules, fault) => {
		const { tx } = await signed(await kinds[kind]!())
		expect(sender(tx, rules)).toBe(fault ?? key.address.toLowerCase())
	})

	const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
	const flipped = async (kind: string) => {
		const { tx } = await signed(await kinds[kind]!())
		const v = tx.type !== 0 ? 1n - tx.v : isOdd(tx.v) ? tx.v + 1n : tx.v - 1n
		return { ...tx, v, s: order - tx.s }
	}
	const isOdd = (v: bigint) => v % 2n === 1n

	test('the greater of two equal signatures holds by the first rules only', async () => {
		const refused = 'invalid transaction v, r, s values'
		const legacy = await flipped('a legacy one without a chain')
		expect(sender(legacy, none)).toBe(key.address.toLowerCase())
		for (const rule of ['homestead', 'eip155', 'berlin', 'london'] as const) {
			expect(sender(legacy, { ...none, [rule]: true })).toBe(refused)
		}
		for (const kind of ['a legacy one', 'one with an access list', 'one with fee caps', 'one with an authorization']) {
			expect(sender(await flipped(kind), {})).toBe(refused)
		}
	})

	test('a transaction that names no chain is one of the chain 0, as it is in Go', async () => {
		const { tx } = await signed(await kinds['one with an access list']!())
		const chainless = { ...tx, chainId: undefined }
		const refused = 'invalid chain id for signer'
		expect(sender(chainless, { chainId: 1n })).toBe(refused)
		expect(sender(chainless, { chainId: 0n })).not.toBe(refused)
	})

	test.each<[string, object, string]>([
		['a parity of two', { v: 2n }, 'invalid transaction v, r, s values'],
		['a parity that is one more by 256', { v: 256n }, 'invalid transaction v, r, s values'],
		['no r', { r: 0n }, 'invalid transaction v, r, s values'],
		['no s', { s: 0n }, 'invalid transaction v, r, s values'],
		['an r of the order', { r: order }, 'invalid transaction v, r, s values'],
		['an r that is no point', { r: 5n }, 'recovery failed'],
	])('a signature with %s is refused', async (_name, change, fault) => {
		const { tx } = await signed(await kinds['one with fee caps']!())
		expect(sender({ ...tx, ...change }, {})).toBe(fault)
	})
})
