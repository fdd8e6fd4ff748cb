import { describe, expect, test } from 'vitest'
import { errorText8, errorText8OfLog } from '../../../../src/codec/legacy/errorText8.ts'

const context = { signersHex: ['AB', 'CD'] }
const inMessage = 'failed to execute message; message index: 3: '

// Texts of cosmos-sdk v0.44.5 and v0.39.2.
describe('a refusal in the words of generation 8', () => {
	test.each([
		[
			5,
			'sdk',
			'5uchain is smaller than 7uchain: insufficient funds',
			'insufficient funds: insufficient funds to pay for fees; 5uchain < 7uchain',
		],
		[
			5,
			'sdk',
			`${inMessage}5uchain is smaller than 7uchain: insufficient funds`,
			'insufficient funds: insufficient account funds; 5uchain < 7uchain: failed to execute message; message index: 3',
		],
		[5, 'sdk', 'spend limit: insufficient funds', 'insufficient funds: spend limit'],
		[
			4,
			'sdk',
			'wrong number of signers; expected 2, got 1: unauthorized',
			'unauthorized: wrong number of signers; expected [AB CD], got 1',
		],
		[
			4,
			'sdk',
			'signature verification failed; please verify account number (1), sequence (2): unauthorized',
			'unauthorized: signature verification failed; verify correct account sequence and chain-id',
		],
		[
			4,
			'sdk',
			`${inMessage}chain1x is not allowed to receive funds: unauthorized`,
			'unauthorized: chain1x is not allowed to receive transactions: failed to execute message; message index: 3',
		],
		[
			9,
			'sdk',
			'fee payer address: chain1x does not exist: unknown address',
			'unknown address: account chain1x does not exist',
		],
		[
			7,
			'sdk',
			'Invalid recipient address (empty address string is not allowed): invalid address',
			'invalid address: missing recipient address',
		],
		[
			7,
			'sdk',
			'Invalid sender address (empty address string is not allowed): invalid address',
			'invalid address: missing sender address',
		],
		[11, 'sdk', 'out of gas in location: ReadFlat: out of gas', 'out of gas: out of gas in location: ReadFlat'],
		[5, 'sdk', 'no class behind it', 'no class behind it'],
		[5, 'greet', 'blank text: insufficient funds', 'blank text: insufficient funds'],
		[999, 'sdk', 'a code of none: none', 'a code of none: none'],
		[1, 'sdk', 'anything', 'internal'],
		[1, 'greet', 'anything', 'internal'],
		[1, 'undefined', 'as it is', 'as it is'],
		[111_222, 'undefined', 'a stack', 'panic'],
	])('code %d of %s: %s', (code, codespace, log, text) => {
		expect(errorText8(codespace, code, log, context)).toBe(text)
	})

	test('all coins are named where they are known, and a payer without a key stays one', () => {
		const funds = { have: '1busd,5uchain', want: '7uchain' }
		expect(errorText8('sdk', 5, '5uchain is smaller than 7uchain: insufficient funds', { ...context, funds })).toBe(
			'insufficient funds: insufficient funds to pay for fees; 1busd,5uchain < 7uchain',
		)
		const log = 'fee payer address: chain1x does not exist: unknown address'
		expect(errorText8('sdk', 9, log, { ...context, isKeyless: true })).toBe(
			'unknown address: fee payer address: chain1x does not exist',
		)
	})

	test('the class of a refusal is found in its text where the code is not known', () => {
		expect(errorText8OfLog('spend limit: insufficient funds', context)).toBe('insufficient funds: spend limit')
		expect(errorText8OfLog('nothing of that kind', context)).toBe('nothing of that kind')
	})
})
