import { beforeEach, describe, expect, it } from 'vitest'
import { GreetingMatches } from '../../../../src/tui/screens/greetings/GreetingMatches.ts'
import { GreetingPages } from '../../../../src/tui/screens/greetings/GreetingPages.ts'

describe('the greetings that a filter leaves', () => {
	const messages = ['red one', 'blue two', 'red three']
	/** Set, the node's answers wait for it. */
	let gate: Promise<void> | undefined
	let broken = false
	let pages: GreetingPages
	let matches: GreetingMatches
	const failures: string[] = []
	const hidden: number[] = []
	let done = 0
	let touched: (readonly number[] | undefined)[]
	let nameOf: (address: string) => string

	beforeEach(() => {
		gate = undefined
		broken = false
		done = 0
		touched = []
		nameOf = (address) => address
		failures.length = 0
		hidden.length = 0
		messages.length = 3
		pages = new GreetingPages({
			read: async (from, to) => {
				await gate
				if (broken) throw new RangeError('no answer')
				return messages.slice(from, to).map((message, index) => ({ id: String(from + index), message, owner: 'me' }))
			},
			loaded: () => {},
			failed: (error) => failures.push(String(error)),
		})
		pages.count = messages.length
		matches = new GreetingMatches({
			pages,
			names: { addressOf: () => undefined, nameOf: (address) => nameOf(address) },
			touch: () => touched.push(matches.ids),
			attempt: (work) => void work().catch((error: unknown) => failures.push(String(error))),
			done: () => done++,
			hidden: (id) => hidden.push(id),
		})
	})

	function make(message: string): void {
		messages.push(message)
		pages.count = messages.length
		matches.add([messages.length - 1])
	}

	/** Holds the node's answers back until the returned function is called. */
	function hold(): () => void {
		let answer = () => {}
		gate = new Promise((resolve) => {
			answer = resolve
		})
		return answer
	}

	it('the greetings that a filter leaves are all of them without a filter, and those with its words with one', async () => {
		expect(matches.ids).toBeUndefined()
		matches.set('red')
		expect(matches.scanning).toBe(true)
		await expect.poll(() => done).toBe(1)
		expect(matches).toMatchObject({ ids: [0, 2], words: ['red'], scanning: false })
		touched = []
		matches.set(' ')
		expect(touched).toEqual([undefined])
		expect(matches).toMatchObject({ ids: undefined, words: [], scanning: false })
	})

	it('grow by a new one that matches, and a new one that does not is told', async () => {
		matches.set('red')
		await expect.poll(() => done).toBe(1)
		make('red four')
		make('blue five')
		expect(matches.isUnchecked(3)).toBe(true)
		await expect.poll(() => hidden).toEqual([4])
		expect(matches.ids).toEqual([0, 2, 3])
		expect(matches.isUnchecked(3)).toBe(false)
	})

	it('keep one that was made while the others were still looked at', async () => {
		const answer = hold()
		matches.set('red')
		make('red four')
		answer()
		await expect.poll(() => done).toBe(1)
		await expect.poll(() => matches.ids).toEqual([0, 2, 3])
	})

	it('the greetings that a filter leaves are those of the newest filter, whatever an older one still finds', async () => {
		const answer = hold()
		matches.set('red')
		make('red four')
		matches.set('blue')
		answer()
		await expect.poll(() => done).toBe(1)
		expect(matches.ids).toEqual([1])
		expect(hidden).toEqual([])
	})

	it('the greetings that a filter leaves are complete again after the node did not answer', async () => {
		broken = true
		matches.set('red')
		await expect.poll(() => failures).toEqual(['RangeError: no answer'])
		expect(matches.scanning).toBe(false)
		broken = false
		matches.set('red')
		await expect.poll(() => matches.ids).toEqual([0, 2])
	})

	it('wait no more for a new one that could not be read', async () => {
		matches.set('red')
		await expect.poll(() => done).toBe(1)
		broken = true
		make('red four')
		expect(matches.isUnchecked(3)).toBe(true)
		await expect.poll(() => failures).toEqual(['RangeError: no answer'])
		expect(matches.isUnchecked(3)).toBe(false)
	})

	it('the greetings that a filter leaves are shown as they are found, and keys have a turn, where looking takes long', async () => {
		// A look at a name outlasts what is looked at in one go.
		nameOf = (address) => {
			const began = performance.now()
			while (performance.now() - began < 9);
			return address
		}
		await pages.load(0)
		matches.set('red')
		let turnsBeforeDone = -1
		setImmediate(() => {
			turnsBeforeDone = done
		})
		await expect.poll(() => done).toBe(1)
		expect([touched, matches.ids, turnsBeforeDone]).toEqual([[[2]], [0, 2], 0])
	})

	it('the greetings that a filter leaves are not waited for once another one is set', async () => {
		matches.set('red')
		await expect.poll(() => done).toBe(1)
		const answer = hold()
		make('red four')
		expect(matches.isUnchecked(3)).toBe(true)
		matches.set('blue')
		expect(matches.isUnchecked(3)).toBe(false)
		answer()
	})

	it('the greetings that a filter leaves are none of those that the node does not give', async () => {
		pages.count = 5
		matches.set('red')
		await expect.poll(() => done).toBe(1)
		expect([matches.ids, failures]).toEqual([[0, 2], []])
	})
})
