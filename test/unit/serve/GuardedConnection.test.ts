import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ConnectionGuard } from '../../../src/serve/ConnectionGuard.ts'

describe('the messages of an HTTP connection that does not wait for replies', () => {
	test('messages of a connection begin when those before are answered, and count as unfinished bytes until then', async () => {
		const connection = new ConnectionGuard().add(new Socket())
		const begun: number[] = []
		const messages = [100, 20, 3].map((bytes) =>
			connection.inOrder(bytes).then((answered) => {
				begun.push(bytes)
				return answered
			}),
		)
		expect(connection.unfinished).toBe(123)
		for (const [place, left] of [23, 3, 0].entries()) {
			const answered = await messages[place]!
			expect(begun).toEqual([100, 20, 3].slice(0, place + 1))
			answered()
			expect(connection.unfinished).toBe(left)
		}
		connection.socket.destroy()
	})

	test('messages of a connection do not wait for those of other connections', async () => {
		const guard = new ConnectionGuard()
		const [one, other] = [guard.add(new Socket()), guard.add(new Socket())]
		await one.inOrder(10)
		expect(typeof (await other.inOrder(10))).toBe('function')
		for (const { socket } of [one, other]) socket.destroy()
	})
})
