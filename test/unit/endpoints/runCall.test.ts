import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EthFault, ethCodes } from '../../../src/api/eth/rpc/EthFault.ts'
import type { ValueParam } from '../../../src/api/eth/rpc/EthMethod.ts'
import { defineMethod } from '../../../src/api/eth/rpc/EthMethod.ts'
import { EthMethodSet } from '../../../src/api/eth/rpc/EthMethodSet.ts'
import { parseJson } from '../../../src/codec/goJson/parseJson.ts'
import { stringValue } from '../../../src/codec/goJson/unmarshal.ts'
import { runCall } from '../../../src/endpoints/gateway/runCall.ts'

let ended = ''
const anyText: ValueParam<string> = { optional: false, read: stringValue }
const search = defineMethod<object>()({
	name: 'search',
	params: [],
	cost: 'scan',
	endpoint: 'serve',
	async run(_values, _context, { pause }) {
		try {
			for (;;) await (pause() ?? nextTurn())
		} catch (fault) {
			ended = String(fault)
			throw fault
		}
	},
})
/** Answers, or fails as its parameter says. */
const act = defineMethod<object>()({
	name: 'act',
	params: [anyText],
	cost: 'none',
	endpoint: 'serve',
	run([how]) {
		if (how === 'refuse') throw new EthFault('refused', ethCodes.invalidParams)
		if (how === 'lack') throw new EthFault('not now', ethCodes.unavailable)
		if (how === 'break') throw new TypeError('boom')
		return how
	},
})
/** Takes as many milliseconds as its parameter says. */
const last = defineMethod<object>()({
	name: 'last',
	params: [anyText],
	cost: 'none',
	endpoint: 'serve',
	run([ms]) {
		vi.advanceTimersByTime(Number(ms))
		return ms
	},
})
const methods = EthMethodSet.of([search, act, last], {})
const request = { valid: true, id: '1', method: 'search', params: undefined } as const
beforeEach(() => {
	ended = ''
})
afterEach(() => {
	vi.useRealTimers()
})

test('a call of a private endpoint is counted with its time in microseconds, of which it has one at least', async () => {
	vi.useFakeTimers({ toFake: ['performance'] })
	vi.advanceTimersByTime(5)
	const micros = async (ms: string) => {
		const call = { valid: true, id: '1', method: 'last', params: parseJson(JSON.stringify([ms])) } as const
		return (await runCall(call, { methods, call: {}, timeoutMs: 60_000, fail: () => undefined })).micros
	}
	expect([await micros('0'), await micros('3')]).toEqual([1, 3_000])
})

test('a call of a private endpoint that is refused for its time ends, and works on for nobody', async () => {
	const { reply, outcome } = await runCall(request, { methods, call: {}, timeoutMs: 20, fail: () => undefined })
	expect([reply, outcome]).toEqual([expect.stringContaining('request timed out'), '5xx'])
	await expect.poll(() => ended).toContain('its caller has left')
})

test('a call of a private endpoint ends when its client leaves', async () => {
	let leave = (): void => undefined
	const policy = { methods, call: {}, timeoutMs: 60_000, fail: () => undefined }
	const running = runCall(request, policy, (left) => {
		leave = left
	})
	leave()
	expect((await running).outcome).toBe('4xx')
	expect(ended).toContain('its caller has left')
})

test('what a call of a private endpoint is counted as, what is billed, and what its client reads', async () => {
	const faults: unknown[] = []
	const fail = (method: string, cause: unknown) => faults.push([method, String(cause)])
	const run = async (method: string, text: string, hasId = true) => {
		const call = {
			valid: true,
			id: hasId ? '7' : undefined,
			method,
			params: parseJson(JSON.stringify([text])),
		} as const
		const { micros, reply, ...counted } = await runCall(call, { methods, call: {}, timeoutMs: 60_000, fail })
		expect(micros).toBeGreaterThan(0)
		return [counted, reply === undefined ? undefined : JSON.parse(reply)]
	}
	const error = (code: number, message: string) => ({ jsonrpc: '2.0', id: 7, error: { code, message } })
	const counted = (method: string, outcome: string) => ({ method, outcome, billed: true })
	expect(await run('act', 'ok')).toEqual([counted('act', 'ok'), { jsonrpc: '2.0', id: 7, result: 'ok' }])
	expect(await run('act', 'refuse')).toEqual([counted('act', '4xx'), error(ethCodes.invalidParams, 'refused')])
	expect(await run('act', 'lack')).toEqual([counted('act', '5xx'), error(ethCodes.unavailable, 'not now')])
	expect(faults).toEqual([])
	expect(await run('act', 'break')).toEqual([counted('act', '5xx'), error(ethCodes.internal, 'Internal error')])
	expect(faults).toEqual([['act', 'TypeError: boom']])
	// Nobody chooses what statistics are kept under.
	const long = 'x'.repeat(101)
	const [unknown, reply] = await run(long, '')
	expect(unknown).toEqual(counted('other', '4xx'))
	expect(reply.error.message).toContain('x'.repeat(100))
	expect(reply.error.message).not.toContain(long)
	expect(await run('act', 'ok', false)).toEqual([counted('act', 'ok'), undefined])
	expect(await run('act', 'refuse', false)).toEqual([counted('act', '4xx'), undefined])
	expect(runCall({ valid: false, id: 'null' }, { methods, call: {}, timeoutMs: 60_000, fail })).toEqual({
		reply: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}',
		method: 'invalid',
		outcome: '4xx',
		micros: undefined,
		billed: false,
	})
})
