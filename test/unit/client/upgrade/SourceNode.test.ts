import { beforeEach, describe, expect, test } from 'vitest'
import type { SourceReply } from '../../../../src/client/upgrade/GrpcSource.ts'
import { type ImportWish, RestSource, SourceNode } from '../../../../src/client/upgrade/SourceNode.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { providerOf, Reply } from '../places/provider.ts'

/** Pauses so far, in milliseconds. */
let slept: number[] = []

/** A source that gives these replies one after the other, the last one again and again. */
function sourceOf(replies: readonly (Partial<SourceReply> | Error)[]): SourceNode {
	let at = 0
	const ask = async (): Promise<SourceReply> => {
		const reply = replies[Math.min(at++, replies.length - 1)]!
		if (reply instanceof Error) throw reply
		return { status: 200, text: '{}', retryAfter: 0, ...reply }
	}
	const wish: ImportWish = { from: 'http://old.example', addresses: 'all' }
	return new SourceNode({ ask, close: () => {} }, wish, async (ms) => void slept.push(ms))
}

beforeEach(() => {
	slept = []
})

describe('a node that an import reads', () => {
	test('what may pass is asked again, after longer and longer pauses', async () => {
		const busy = [429, 502, 503, 504].map((status) => ({ status, text: '' }))
		expect(await sourceOf([...busy, { text: '{"a":1}' }]).json('/x')).toEqual({ a: 1 })
		expect(slept).toEqual([250, 1_000, 4_000, 10_000])
	})

	test('a node that tells when to ask again is asked then, within a minute', async () => {
		const busy = [1, 60, 3_600].map((retryAfter) => ({ status: 429, retryAfter }))
		expect(await sourceOf([...busy, { text: '[]' }]).json('/x')).toEqual([])
		expect(slept).toEqual([1_000, 60_000, 60_000])
		await expect(sourceOf([{ status: 429, retryAfter: 7 }]).json('/x')).rejects.toThrow('does not answer')
		expect(slept.slice(3)).toEqual([7_000, 7_000, 7_000, 7_000])
	})

	test('a node that never answers is told with its last reason and how to go on', async () => {
		const lost = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
		await expect(sourceOf([{ status: 503 }, lost]).json('/x?y=1')).rejects.toEqual(
			new UserError('http://old.example does not answer.', {
				why: '/x: connect ECONNREFUSED.',
				next: 'Run the same command again: it goes on where it stopped.',
			}),
		)
		expect(slept).toHaveLength(4)
		await expect(sourceOf([{ status: 504 }]).json('/x')).rejects.toMatchObject({ why: '/x: HTTP status 504.' })
	})

	test('a refusal is not asked again', async () => {
		const refused = sourceOf([{ status: 400, text: '{"message":"height 5 is not available"}' }])
		await expect(refused.start(undefined)).rejects.toMatchObject({ why: 'It says: height 5 is not available.' })
		expect(slept).toEqual([])
	})

	test('a REST server is asked for a height, and tells when to ask again', async () => {
		const { url, asked } = await providerOf({
			'/x': { a: 1 },
			'/y': new Reply(429, 'busy', { 'retry-after': '7' }),
			'/z': new Reply(503, '', { 'retry-after': 'later' }),
		})
		const source = new RestSource(url)
		expect(await source.ask('/x', 0)).toEqual({ status: 200, text: '{"a":1}', retryAfter: 0 })
		expect(await source.ask('/y', 1)).toEqual({ status: 429, text: 'busy', retryAfter: 7 })
		expect(await source.ask('/z', 2)).toEqual({ status: 503, text: '', retryAfter: 0 })
		expect(asked.map(({ headers }) => headers['x-cosmos-block-height'])).toEqual([undefined, '1', '2'])
		source.close()
		await expect(source.ask('/x', 0)).rejects.toThrow('aborted')
	})
})
