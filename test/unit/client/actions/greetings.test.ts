import { describe, expect, test } from 'vitest'
import { getGreeting, getGreetingCount, getGreetings } from '../../../../src/client/actions/greetings.ts'
import { placeConnection } from '../../../../src/client/rpc/placeConnection.ts'
import { type Answers, providerOf } from '../places/provider.ts'

async function placeOf(answers: Answers) {
	const { url, asked } = await providerOf(answers)
	return { connection: placeConnection({ url, speaks: 'rest 9' }), asked }
}
const list = '/chain/swap/v1beta1/greetings'

describe('greetings of a place that has REST alone', () => {
	test('the number of greetings is the total of a page of one', async () => {
		const { connection, asked } = await placeOf({
			[`${list}?pagination.limit=1&pagination.count_total=true`]: { greet: [], pagination: { total: '7' } },
		})
		expect(await getGreetingCount({ connection })).toBe(7)
		expect(asked).toHaveLength(1)
		const empty = await placeOf({ [`${list}?pagination.limit=1&pagination.count_total=true`]: { pagination: null } })
		expect(await getGreetingCount(empty)).toBe(0)
	})

	test('a greeting is read by its id, and one that is not there is none', async () => {
		const { connection } = await placeOf({
			'/chain/greet/v1beta1/greetings/3': { greeting: { id: '3', owner: 'kite1a', message: 'hello' } },
			'/chain/greet/v1beta1/greetings/5': { greeting: { id: '5', owner: 'kite1b', message: 'again' } },
		})
		const third = { id: '3', owner: 'kite1a', message: 'hello' }
		expect(await getGreeting({ connection }, '3')).toEqual(third)
		expect(await getGreeting({ connection }, '4')).toBeUndefined()
		expect(await getGreetings({ connection }, 3, 6)).toEqual([third, { id: '5', owner: 'kite1b', message: 'again' }])
	})
})
