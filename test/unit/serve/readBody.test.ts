import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { onBody, type ReadBody, readBody } from '../../../src/serve/readBody.ts'

const bytes = (...of: number[]) => Buffer.from(of)

test.each([
	['nothing', [], new Uint8Array(0)],
	['as many bytes as are allowed', [bytes(1, 2, 3, 4)], Uint8Array.of(1, 2, 3, 4)],
	['the same in parts', [bytes(1), bytes(2, 3), bytes(4)], Uint8Array.of(1, 2, 3, 4)],
	['one byte more', [bytes(1, 2, 3, 4, 5)], 'too large'],
	['one byte more in parts', [bytes(1, 2, 3, 4), bytes(5), bytes(6)], 'too large'],
] as const)('the body of a request that has %s is read once', async (_what, parts, wanted) => {
	const request = new IncomingMessage(new Socket())
	const read: ReadBody[] = []
	const ended = new Promise((resolve) => request.once('close', resolve))
	onBody(request, 4, (body) => read.push(typeof body === 'string' ? body : Uint8Array.from(body)))
	for (const part of parts) request.push(part)
	request.push(null)
	await ended
	expect(read).toEqual([wanted])
})

test('a body whose client has left is none, and one that is too large is so before its end', async () => {
	const left = new IncomingMessage(new Socket())
	left.push(bytes(1))
	const body = readBody(left, 4)
	left.destroy()
	expect(await body).toBe('aborted')
	const endless = new IncomingMessage(new Socket())
	endless.push(bytes(1, 2, 3, 4, 5))
	expect(await readBody(endless, 4)).toBe('too large')
})
