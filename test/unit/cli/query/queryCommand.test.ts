import { describe, expect, test } from 'vitest'
import { type CommandContext, isSet, textFlag, untilStopped } from '../../../../src/cli/CommandContext.ts'
import { pageRequest, queryError, readHeight, wholeNumber } from '../../../../src/cli/query/queryCommand.ts'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { ChainError, sdkErrors } from '../../../../src/errors/ChainError.ts'
import { UserError } from '../../../../src/errors/UserError.ts'

/** A command that was called with these flags. */
const called = (flags: CommandContext['flags']) => ({ flags }) as CommandContext
const page = (flags: CommandContext['flags']) => pageRequest(called({ page: '1', limit: '100', ...flags }))

describe('numbers among the flags', () => {
	test.each([
		['0', 0],
		['007', 7],
		['9007199254740991', 9_007_199_254_740_991],
	])('the flag %s is a whole number', (text, value) => {
		expect(wholeNumber(called({ pageKey: text }), 'pageKey')).toBe(value)
	})

	test.each(['', '-1', '1.5', '1e3', ' 1', '0x1', '9007199254740992', 'one'])(
		'the flag %j is no whole number, and is named as it was typed',
		(text) => {
			expect(() => wholeNumber(called({ accountNumber: text }), 'accountNumber')).toThrow(
				expect.objectContaining({
					message: `invalid argument "${text}" for "--account-number" flag`,
					next: 'Give a whole number.',
				}),
			)
		},
	)

	test('a flag that was not given is no number, text or switch', () => {
		for (const flags of [{}, { height: true }]) {
			expect([wholeNumber(called(flags), 'height'), textFlag(called(flags), 'height')]).toEqual([undefined, undefined])
		}
		expect([
			isSet(called({ wait: true }), 'wait'),
			isSet(called({ wait: 'true' }), 'wait'),
			isSet(called({}), 'wait'),
		]).toEqual([true, false, false])
	})

	test.each([
		['1', 1],
		['999999999999999', 999_999_999_999_999],
	])('the argument %s is a height', (text, height) => {
		expect(readHeight(text)).toBe(height)
	})

	test.each(['0', '01', '1000000000000000', '-1', '1.0', '', 'latest'])('the argument %j is no height', (text) => {
		expect(() => readHeight(text)).toThrow(
			expect.objectContaining({ message: `"${text}" is not a height.`, next: 'Give a whole number from 1.' }),
		)
		expect(() => readHeight(text, 'Look at it.')).toThrow(expect.objectContaining({ next: 'Look at it.' }))
	})
})

describe('the page that a list query asks for', () => {
	const first = { key: new Uint8Array(0), offset: 0n, limit: 100n, countTotal: false, reverse: false }

	test.each<[CommandContext['flags'], object]>([
		[{}, {}],
		[{ page: '2' }, { offset: 100n }],
		[
			{ page: '3', limit: '7' },
			{ offset: 14n, limit: 7n },
		],
		[{ page: '0', offset: '5' }, { offset: 5n }],
		[
			{ offset: '5', limit: '1' },
			{ offset: 5n, limit: 1n },
		],
		[{ page: '2', offset: '0' }, { offset: 100n }],
		[{ pageKey: 'AQI=' }, { key: new Uint8Array(Buffer.of(1, 2)) }],
		[{ countTotal: true }, { countTotal: true }],
		[{ reverse: true }, { reverse: true }],
	])('the flags %j ask for their page', (flags, request) => {
		expect({ ...page(flags), key: new Uint8Array(page(flags).key) }).toEqual({ ...first, ...request })
	})

	test('a page and an offset exclude each other, as in the framework', () => {
		expect(() => page({ page: '2', offset: '1' })).toThrow(/^page and offset cannot be used together: invalid request$/)
	})
})

describe('a refused query is told as the framework tells it', () => {
	test.each([
		{ kind: sdkErrors.keyNotFound, name: 'NotFound' },
		{ kind: sdkErrors.unauthorized, name: 'Unauthenticated' },
		{ kind: sdkErrors.invalidRequest, name: 'InvalidArgument' },
		{ kind: sdkErrors.insufficientFunds, name: 'Unknown' },
	])('a refusal of the chain has the code $name', ({ kind, name }) => {
		const refusal = kind.wrap('why')
		expect(refusal).toBeInstanceOf(ChainError)
		expect(queryError(refusal, 'Do this.')).toMatchObject({
			name: 'UserError',
			message: `rpc error: code = ${name} desc = ${refusal.log}`,
			next: 'Do this.',
		})
	})

	test('the refusal of a node is told with what to do, and any other fault stays as it is', () => {
		expect(queryError(new RpcError(-32_603, 'Internal error', 'height 9'), 'Do this.')).toMatchObject({
			name: 'UserError',
			message: 'The node refused: Internal error: height 9',
			next: 'Do this.',
		})
		for (const fault of [new UserError('own'), new TypeError('bug'), 'text']) expect(queryError(fault, 'x')).toBe(fault)
	})
})

test('a command that waits for its end ends at once where it was stopped before', async () => {
	await expect(untilStopped({ stopped: AbortSignal.abort() })).resolves.toBeUndefined()
	const stop = new AbortController()
	const waiting = untilStopped({ stopped: stop.signal })
	const first = await Promise.race([waiting.then(() => 'ended'), Promise.resolve('waits')])
	stop.abort()
	expect([first, await waiting]).toEqual(['waits', undefined])
})
