import { describe, expect, it } from 'vitest'
import { txInWords } from '../../../../src/cli/live/LiveLines.ts'
import type { TxSummary } from '../../../../src/client/index.ts'
import { summary } from '../support/txSummary.ts'

const names = new Map([
	['chain1alice', 'alice'],
	['chain1bob', 'bob'],
])
const words = (tx: Partial<TxSummary>) =>
	txInWords(summary({ signers: ['chain1alice'], ...tx }), (address) => names.get(address) ?? address, 'uchain')

describe('a transaction in words', () => {
	it.each<[string, string, Record<string, unknown>, string]>([
		['/chain.greet.v1beta1.MsgCreateGreet', 'greeting', { message: 'hi \u001b[2J' }, '“hi \\u001b[2J”'],
		['/kava.greet.v1beta1.MsgCreateGreet', 'greeting', {}, '“”'],
		[
			'/cosmos.bank.v1beta1.MsgSend',
			'send',
			{ to_address: 'chain1bob', amount: [{ denom: 'uchain', amount: '1500000' }] },
			'1.50 CHAIN to bob',
		],
		['/cosmos.bank.v1beta1.MsgSend', 'send', {}, '0 CHAIN to '],
		[
			'/cosmos.bank.v1beta1.MsgSend',
			'send',
			// Amounts of strangers that are none are left out.
			{
				to_address: 'chain1x',
				amount: [null, { denom: 5, amount: '1' }, { denom: 'x', amount: '1e9' }, { denom: 'ibc/A', amount: '1234' }],
			},
			'1,234 ibc/A to chain1x',
		],
		[
			'/cosmos.vesting.v1beta1.MsgCreateVestingAccount',
			'vesting',
			{ to_address: 'chain1bob', amount: [{ denom: 'uchain', amount: '7' }] },
			'0.000007 CHAIN to bob',
		],
		['/ethermint.evm.v1.MsgEthereumTx', 'contract', {}, 'new contract'],
		[
			'/ethermint.evm.v1.MsgEthereumTx',
			'contract',
			{ data: { to: '', value: '1000000000000000000' } },
			'1 CHAIN new contract',
		],
		['/ethermint.evm.v1.MsgEthereumTx', 'call', { data: { to: 'chain1bob', value: 'much', data: 'q80=' } }, 'to bob'],
		[
			'/ethermint.evm.v1.MsgEthereumTx',
			'send',
			{ data: { to: 'chain1bob', value: '500000000000000000' } },
			'0.5 CHAIN to bob',
		],
		['/cosmos.gov.v1beta1.MsgVote', 'Vote', {}, ''],
		['/x', '/x', {}, ''],
	])('%s is a %s', (type, kind, first, what) => {
		expect(words({ messageTypes: [type], first })).toEqual({ kind, who: 'alice', what })
	})

	it('a transaction in words of several messages tells the first and how many there are besides', () => {
		const messageTypes = ['/chain.greet.v1beta1.MsgCreateGreet', '/cosmos.bank.v1beta1.MsgSend', '/x']
		const told = (count: number) => words({ messageTypes: messageTypes.slice(0, count), first: { message: 'hi' } }).what
		expect([told(1), told(2), told(3)]).toEqual(['“hi”', '“hi” and 1 more', '“hi” and 2 more'])
	})

	it('a transaction in words cuts a name after 64 signs, and a kind it does not know after 24', () => {
		const type = (name: string) => words({ messageTypes: [`/x.Msg${name}`], signers: ['s'.repeat(65)] })
		expect(type('K'.repeat(24))).toMatchObject({ kind: 'K'.repeat(24), who: `${'s'.repeat(64)}…` })
		expect(type('K'.repeat(25)).kind).toBe(`${'K'.repeat(24)}…`)
	})

	it('a transaction in words that cannot be read has no sender', () => {
		expect(words({ signers: [], messageTypes: [] })).toEqual({
			kind: 'unknown',
			who: '–',
			what: 'bytes that are no transaction',
		})
	})
})
