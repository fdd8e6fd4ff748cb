import { describe, expect, test } from 'vitest'
import { LegacyFault } from '../../../../src/api/legacy/LegacyAnswer.ts'
import { checkBaseReq, readTransfer } from '../../../../src/api/legacy/readBaseReq.ts'
import { parseJson } from '../../../../src/codec/goJson/parseJson.ts'

/** The first refusal of a request with these members of `base_req`, undefined for none. */
function refusal(members: object): readonly [status: number, text: string] | undefined {
	const base_req = { from: 'me', chain_id: 'chain-1', ...members }
	const { base } = readTransfer(parseJson(JSON.stringify({ base_req, amount: [] })))
	try {
		checkBaseReq(base, (text) => text !== 'you')
		return undefined
	} catch (fault) {
		if (fault instanceof LegacyFault) return [fault.status, fault.message]
		throw fault
	}
}

const coin = (denom: string, amount: string) => ({ denom, amount })

// cosmos-sdk v0.44.5 types/rest BaseReq.ValidateBasic
describe('the common part of a request for a transfer', () => {
	const both = [400, 'cannot provide both fees and gas prices']
	const invalid = [402, 'invalid fees or gas prices provided']
	test.each([
		['neither fee nor price', {}, undefined],
		['a fee', { fees: [coin('aaa', '1')] }, undefined],
		['a price', { gas_prices: [coin('aaa', '0.5')] }, undefined],
		['a fee and a price of nothing', { fees: [coin('aaa', '1')], gas_prices: [coin('aaa', '0')] }, undefined],
		['a price and a fee of nothing', { fees: [coin('aaa', '0')], gas_prices: [coin('aaa', '0.5')] }, undefined],
		['a fee and a price', { fees: [coin('aaa', '1')], gas_prices: [coin('aaa', '0.5')] }, both],
		['no chain', { chain_id: ' ' }, [401, 'chain-id required but not specified']],
		['no chain, to be simulated', { chain_id: '', simulate: true }, undefined],
		['no sender', { from: '' }, [401, 'invalid from address: ']],
		['a sender that is no address', { from: 'you' }, [401, 'invalid from address: you']],
		[
			'a sender that is no address, to be simulated',
			{ from: 'you', simulate: true },
			[401, 'invalid from address: you'],
		],
	])('a request for a transfer with %s is read or refused', (_what, members, told) => {
		expect(refusal(members)).toEqual(told)
	})

	// Prices are looked at where the fee, of nothing here, is no valid one.
	const free = { fees: [coin('aaa', '0')] }
	test.each([
		['in order', [coin('aaa', '1'), coin('bbb', '2'), coin('ccc', '3')], undefined],
		['out of order', [coin('bbb', '1'), coin('aaa', '2')], invalid],
		['out of order behind the first', [coin('aaa', '1'), coin('ccc', '1'), coin('bbb', '2')], invalid],
		['twice in one denomination', [coin('aaa', '1'), coin('aaa', '2')], invalid],
		['of the least there is', [coin('aaa', '0.000000000000000001')], undefined],
		['one of which is nothing', [coin('aaa', '1'), coin('bbb', '0')], invalid],
		['one of which is below nothing', [coin('aaa', '-1')], invalid],
		['in a denomination that there cannot be', [coin('1', '1')], invalid],
	])('a request for a transfer with prices %s is read or refused', (_what, gas_prices, told) => {
		expect(refusal({ ...free, gas_prices })).toEqual(told)
	})
})

test('numbers of a request that no reply has are read for their faults all the same', () => {
	for (const name of ['account_number', 'sequence', 'timeout_height']) {
		expect(refusal({ [name]: '7' }), name).toBeUndefined()
		expect(() => refusal({ [name]: 7 }), name).toThrow(/quot|string/)
	}
})

test('a coin to send without an amount is one of nothing', () => {
	const read = (amount: object) =>
		readTransfer(parseJson(JSON.stringify({ amount: [{ denom: 'aaa', ...amount }] }))).amount
	expect([read({}), read({ amount: '0' }), read({ amount: '12' })]).toEqual([
		[{ denom: 'aaa', amount: 0n }],
		[{ denom: 'aaa', amount: 0n }],
		[{ denom: 'aaa', amount: 12n }],
	])
})
