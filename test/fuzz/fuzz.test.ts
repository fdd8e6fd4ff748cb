import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChainError, PanicError } from '../../src/errors/ChainError.ts'
import { GrpcStatusError } from '../../src/errors/GrpcStatusError.ts'
import { BugError, UserError } from '../../src/errors/UserError.ts'
import { toBase64 } from '../../src/util/bytes.ts'
import { FrameError } from '../../src/util/FrameReader.ts'
import { randomSource } from '../support/random.js'
import { mutate } from './support/mutate.ts'
import { openTargets, type Target } from './support/targets.ts'

// 20,000 inputs in each run; `npm run fuzz` takes a million. A failure prints the input: CHAIN_TUI_SEED repeats it.
const total = Number(process.env.CHAIN_TUI_FUZZ ?? 20_000)
const longestMs = 1_000

let opened: Awaited<ReturnType<typeof openTargets>>
beforeAll(async () => {
	opened = await openTargets()
})
afterAll(() => opened.close())

/** True for an error that the documents name: a framework panic is one, and for ABCI a call out of order (BugError). */
function isDocumented(error: unknown, target: Target): boolean {
	const kinds = [ChainError, UserError, GrpcStatusError, PanicError, FrameError]
	return kinds.some((kind) => error instanceof kind) || (target.name === 'ABCI frames' && error instanceof BugError)
}

const names = [
	'ABCI frames',
	'transaction bytes',
	'amino JSON',
	'JSON-RPC',
	'REST paths and queries',
	'genesis documents',
	'key files',
	'configuration files',
	"snapshots' chunks",
	'terminal input',
]

describe('strange bytes', { timeout: 3_600_000 }, () => {
	it('reach every place where bytes come in', () => {
		expect(opened.targets.map(({ name }) => name)).toEqual(names)
	})

	it.each(names)('strange bytes are answered or refused with a documented error within a second: %s', async (name) => {
		const target = opened.targets.find((one) => one.name === name)!
		const shares = opened.targets.reduce((sum, { share }) => sum + share, 0)
		const count = Math.ceil((total * target.share) / shares)
		const random = randomSource(`fuzz ${name}`)
		let slowest = 0
		const before = process.memoryUsage().heapUsed
		const take = async (input: Uint8Array, number: number): Promise<number> => {
			const from = performance.now()
			try {
				await target.take(input)
			} catch (error) {
				if (!isDocumented(error, target)) {
					throw new RangeError(`input ${number} (base64): ${toBase64(input.subarray(0, 3_000))}`, { cause: error })
				}
			}
			return performance.now() - from
		}
		for (let number = 0; number < count; number++) {
			const input = mutate(target.seeds, random)
			let took = await take(input, number)
			// A busy machine may stall for a second: what is slow by itself is slow again.
			if (took > longestMs) took = await take(input, number)
			slowest = Math.max(slowest, took)
			if (took > longestMs) {
				throw new RangeError(`input ${number} took ${took} ms: ${toBase64(input.subarray(0, 3_000))}`)
			}
		}
		expect(slowest).toBeLessThan(longestMs)
		// What one input leaves behind is not kept for ever.
		expect(process.memoryUsage().heapUsed - before).toBeLessThan(512 * 1024 * 1024)
	})
})
