import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { defineMethod } from '../../../src/api/eth/rpc/EthMethod.ts'
import { EthMethodSet } from '../../../src/api/eth/rpc/EthMethodSet.ts'
import { runCall } from '../../../src/endpoints/gateway/runCall.ts'

let ended = ''
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
const methods = EthMethodSet.of([search], {})
const request = { valid: true, id: '1', method: 'search', params: undefined } as const
beforeEach(() => {
	ended = ''
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
