import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Fleet } from '../../../../src/node/servers/Fleet.ts'

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
	vi.useRealTimers()
})

/** A fleet of nodes by their heights; one without a height does not answer. */
function fleetOf(heights: Record<string, number | undefined>) {
	const [looks, said] = [[] as string[], [] as string[]]
	const clients = Object.keys(heights).map((url) => ({ url }))
	const lookAt = async ({ url }: { readonly url: string }) => {
		looks.push(url)
		const height = heights[url]
		if (height === undefined) throw new RangeError('gone')
		return { height, seen: `${url} at ${height}` }
	}
	const fleet = new Fleet(clients, lookAt, (...line) => said.push(line.join(' ')))
	return { fleet, heights, looks: () => looks.splice(0), said: () => said.splice(0) }
}

test('each node of a fleet is looked at twice a second until the fleet is closed', async () => {
	const { fleet, looks } = fleetOf({ a: 1, b: 2 })
	await vi.advanceTimersByTimeAsync(499)
	expect(looks()).toEqual([])
	await vi.advanceTimersByTimeAsync(1)
	expect(looks()).toEqual(['a', 'b'])
	await vi.advanceTimersByTimeAsync(1_000)
	expect(looks()).toEqual(['a', 'b', 'a', 'b'])
	fleet.close()
	await vi.advanceTimersByTimeAsync(5_000)
	expect([looks(), vi.getTimerCount()]).toEqual([[], 0])
})

test('a node of a fleet that does not answer is told once, comes last, and is told once more when it is back', async () => {
	const { fleet, heights, said } = fleetOf({ a: undefined, b: 7 })
	const order = () => fleet.inOrder().map(({ client, height, isUp }) => `${client.url} ${height} ${isUp}`)
	expect(order()).toEqual(['a 0 true', 'b 0 true'])
	for (let round = 0; round < 2; round++) expect(await fleet.all()).toEqual(['b at 7'])
	expect([order(), said()]).toEqual([['b 7 true', 'a 0 false'], ['warn upstream a does not answer: gone']])
	heights.a = 9
	for (let round = 0; round < 2; round++) expect(await fleet.all()).toEqual(['a at 9', 'b at 7'])
	expect([order(), said()]).toEqual([['a 9 true', 'b 7 true'], ['info upstream a answers again']])
	fleet.close()
})
