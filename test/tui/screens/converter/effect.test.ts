import { describe, expect, test } from 'vitest'
import { effectOf } from '../../../../src/tui/screens/converter/effect.ts'

const names = new Map([
	['chain1a', 'Bank of Bob'],
	['chain1b', 'Friends of Carol'],
])
const nameOf = (address: string): string => names.get(address) ?? address
const coins = (list: readonly { readonly amount: string; readonly denom: string }[]): string =>
	list.map(({ amount, denom }) => `${amount}${denom}`).join(',')

/** The lines of a transaction with one message and a fee. */
function effect(message: object, fee: unknown = [{ denom: 'uchain', amount: '7' }]): readonly string[] {
	return effectOf(JSON.stringify({ body: { messages: [message] }, auth_info: { fee: { amount: fee } } }), nameOf, {
		coins,
	} as never)
}

const five = [{ denom: 'uchain', amount: '5' }]
const feeLine = 'The fee is 7uchain. It cannot be taken back.'

describe('what a converted transaction does is told before it is sent', () => {
	test.each<readonly [string, object, string]>([
		[
			'a transfer with both sides and its coins',
			{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: 'chain1a', to_address: 'chain1c', amount: five },
			'Sends 5uchain from Bank of Bob to chain1c.',
		],
		[
			'a transfer of many with each side, whatever words a name has',
			{
				'@type': '/cosmos.bank.v1beta1.MsgMultiSend',
				inputs: [
					{ address: 'chain1a', coins: five },
					{ address: 'chain1c', coins: five },
				],
				outputs: [
					{ address: 'chain1b', coins: five },
					{ address: 'chain1d', coins: five },
				],
			},
			'Takes 5uchain of Bank of Bob, 5uchain of chain1c; gives 5uchain to Friends of Carol, 5uchain to chain1d.',
		],
		[
			'a greeting with its owner and its text, where a control character is a picture of it',
			{ '@type': '/cosmonaut.chain.greet.MsgCreateGreet', owner: 'chain1a', message: 'good\u001bday' },
			'Writes the greeting “good␛day” of Bank of Bob.',
		],
		['another message with its type', { '@type': '/cosmos.other.Msg\nDo' }, 'Runs /cosmos.other.Msg␤Do.'],
	])('%s', (_, message, line) => {
		expect(effect(message)).toEqual([line, feeLine])
	})

	test('an amount that is no number of at most a hundred digits is not told as coins', () => {
		const fee = [
			{ denom: 'uchain', amount: '9'.repeat(100) },
			{ denom: 'a', amount: '1'.repeat(101) },
			{ denom: 'b', amount: '-1' },
			{ denom: 5, amount: '1' },
		]
		expect(effect({ '@type': 'x' }, fee)[1]).toBe(`The fee is ${'9'.repeat(100)}uchain. It cannot be taken back.`)
	})

	test.each<readonly [string, object, string]>([
		[
			'a name at 100 characters, and the name of a coin at 60',
			{
				...{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: 'f'.repeat(100), to_address: 't'.repeat(101) },
				amount: [
					{ denom: 'd'.repeat(60), amount: '5' },
					{ denom: 'e'.repeat(61), amount: '5' },
				],
			},
			`Sends 5${'d'.repeat(60)},5${'e'.repeat(60)}… from ${'f'.repeat(100)} to ${'t'.repeat(100)}….`,
		],
		[
			'a greeting at 200 characters',
			{ '@type': '/chain.greet.v1beta1.MsgCreateGreet', owner: 'chain1a', message: 'g'.repeat(201) },
			`Writes the greeting “${'g'.repeat(200)}…” of Bank of Bob.`,
		],
		[
			'no greeting of 200 characters',
			{ '@type': '/chain.greet.v1beta1.MsgCreateGreet', owner: 'chain1a', message: 'g'.repeat(200) },
			`Writes the greeting “${'g'.repeat(200)}” of Bank of Bob.`,
		],
		['a type at 120 characters', { '@type': 'x'.repeat(121) }, `Runs ${'x'.repeat(120)}….`],
	])('what a converted transaction does is cut: %s', (_, message, line) => {
		expect(effect(message)[0]).toBe(line)
	})
})
