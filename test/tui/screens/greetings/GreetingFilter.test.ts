import { expect, it } from 'vitest'
import { GreetingFilter } from '../../../../src/tui/screens/greetings/GreetingFilter.ts'

const [alice, bob] = ['chain1qalice', 'chain1qbob']
const names = {
	// Somebody's name is empty.
	addressOf: (name: string) => ({ ally: alice, bobby: bob, '': alice })[name],
	nameOf: (address: string) => ({ [alice]: 'Ally', [bob]: 'Bobby' })[address] ?? address,
}
const greetings = [
	{ id: '1', owner: alice, message: 'Hello World' },
	{ id: '2', owner: bob, message: 'hello #12 again' },
	{ id: '12', owner: 'chain1qxyz', message: 'by: someone' },
]

it.each([
	['hello', ['1', '2'], ['hello']],
	['HELLO world', ['1'], ['hello', 'world']],
	['world again', [], ['world', 'again']],
	// A word is looked for in the message, the name of the owner and the address.
	['ally', ['1'], ['ally']],
	['1qbob', ['2'], ['1qbob']],
	['bobby hello', ['2'], ['bobby', 'hello']],
	['by:ally', ['1'], []],
	['by:chain1qx', ['12'], []],
	['by:ally by:bobby', [], []],
	['by:1q hello', ['1', '2'], ['hello']],
	// What is still being typed hides nothing.
	['by:', ['1', '2', '12'], []],
	['by:x', ['12'], []],
	['#', ['1', '2', '12'], []],
	['#12', ['12'], []],
	['#1', ['1'], []],
	['#3', [], []],
	['#2 hello', ['2'], ['hello']],
	['#12 hello', [], ['hello']],
	['x#12', [], ['x#12']],
	['#12x', [], ['#12x']],
])('the filter %j leaves the greetings %j and marks the words %j', (query, left, words) => {
	const filter = new GreetingFilter(query, names)
	const matching = greetings.filter((greeting) => filter.matches(greeting, greeting.message.toLowerCase()))
	expect([matching.map(({ id }) => id), filter.words]).toEqual([left, words])
})
