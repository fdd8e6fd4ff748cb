import { afterEach, expect, test, vi } from 'vitest'
import { broadcast, broadcastMode } from '../../../../src/api/legacy/broadcast.ts'
import { LegacyFault, type LegacyParts } from '../../../../src/api/legacy/LegacyAnswer.ts'
import { sourceOf } from '../../../../src/engine/sourceOf.ts'
import { testEngine } from '../../engine/testEngine.ts'

afterEach(() => {
	vi.useRealTimers()
})

test('a broadcast in mode block is refused with status 500 when no block comes in ten seconds', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	const engine = await testEngine()
	const parts = sourceOf(engine) as unknown as LegacyParts
	const late = broadcast(parts, Buffer.from('a=1'), 'block').catch((fault: unknown) => fault)
	await expect.poll(async () => (await engine.mempoolSize()).count).toBe(1)
	await vi.advanceTimersByTimeAsync(10_000)
	const fault = await late
	expect(fault).toBeInstanceOf(LegacyFault)
	expect(fault).toMatchObject({ status: 500, message: 'timed out waiting for tx to be included in a block' })
})

test('a broadcast in an unknown mode is refused with status 500 and the modes there are', () => {
	for (const name of ['', 'Block', 'commit']) {
		expect(() => broadcastMode(name)).toThrow(
			expect.objectContaining({
				status: 500,
				message: `unsupported return type ${name}; supported types: sync, async, block`,
			}),
		)
	}
})
