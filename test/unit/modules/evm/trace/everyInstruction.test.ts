import { expect, test } from 'vitest'
import type { Json } from '../../../../../src/app/AppModule.ts'
import { addressOf } from '../evmBench.ts'
import { tracedChain } from './tracedCalls.ts'

type Tree = Readonly<Record<string, Json>>

/** Instructions by the number of words they take from the stack (Ethereum yellow paper, appendix H). */
const takers: Readonly<Record<number, readonly number[]>> = {
	1: [0x15, 0x19, 0x31, 0x35, 0x3b, 0x3f, 0x40, 0x50, 0x51, 0x54, 0x56, 0x80, 0xff],
	2: [0x01, 0x0a, 0x0b, 0x10, 0x18, 0x1a, 0x1d, 0x20, 0x52, 0x53, 0x55, 0x57, 0x81, 0x90, 0xa0, 0xf3, 0xfd],
	3: [0x08, 0x09, 0x37, 0x39, 0x3e, 0x82, 0x91, 0xa1, 0xf0],
	4: [0x3c, 0x83, 0x92, 0xa2, 0xf5],
	6: [0x85, 0x94, 0xa4, 0xf4, 0xfa],
	7: [0x86, 0x95, 0xf1, 0xf2],
	16: [0x8f, 0x9e],
	17: [0x9f],
}
const takes = Object.entries(takers).flatMap(([count, list]) => list.map((one) => [one, Number(count)] as const))

test.each([
	['nothing', '', 0],
	['a word', '5f', 1],
])(
	'an instruction on a stack with %s that takes more is a step with its reason, whichever it is',
	async (_, before, has) => {
		const codes = Object.fromEntries(takes.map(([one]) => [one, before + one.toString(16).padStart(2, '0')]))
		const trace = await tracedChain(codes)
		for (const [one, count] of takes.filter(([, words]) => words > has)) {
			const to = addressOf(one)
			const error = `stack underflow (${has} <=> ${count})`
			expect(await trace({ tracer: 'callTracer' }, { to })).toMatchObject({ error })
			const { structLogs } = (await trace({ tracer: '' }, { to })) as { readonly structLogs: readonly Tree[] }
			expect(structLogs.at(-1), `instruction ${one}`).toMatchObject({ pc: has, error })
			for (const tracer of ['prestateTracer', 'flatCallTracer', 'erc7562Tracer', '4byteTracer']) {
				await expect(trace({ tracer }, { to })).resolves.toBeDefined()
			}
		}
	},
)
