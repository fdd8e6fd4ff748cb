import { beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../../src/app/Context.ts'
import { applyMessage, type EvmMessage, evmConfigOf } from '../../../src/modules/evm/applyMessage.ts'
import { traceMessage } from '../../../src/modules/evm/trace/traceMessage.ts'
import { fromHex } from '../../../src/util/bytes.ts'
import { Caller } from '../../../src/util/schedule/Caller.ts'
import { type RecordedChain, runRecordedChain } from './recordedChain.ts'

/** JUMPDEST PUSH1 0 JUMP */
const endless = '5b600056'
const steps = { tracer: '', disableStorage: false, enableMemory: false, limit: 0, words: 'hex' } as const

describe('hostile code is bounded', () => {
	let chain: RecordedChain
	let ctx: Context
	beforeAll(async () => {
		chain = await runRecordedChain()
		const context = chain.app.createQueryContext(0)
		ctx = context.withHeader({ ...context.header, proposerAddress: new Uint8Array(20) }, context.headerHash)
	})

	function deployment(code: string, gas: bigint): EvmMessage {
		const none = { from: new Uint8Array(20), to: undefined, nonce: 0n, value: 0n, gasPrice: 0n, accessList: undefined }
		return { ...none, gas, data: fromHex(code)! }
	}

	it('ends an endless loop when its time is up, and lets others work meanwhile', async () => {
		let turns = 0
		const timer = setInterval(() => turns++, 1)
		const run = applyMessage(
			chain.keeper,
			ctx,
			deployment(endless, 1_000_000_000_000n),
			evmConfigOf(chain.keeper, ctx),
			{ commit: false, limit: { ms: 300, text: 'execution timeout' } },
		)
		await expect(run).rejects.toThrow('execution timeout')
		clearInterval(timer)
		expect(turns).toBeGreaterThan(1)
	})

	/** What a precompiled contract or an instruction does in 300 ms, and how often others worked meanwhile. */
	async function stopped(message: Partial<EvmMessage>) {
		let turns = 0
		const timer = setInterval(() => turns++, 1)
		const from = performance.now()
		const run = applyMessage(
			chain.keeper,
			ctx,
			{ ...deployment('00', 1_000_000_000_000n), ...message },
			evmConfigOf(chain.keeper, ctx),
			{ commit: false, limit: { ms: 300, text: 'execution timeout' } },
		)
		await expect(run).rejects.toThrow('execution timeout')
		clearInterval(timer)
		return { ms: performance.now() - from, turns }
	}

	const at = (number: number): Uint8Array => Uint8Array.from({ length: 20 }, (_, place) => (place === 19 ? number : 0))
	const word = (value: bigint): string => value.toString(16).padStart(64, '0')
	const pair = `${word(1n)}${word(2n)}198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa`
	for (const [name, message] of [
		['four thousand million rounds of blake2f', { to: at(9), data: fromHex(`ffffffff${'ab'.repeat(208)}01`)! }],
		['ten thousand pairings', { to: at(8), data: fromHex(pair.repeat(10_000))! }],
		[
			'modexp by 32 bytes of a long exponent',
			{
				to: at(5),
				data: fromHex(`${word(32n)}${word(2_000_000n)}${word(32n)}${'fe'.repeat(32)}${'fd'.repeat(2_000_032)}`)!,
			},
		],
		[
			'modexp of kilobytes',
			{
				to: at(5),
				data: fromHex(`${word(4_000n)}${word(4_000n)}${word(4_000n)}${'fe'.repeat(4_000)}${'fd'.repeat(8_000)}`)!,
			},
		],
		// Without one jump among them.
		['copies of a megabyte', { data: fromHex('620f42406000600039'.repeat(40_000))! }],
		['hashes of a megabyte', { data: fromHex('620f424060002050'.repeat(40_000))! }],
	] as const) {
		it(`ends ${name} when their time is up, and lets others work meanwhile`, async () => {
			const { ms, turns } = await stopped(message)
			expect(ms).toBeLessThan(2_000)
			expect(turns).toBeGreaterThan(3)
		})
	}

	it('ends a call that is watched step by step when its caller leaves, and nothing else with it', async () => {
		const caller = new Caller()
		const run = applyMessage(
			chain.keeper,
			ctx,
			deployment(endless, 1_000_000_000_000n),
			evmConfigOf(chain.keeper, ctx),
			{
				commit: false,
				asker: { bytes: 1, caller },
				observer: (evm) => {
					const step = (): void => undefined
					evm.events.on('step', step)
					return () => evm.events.off('step', step)
				},
			},
		)
		setTimeout(() => caller.leave(), 50)
		await expect(run).rejects.toThrow('its caller has left')
	})

	it('answers the next call after one it stopped', async () => {
		const config = evmConfigOf(chain.keeper, ctx)
		// MSTORE 1, RETURN 32 bytes.
		const code = '600160005260206000f3'
		const { vmError, returned } = await applyMessage(chain.keeper, ctx, deployment(code, 100_000n), config, {
			commit: false,
		})
		expect(vmError).toBe('')
		expect(returned.at(-1)).toBe(1)
	})

	it('takes memory only for gas', async () => {
		// MSTORE at 2^64 - 33, and at 2^32.
		const config = evmConfigOf(chain.keeper, ctx)
		for (const [code, error] of [
			['600067ffffffffffffffdf52', 'gas uint64 overflow'],
			['600064010000000052', 'out of gas'],
		] as const) {
			const { vmError } = await applyMessage(chain.keeper, ctx, deployment(code, 30_000_000n), config, {
				commit: false,
			})
			expect(vmError).toBe(error)
		}
	})

	it('survives a call of every precompiled contract with nothing, under the newest rules', async () => {
		const { params, ...rest } = evmConfigOf(chain.keeper, ctx)
		const blocks = { ...params.chainConfig.blocks, shanghai: 0n, cancun: 0n, prague: 0n }
		const config = { ...rest, params: { ...params, chainConfig: { ...params.chainConfig, blocks } } }
		for (let number = 1; number <= 0x12; number++) {
			const to = Uint8Array.from({ length: 20 }, (_, at) => (at === 19 ? number : 0))
			for (const data of [new Uint8Array(0), new Uint8Array(192).fill(1)]) {
				const message = { ...deployment('00', 1_000_000n), to, data }
				const applied = await applyMessage(chain.keeper, ctx, message, config, { commit: false })
				expect(applied.gasUsed).toBeGreaterThanOrEqual(21_000n)
			}
		}
	})

	it('refuses a trace with more words than can be kept', async () => {
		const options = { ...steps, disableStack: false, commit: false, timeoutMs: 60_000 }
		// Fill the stack with 1,000 words, then loop.
		const code = `${'6000'.repeat(1000)}5b6107d056`
		const traced = traceMessage(
			chain.keeper,
			ctx,
			deployment(code, 30_000_000n),
			evmConfigOf(chain.keeper, ctx),
			options,
		)
		await expect(traced).rejects.toThrow('too large')
	})

	it('keeps no more steps than it shows', async () => {
		const options = { ...steps, limit: 3, disableStack: false, commit: false }
		const result = await traceMessage(
			chain.keeper,
			ctx,
			deployment(endless, 200_000n),
			evmConfigOf(chain.keeper, ctx),
			options,
		)
		expect((result as { structLogs: unknown[] }).structLogs).toHaveLength(3)
	})
})
