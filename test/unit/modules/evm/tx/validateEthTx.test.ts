import { describe, expect, test } from 'vitest'
import { validateEthTx } from '../../../../../src/modules/evm/tx/validateEthTx.ts'
import { refusal } from '../../moduleBench.ts'
import { kinds, signed } from './signedTxs.ts'

describe('the checks of an Ethereum transaction alone', () => {
	const cap = 2n ** 256n
	// ethermint v0.14.1 x/evm/types: Validate of the three kinds; numbers of the codespace evm.
	test.each<[string, string, object, unknown]>([
		['a legacy one', 'no price', { gasPrice: undefined }, ['evm', 13, 'gas price cannot be nil: invalid gas price']],
		[
			'a legacy one',
			'a negative price',
			{ gasPrice: -1n },
			['evm', 13, 'gas price cannot be negative -1: invalid gas price'],
		],
		['a legacy one', 'a price of nothing', { gasPrice: 0n }, undefined],
		['a legacy one', 'a price of too many bits', { gasPrice: cap }, ['evm', 13, 'out of bound: invalid gas price']],
		['a legacy one', 'a fee of all bits', { gasPrice: cap - 1n, gas: 1n }, undefined],
		[
			'a legacy one',
			'a fee of too many bits',
			{ gasPrice: cap - 1n, gas: 2n },
			['evm', 14, 'out of bound: invalid gas fee'],
		],
		[
			'a legacy one',
			'a negative amount',
			{ value: -1n },
			['evm', 12, 'amount cannot be negative -1: invalid transaction amount'],
		],
		[
			'a legacy one',
			'an amount of too many bits',
			{ value: cap },
			['evm', 12, 'out of bound: invalid transaction amount'],
		],
		['a legacy one', 'an amount of all bits', { value: cap - 1n }, undefined],
		['a legacy one', 'an amount of nothing', { value: 0n }, undefined],
		['a legacy one', 'no amount', { value: undefined }, undefined],
		[
			'a legacy one',
			'another recipient',
			{ toText: '0x12' },
			['sdk', 7, "invalid to address: address '0x12' is not a valid ethereum hex address: invalid address"],
		],
		['a legacy one', 'no recipient', { toText: '' }, undefined],
		['a legacy one', 'no chain', { chainId: undefined }, undefined],
		['one with an access list', 'no price', { gasPrice: undefined }, ['evm', 13, 'cannot be nil: invalid gas price']],
		[
			'one with an access list',
			'no chain',
			{ chainId: undefined },
			['sdk', 28, 'chain ID must be present on AccessList txs: invalid chain-id'],
		],
		[
			'one with an access list',
			'fee and amount of too many bits',
			{ gasPrice: cap - 1n, gas: 2n, value: cap },
			['evm', 12, 'out of bound: invalid transaction amount'],
		],
		[
			'one with an access list',
			'a fee of too many bits',
			{ gasPrice: cap - 1n, gas: 2n },
			['evm', 14, 'out of bound: invalid gas fee'],
		],
		[
			'one with fee caps',
			'fee and amount of too many bits',
			{ gasPrice: cap - 1n, gas: 2n, value: cap },
			['evm', 14, 'out of bound: invalid gas fee'],
		],
		['one with fee caps', 'no tip', { gasTipCap: undefined }, ['evm', 18, 'gas tip cap cannot nil: invalid gas cap']],
		['one with fee caps', 'no cap', { gasFeeCap: undefined }, ['evm', 18, 'gas fee cap cannot nil: invalid gas cap']],
		[
			'one with fee caps',
			'a negative tip',
			{ gasTipCap: -1n },
			['evm', 18, 'gas tip cap cannot be negative -1: invalid gas cap'],
		],
		[
			'one with fee caps',
			'a negative cap',
			{ gasFeeCap: -1n },
			['evm', 18, 'gas fee cap cannot be negative -1: invalid gas cap'],
		],
		['one with fee caps', 'a tip of too many bits', { gasTipCap: cap }, ['evm', 18, 'out of bound: invalid gas cap']],
		['one with fee caps', 'a cap of too many bits', { gasFeeCap: cap }, ['evm', 18, 'out of bound: invalid gas cap']],
		[
			'one with fee caps',
			'a tip above the cap',
			{ gasTipCap: 901n },
			['evm', 18, 'max priority fee per gas higher than max fee per gas (901 > 900): invalid gas cap'],
		],
		['one with fee caps', 'a tip of the cap', { gasTipCap: 900n }, undefined],
		['one with fee caps', 'caps of nothing', { gasTipCap: 0n, gasFeeCap: 0n }, undefined],
		[
			'one with an authorization',
			'no recipient',
			{ to: undefined, toText: '' },
			['sdk', 18, 'EIP-7702 transaction cannot be used to create contract: invalid request'],
		],
		[
			'one with an authorization',
			'none of them',
			{ authorizations: [] },
			['sdk', 18, 'set code tx must have at least one authorization tuple: invalid request'],
		],
		['one with an authorization', 'nothing wrong', {}, undefined],
	])('an Ethereum transaction: %s with %s is judged as the reference does', async (kind, _name, change, wanted) => {
		const { tx } = await signed(await kinds[kind]!())
		expect(refusal(() => validateEthTx({ ...tx, ...change }))).toEqual(wanted)
	})
})
