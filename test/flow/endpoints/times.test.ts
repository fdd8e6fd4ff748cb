import { afterEach, beforeEach, expect, it } from 'vitest'
import { blockNumberCall, person, post, startService, type TestService, withApplication } from './support/service.ts'

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 9, 20, 12)
let service: TestService
let now = start
beforeEach(async () => {
	now = start
	service = await startService({ clock: { now: () => now } })
})
afterEach(() => service.close())

it('a session tells its last use to the minute', async () => {
	const client = await person(service, 'one@example.com')
	const lastUse = async (at: number) => {
		now = start + at
		await client.account()
		return (await client.sessions()).map(({ lastUsedAt }) => lastUsedAt - start)
	}
	expect(await lastUse(59_999)).toEqual([0])
	expect(await lastUse(60_000)).toEqual([60_000])
	expect(await lastUse(119_999)).toEqual([60_000])
})

it('a session ends a week after its last use, and thirty days after the login whatever its use', async () => {
	const used = await person(service, 'used@example.com')
	const idle = await person(service, 'idle@example.com')
	const over = 'You are not logged in, or the session has ended.'
	now = start + 7 * day - 1
	await used.account()
	now = start + 7 * day
	await expect(idle.account()).rejects.toThrow(over)
	for (const days of [13, 19, 25]) {
		now = start + days * day
		await used.account()
	}
	now = start + 30 * day - 1
	await used.account()
	now = start + 30 * day
	await expect(used.account()).rejects.toThrow(over)
})

it('statistics list the methods of all hours by name', async () => {
	const { application, key, client } = await withApplication(service)
	for (const method of ['eth_gasPrice', 'eth_blockNumber', 'eth_chainId']) {
		await post(application.url, blockNumberCall.replace('eth_blockNumber', method), { 'x-api-key': key.key })
		now += hour
	}
	const read = () => client.statistics(application.id, { from: start, to: start + 3 * hour })
	await expect.poll(async () => (await read()).total).toBe(3)
	const { methods, hours } = await read()
	expect(methods.map(({ method }) => method)).toEqual(['eth_blockNumber', 'eth_chainId', 'eth_gasPrice'])
	expect(hours.map(({ at, total }) => [at - start, total])).toEqual([
		[0, 1],
		[hour, 1],
		[2 * hour, 1],
	])
})
