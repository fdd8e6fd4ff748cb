import { toHex } from '../../../util/bytes.ts'
import type { ChainEvm } from '../vm/ChainEvm.ts'
import { slotOfBytes, wordBytes } from '../vm/wordBytes.ts'
import { type StepStorage, structLogs } from './structLogs.ts'
import { TraceRecorder, type TraceStep } from './TraceRecorder.ts'
import type { TraceOptions, Tracer } from './Tracer.ts'

/** The log of every step (go-ethereum v1.10.16 eth/tracers/logger StructLogger). */
export function structLogger(options: TraceOptions): Tracer {
	const storage: StepStorage[] = []
	const known = new Map<string, Record<string, string>>()
	let evm: ChainEvm | undefined
	let steps = 0
	const recorder = new TraceRecorder({
		steps: true,
		limit: options.limit,
		stack: !options.disableStack,
		memory: options.enableMemory,
		onStep(step) {
			steps++
			if (options.limit > 0 && steps > options.limit) return
			const shown = storageOf(step)
			storage.push(shown)
			if (shown !== undefined) recorder.count(2 * Object.keys(shown).length)
		},
	})
	const storageOf = (step: TraceStep): StepStorage => {
		const key = step.stack.at(-1)
		const written = step.stack.at(-2)
		if (options.disableStorage || evm === undefined || key === undefined) return undefined
		if (step.opcode !== 0x54 && step.opcode !== 0x55) return undefined
		if (step.opcode === 0x55 && written === undefined) return undefined
		const contract = toHex(step.address)
		const slots = known.get(contract) ?? {}
		known.set(contract, slots)
		const slot = wordBytes(key)
		if (step.opcode === 0x55) slots[toHex(slot)] = toHex(wordBytes(written ?? 0n))
		else {
			const { state } = evm.bridge
			const object = state.find(step.address)
			slots[toHex(slot)] = toHex(object === undefined ? new Uint8Array(32) : state.slot(object, slotOfBytes(slot)))
		}
		return Object.fromEntries(Object.entries(slots).sort(([a], [b]) => (a < b ? -1 : 1)))
	}
	return {
		observe(machine) {
			evm = machine
			return recorder.observe(machine)
		},
		result: (applied) => structLogs(recorder, applied, options, storage),
	}
}
