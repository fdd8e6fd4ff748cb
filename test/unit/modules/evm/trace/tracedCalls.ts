import type { Json } from '../../../../../src/app/AppModule.ts'
import { type EvmMessage, evmConfigOf } from '../../../../../src/modules/evm/applyMessage.ts'
import type { TraceOptions } from '../../../../../src/modules/evm/trace/Tracer.ts'
import { traceMessage } from '../../../../../src/modules/evm/trace/traceMessage.ts'
import { addressOf, callOfContract, createEvmBench } from '../evmBench.ts'

export const user = addressOf(0x11)
const price = 1_000_000_000n

const plainOptions: TraceOptions = {
	tracer: 'callTracer',
	disableStack: false,
	disableStorage: false,
	enableMemory: false,
	limit: 0,
	words: 'hex',
}

/** Contracts by the byte of their addresses: hex of their codes, spaces between the parts. */
export type Contracts = Readonly<Record<number, string>>

/** A chain with contracts, whose calls are traced; each trace begins with the same state. */
export async function tracedChain(
	contracts: Contracts,
	bench = createEvmBench({ accountRule: 'base', funded: [[user, 1_000_000n]] }),
) {
	bench.app.editNextBlock((ctx) => {
		bench.deployAll(ctx, contracts, 100n)
	})
	await bench.block()
	const ctx = bench.context()
	return (options: Partial<TraceOptions>, message: Partial<EvmMessage> = {}): Promise<Json> => {
		const whole = { ...callOfContract, gas: 500_000n, gasPrice: price, ...message }
		const config = evmConfigOf(bench.keeper, ctx)
		return traceMessage(bench.keeper, ctx, whole, config, { ...plainOptions, ...options, commit: false })
	}
}

/** 0x text of an address of one repeated byte. */
export function at(byte: number): string {
	return `0x${byte.toString(16).padStart(2, '0').repeat(20)}`
}

/** A call with an own place for its value, 65,535 gas and nothing else, whose answer is dropped. */
export function callOf(opcode: 'f1' | 'f2' | 'f4' | 'fa', byte: number, value = 0): string {
	const takesValue = opcode === 'f1' || opcode === 'f2'
	const amount = takesValue ? `60${value.toString(16).padStart(2, '0')}` : ''
	return `5f5f5f5f${amount}73${at(byte).slice(2)}61ffff${opcode}50`
}
