import type { Json } from '../../../app/AppModule.ts'
import { toHex } from '../../../util/bytes.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import { byKey } from '../../../util/order.ts'
import type { AppliedMessage } from '../applyMessage.ts'
import type { ChainEvm } from '../vm/ChainEvm.ts'
import { wordBytes } from '../vm/wordBytes.ts'
import { slotNow } from './slotNow.ts'
import { TraceRecorder, type TraceStep } from './TraceRecorder.ts'
import type { Pause, TraceOptions, Tracer } from './Tracer.ts'

/** The log of steps of a transaction, in the members of ethermint v0.14.1 x/evm/types ExecutionResult. */
async function structLogs(
	recorder: TraceRecorder,
	applied: AppliedMessage,
	options: TraceOptions,
	storage: readonly StepStorage[],
	pause: Pause,
): Promise<Json> {
	const failed = applied.vmError !== ''
	const returned = !failed || applied.vmError === 'execution reverted' ? applied.returned : new Uint8Array(0)
	const steps: Json[] = []
	for (const [at, step] of recorder.steps.entries()) {
		steps.push(stepJson(step, options, storage[at]))
		const paused = pause()
		if (paused !== undefined) await paused
	}
	return {
		gas: Number(applied.gasUsed),
		failed,
		returnValue: bytesText(toHex(returned), options),
		structLogs: steps,
	}
}

/** The slots of a contract that were read or written up to a step, by hex of key; undefined where they are not shown. */
type StepStorage = Readonly<Record<string, string>> | undefined

function stepJson(step: TraceStep, options: TraceOptions, storage: StepStorage): Json {
	const word = (hex: string): string => bytesText(hex, options)
	return {
		pc: step.pc,
		op: step.name,
		gas: Number(step.gas),
		gasCost: Number(step.gasCost),
		depth: step.depth,
		...(step.error === undefined ? {} : { error: step.error }),
		...(options.disableStack
			? {}
			: { stack: step.stack.map((item) => (options.words === 'hex' ? hexWord(item) : limbs(item))) }),
		...(options.enableMemory && (step.memory.length > 0 || options.words !== 'hex')
			? { memory: chunks(step.memory).map(word) }
			: {}),
		...(storage === undefined
			? {}
			: { storage: Object.fromEntries(Object.entries(storage).map(([slot, value]) => [word(slot), word(value)])) }),
	}
}

/** Today's geth writes 0x before bytes, that of the recordings does not. */
function bytesText(hex: string, { words }: TraceOptions): string {
	return words === 'hex' ? `0x${hex}` : hex
}

function hexWord(word: bigint): string {
	return `0x${word.toString(16)}`
}

/** The four 64-bit parts of a word, lowest first, as Go prints its array. */
function limbs(word: bigint): string {
	const parts = [0n, 64n, 128n, 192n].map((shift) => BigInt.asUintN(64, word >> shift).toString(16))
	return `[${parts.join(' ')}]`
}

function chunks(memory: Uint8Array): string[] {
	const out: string[] = []
	for (let at = 0; at < memory.length; at += 32) out.push(toHex(memory.subarray(at, at + 32)))
	return out
}

/** The log of every step (go-ethereum v1.10.16 eth/tracers/logger StructLogger). */
export function structLogger(options: TraceOptions): Tracer {
	const storage: StepStorage[] = []
	const known = new Map<string, Record<string, string>>()
	let evm!: ChainEvm
	const recorder = new TraceRecorder({
		steps: true,
		limit: options.limit,
		stack: !options.disableStack,
		memory: options.enableMemory,
		onStep(step) {
			if (options.limit > 0 && storage.length >= options.limit) return
			const shown = storageOf(step)
			storage.push(shown)
			if (shown !== undefined) recorder.count(2 * Object.keys(shown).length)
		},
	})
	const storageOf = ({ opcode, stack, address }: TraceStep): StepStorage => {
		const [key, written] = [stack.at(-1), stack.at(-2)]
		if (options.disableStorage || key === undefined) return undefined
		const isWrite = opcode === 0x55 && written !== undefined
		if (opcode !== 0x54 && !isWrite) return undefined
		const slots = getOrInsert(known, toHex(address), (): Record<string, string> => ({}))
		slots[toHex(wordBytes(key))] = isWrite ? toHex(wordBytes(written)) : slotNow(evm.bridge.state, address, key)
		return Object.fromEntries(Object.entries(slots).sort(byKey))
	}
	return {
		observe(machine) {
			evm = machine
			return recorder.observe(machine)
		},
		result: (applied, pause) => structLogs(recorder, applied, options, storage, pause),
	}
}
