import { expect, test } from 'vitest'
import { innermostCause, networkReason } from '../../../src/errors/innermostCause.ts'

const refused = new Error('connect ECONNREFUSED 127.0.0.1:2')
const other = new Error('connect ECONNREFUSED ::1:2')

test.each<[string, unknown, unknown]>([
	['an error without one', refused, refused],
	['an error in an error in an error', new Error('a', { cause: new Error('b', { cause: refused }) }), refused],
	[
		'an error whose cause is a code',
		new Error('a', { cause: 'not_logged_in' }),
		expect.objectContaining({ message: 'a' }),
	],
	[
		'a name with two addresses',
		new TypeError('fetch failed', { cause: new AggregateError([refused, other]) }),
		refused,
	],
	['several errors, the first with a cause', new AggregateError([new Error('a', { cause: refused })]), refused],
	['a text', 'why', 'why'],
	['nothing', undefined, undefined],
	['null', null, null],
])('the innermost cause of %s is told', (_name, error, cause) => {
	expect(innermostCause(error)).toEqual(cause)
})

test('the reason of a failed request is the message of its innermost cause', () => {
	expect(networkReason(new TypeError('fetch failed', { cause: new AggregateError([refused, other]) }))).toBe(
		'connect ECONNREFUSED 127.0.0.1:2',
	)
	expect(networkReason('why')).toBe('why')
})
