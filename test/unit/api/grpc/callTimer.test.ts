import { EventEmitter } from 'node:events'
import type { ServerHttp2Stream } from 'node:http2'
import { afterEach, expect, test, vi } from 'vitest'
import { GrpcCall } from '../../../../src/api/grpc/GrpcCall.ts'

afterEach(() => void vi.useRealTimers())

/** A stream that only opens and closes. */
function openStream(): ServerHttp2Stream {
	const stream = new EventEmitter()
	return Object.assign(stream, { destroyed: false, closed: false }) as unknown as ServerHttp2Stream
}

test('a call whose stream closes leaves no timer of its deadline behind', () => {
	vi.useFakeTimers()
	const stream = openStream()
	const call = new GrpcCall(stream, {}, [], 'application/grpc')
	call.endAfter(60_000)
	expect(vi.getTimerCount()).toBe(1)
	stream.emit('close')
	expect(vi.getTimerCount()).toBe(0)
})

test('a deadline beyond what a timer can wait sets none', () => {
	vi.useFakeTimers()
	const timersOf = (ms: number) => {
		new GrpcCall(openStream(), {}, [], 'application/grpc').endAfter(ms)
		return vi.getTimerCount()
	}
	expect([Infinity, 2 ** 31, 2 ** 31 - 1].map(timersOf)).toEqual([0, 0, 1])
})
