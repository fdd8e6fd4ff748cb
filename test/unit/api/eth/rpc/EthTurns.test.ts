import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { EthTurns } from '../../../../../src/api/eth/rpc/EthTurns.ts'
import { ConnectionGuard } from '../../../../../src/serve/ConnectionGuard.ts'

describe('the messages of an HTTP connection that does not wait for replies', () => {
	test('begin when those before are answered, and count as unfinished bytes until then', async () => {
		const guard = new ConnectionGuard()
		const connection = guard.add(new Socket())
		const turns = new EthTurns(guard.turns)
		const begun: number[] = []
		const messages = [100, 20, 3].map((bytes) =>
			turns.inOrder(connection, bytes).then((answered) => {
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

	test('do not wait for those of other connections', async () => {
		const guard = new ConnectionGuard()
		const turns = new EthTurns(guard.turns)
		const [one, other] = [guard.add(new Socket()), guard.add(new Socket())]
		await turns.inOrder(one, 10)
		expect(typeof (await turns.inOrder(other, 10))).toBe('function')
		for (const { socket } of [one, other]) socket.destroy()
	})
})
