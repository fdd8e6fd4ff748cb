import { expect, it } from 'vitest'
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
