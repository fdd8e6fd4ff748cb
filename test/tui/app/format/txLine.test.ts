import { expect, it } from 'vitest'
import type { TxSummary } from '../../../../src/client/index.ts'
import { ethereumMessageType } from '../../../../src/codec/tx/outlineTx.ts'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { txLine } from '../../../../src/tui/app/format/txLine.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'

const amounts = new Amounts(memoryPreferences(), () => 'uchain')
const nameOf = (address: string): string => (address === 'chain1a' ? 'alice' : address)
const coin = { denom: 'uchain', amount: '5000000' }

/** The line of a transaction with this first message: kind and text. */
function line(type: string, first: object, part: Partial<TxSummary> = {}): readonly string[] {
	const tx = { messageTypes: [type], first, signers: ['chain1a'], code: 0, ...part } as unknown as TxSummary
	const { kind, what, who } = txLine(tx, nameOf, amounts)
	return [kind, what, who]
}

it.each([
	['/chain.greet.v1beta1.MsgCreateGreet', { message: 'hello\n' }, 'greeting', '“hello␤”'],
	['/chain.greet.v1beta1.MsgCreateGreet', {}, 'greeting', '“”'],
	['/chain.greet.v1beta1.MsgCreateGreet', { message: 'x'.repeat(201) }, 'greeting', `“${'x'.repeat(200)}…”`],
	['/cosmos.bank.v1beta1.MsgSend', { amount: [coin], to_address: 'chain1a' }, 'send', '5 CHAIN → alice'],
	[
		'/cosmos.bank.v1beta1.MsgSend',
		{
			amount: [
				{ denom: 7, amount: '5' },
				{ denom: 'foo', amount: '-5' },
			],
		},
		'send',
		'0 CHAIN → ',
	],
	['/cosmos.bank.v1beta1.MsgMultiSend', { outputs: [{ address: 'chain1a' }] }, 'multisend', '→ alice'],
	['/cosmos.bank.v1beta1.MsgMultiSend', { outputs: [{}, {}] }, 'multisend', '→ 2 accounts'],
	['/cosmos.bank.v1beta1.MsgMultiSend', {}, 'multisend', '→ 0 accounts'],
	[
		...['/cosmos.vesting.v1beta1.MsgCreateVestingAccount', { amount: [coin], to_address: 'chain1b' }],
		...['vesting', '5 CHAIN → chain1b'],
	],
	[ethereumMessageType, { data: { value: '0', to: '0xb', data: 'AA==' } }, 'call', '→ 0xb'],
	[ethereumMessageType, { data: { value: '1500000000000000000', to: '0xb' } }, 'send', '1.5 CHAIN → 0xb'],
	[ethereumMessageType, { data: { value: '1', data: 'AA==' } }, 'contract', '0.000000000000000001 CHAIN new contract'],
	[ethereumMessageType, { data: { value: 'many', to: '' } }, 'contract', 'new contract'],
	['', {}, 'unknown', 'bytes that are not a transaction'],
	['/cosmos.gov.v1beta1.MsgVote', {}, 'Vote', ''],
	['/x.MsgWithANameOfMoreThanTwentyFour', {}, 'WithANameOfMoreThanTwent…', ''],
] as [string, object, string, string][])(
	'a transaction of %s with %j is a line of kind %j: %j',
	(type, first, kind, what) => {
		expect(line(type, first)).toEqual([kind, what, 'alice'])
	},
)

it('a transaction of several messages says how many, and who signed it where that is known', () => {
	const two = ['/x.MsgVote', '/x.MsgVote']
	expect(line('', {}, { messageTypes: two, signers: [] })).toEqual(['Vote', '2 messages', '–'])
	expect(line('', {}, { messageTypes: ['/x.MsgSend', '/x.MsgVote'], signers: ['x'.repeat(81)] })).toEqual([
		...['send', '2 messages: 0 CHAIN → ', `${'x'.repeat(80)}…`],
	])
	expect(line('', {}, { messageTypes: [] })[0]).toBe('unknown')
})

it('a transaction failed by its code, or by a fault of the EVM', () => {
	const failed = (part: Partial<TxSummary>): boolean =>
		txLine({ messageTypes: [], first: {}, signers: [], code: 0, ...part } as unknown as TxSummary, nameOf, amounts)
			.failed
	expect([failed({}), failed({ code: 1 }), failed({ evmFault: 'reverted' } as Partial<TxSummary>)]).toEqual([
		...[false, true, true],
	])
})
