import { describe, expect, it } from 'vitest'
import { FairTurns, Flow } from '../../../src/serve/FairTurns.ts'

function work(ms: number): void {
	const until = performance.now() + ms
	while (performance.now() < until);
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('turns between connections', () => {
	it('run at once while there is nothing else to do', () => {
		const turns = new FairTurns()
		let ran = false
		turns.start(new Flow(), () => {
			ran = true
		})
		expect(ran).toBe(true)
		expect(turns.backlog).toBe(0)
	})

	it('go to the one that asks once before those that ask without end', async () => {
		const turns = new FairTurns()
		const order: string[] = []
		const hostile = Array.from({ length: 20 }, () => new Flow())
		const again = (flow: Flow): void => {
			flow.greedy = true
			turns.start(flow, () => {
				order.push('hostile')
				work(1)
				if (order.length < 400) setImmediate(() => again(flow))
			})
		}
		for (const flow of hostile) for (let i = 0; i < 20; i++) again(flow)
		await nextTurn()
		const before = order.length
		await turns.run(new Flow(), () => order.push('honest'))
		expect(order.indexOf('honest') - before).toBeLessThan(10)
		for (const flow of hostile) turns.drop(flow)
	})

	it('go to the one that had less when both ask for much', async () => {
		const turns = new FairTurns()
		const ran = { heavy: 0, light: 0 }
		const [heavy, light] = [new Flow(), new Flow()]
		for (const flow of [heavy, light]) flow.greedy = true
		for (let i = 0; i < 300; i++) {
			turns.start(heavy, () => {
				ran.heavy++
				work(2)
			})
			turns.start(light, () => {
				ran.light++
				work(0.2)
			})
		}
		while (ran.light < 100) await nextTurn()
		expect(ran.heavy).toBeLessThan(40)
		turns.drop(heavy)
		turns.drop(light)
	})

	it('let timers and sockets have their time between them', async () => {
		const turns = new FairTurns()
		const flow = new Flow()
		let left = 200
		for (let i = 0; i < 200; i++)
			turns.start(flow, () => {
				left--
				work(1)
			})
		await new Promise((resolve) => setTimeout(resolve, 1))
		expect(left).toBeGreaterThan(100)
		turns.drop(flow)
		expect(turns.backlog).toBe(0)
	})

	it('turns between connections are not held up by jobs that wait for something', async () => {
		const turns = new FairTurns()
		const never = Array.from({ length: 50 }, () => turns.run(new Flow(), () => new Promise(() => undefined)))
		expect(never).toHaveLength(50)
		expect(await turns.run(new Flow(), async () => 'answered')).toBe('answered')
	})

	it('hand on what a job throws', async () => {
		const turns = new FairTurns()
		const fault = new Error('no')
		await expect(turns.run(new Flow(), () => Promise.reject(fault))).rejects.toBe(fault)
		await expect(
			turns.run(new Flow(), () => {
				throw fault
			}),
		).rejects.toBe(fault)
		expect(await turns.run(new Flow(), () => 1)).toBe(1)
	})
})
