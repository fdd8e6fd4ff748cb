import { describe, expect, it } from 'vitest'
import { GreetingPages } from '../../../../src/tui/screens/greetings/GreetingPages.ts'

it('the list reads a greeting that was made while its page was under way', async () => {
	const asked: string[] = []
	const answers: (() => void)[] = []
	const pages = new GreetingPages({
		read: (from, to) => {
			asked.push(`${from}-${to}`)
			const greetings = Array.from({ length: to - from }, (_, index) => ({
				id: String(from + index),
				message: `greeting ${from + index}`,
				owner: 'alice',
			}))
			return new Promise((resolve) => answers.push(() => resolve(greetings)))
		},
		loaded: () => {},
		failed: (error) => expect.unreachable(String(error)),
	})
	pages.count = 1
	const first = pages.load(0)
	pages.count = 2
	const second = pages.load(1)
	answers[0]?.()
	await first
	expect(pages.has(0)).toBe(true)
	await expect.poll(() => answers.length).toBe(2)
	answers[1]?.()
	await second
	expect(asked).toEqual(['0-1', '0-2'])
	expect(pages.get(1)?.message).toBe('greeting 1')
})

describe('the greetings of a list that is drawn', () => {
	const settled = (): Promise<void> => new Promise(setImmediate)
	/** Pages over a chain of so many greetings, and what was asked and told. */
	function pagesOf(count: number) {
		const said: string[] = []
		const state = { fault: undefined as Error | undefined, lost: false }
		const pages = new GreetingPages({
			read: async (from, to) => {
				said.push(`read ${from} to ${to}`)
				if (state.fault !== undefined) throw state.fault
				const ids = Array.from({ length: to - from - (state.lost ? 1 : 0) }, (_, index) => from + index)
				return ids.map((id) => ({ id: String(id), message: `Greeting ${id}`, owner: 'alice' }))
			},
			loaded: () => said.push('loaded'),
			failed: (error) => said.push(`failed ${(error as Error).message}`),
		})
		const before = pages.count
		pages.count = count
		return { pages, said, state, before }
	}

	it('the greetings of a list that is drawn are read a page of five hundred at a time, once', async () => {
		const { pages, said, before } = pagesOf(1_200)
		expect([before, ...[500, 700, 999].map((id) => pages.get(id))]).toEqual([0, undefined, undefined, undefined])
		await settled()
		expect(said).toEqual(['read 500 to 1000', 'loaded', 'loaded', 'loaded'])
		expect([500, 999].map((id) => pages.get(id)?.message)).toEqual(['Greeting 500', 'Greeting 999'])
		expect([pages.has(500), pages.has(499), pages.lower(500), pages.lower(499)]).toEqual([
			true,
			false,
			'greeting 500',
			'',
		])
		for (const id of [0, 1_199]) pages.get(id)
		await settled()
		expect(said.filter((line) => line.startsWith('read'))).toEqual([
			...['read 500 to 1000', 'read 0 to 500', 'read 1000 to 1200'],
		])
	})

	it('the greetings of a list that is drawn are none before the first and behind the last', async () => {
		const { pages, said } = pagesOf(3)
		expect([-1, 3, 4].map((id) => pages.get(id))).toEqual([undefined, undefined, undefined])
		await settled()
		expect(said).toEqual([])
		pages.get(0)
		await settled()
		expect(said).toEqual(['read 0 to 3', 'loaded'])
		pages.clear()
		expect([pages.count, pages.has(0)]).toEqual([0, false])
		pages.get(0)
		await settled()
		expect(said).toHaveLength(2)
	})

	it('the greetings of a list that is drawn are not drawn again for one that the node lacks', async () => {
		const { pages, said, state } = pagesOf(3)
		state.lost = true
		pages.get(2)
		pages.get(1)
		await settled()
		expect([said, pages.has(2)]).toEqual([['read 0 to 3', 'loaded'], false])
	})

	it('the greetings of a list that is drawn are asked for again after the node did not answer', async () => {
		const { pages, said, state } = pagesOf(3)
		state.fault = new Error('no answer')
		pages.get(2)
		await settled()
		state.fault = undefined
		pages.get(2)
		await settled()
		expect(said).toEqual(['read 0 to 3', 'failed no answer', 'read 0 to 3', 'loaded'])
		expect(pages.get(2)?.id).toBe('2')
	})
})
