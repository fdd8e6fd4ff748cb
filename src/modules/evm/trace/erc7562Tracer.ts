import type { Json } from '../../../app/AppModule.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import { byKey } from '../../../util/order.ts'
import type { ChainEvm } from '../vm/ChainEvm.ts'
import { addressOfWord, wordBytes } from '../vm/wordBytes.ts'
import { todaysCallTree } from './callTree.ts'
import { slotNow } from './slotNow.ts'
import { hexOf, type TraceFrame, TraceRecorder, type TraceStep } from './TraceRecorder.ts'
import type { TracedCall, TraceOptions, Tracer } from './Tracer.ts'

/** What the rules of ERC-7562 ask of one call. */
interface Access {
	readonly reads: Map<string, readonly string[]>
	readonly writes: Map<string, number>
	readonly transientReads: Map<string, number>
	readonly transientWrites: Map<string, number>
	readonly codes: string[]
	readonly opcodes: Map<string, number>
	readonly sizes: Map<string, { readonly contractSize: number; readonly opcode: number }>
}

/** Calls with the opcodes, slots and codes that each used, as bundlers of ERC-4337 check user operations (go-ethereum v1.16 eth/tracers/native/erc7562.go). */
export function erc7562Tracer(options: TraceOptions, { message }: TracedCall): Tracer {
	const ignored = new Set(options.ignoredOpcodes ?? commonOpcodes)
	const accesses = new Map<TraceFrame, Access>()
	/** The calls that run, the outermost first. */
	const running: TraceFrame[] = []
	const preimages = new Set<string>()
	let evm!: ChainEvm
	let last: TraceStep | undefined
	let depth = 0

	const visit = (step: TraceStep): void => {
		depth = step.depth
		const access = accesses.get(running[depth - 1]!)!
		const { opcode, stack, address } = step
		const { state } = evm.bridge
		if (opcode === op.RETURN || opcode === op.REVERT) last = undefined
		if (last !== undefined && readsCode.has(last.opcode) && !(last.opcode === op.EXTCODESIZE && opcode === op.ISZERO)) {
			for (const asked of last.stack.slice(-1)) access.codes.push(hexOf(addressOfWord(asked)))
		}
		const target = stack.at(readsCode.has(opcode) ? -1 : -2)
		if ((readsCode.has(opcode) || calls.has(opcode)) && target !== undefined) {
			const bytes = addressOfWord(target)
			getOrInsert(access.sizes, hexOf(bytes), () => {
				const account = state.find(bytes)
				return { contractSize: account === undefined ? 0 : state.codeOf(account).length, opcode }
			})
		}
		if (last?.opcode === op.GAS && !calls.has(opcode)) add(access.opcodes, `0x${op.GAS.toString(16)}`)
		if (opcode !== op.GAS && !ignored.has(opcode)) add(access.opcodes, `0x${opcode.toString(16)}`)
		const [top, second] = [stack.at(-1), stack.at(-2)]
		if (opcode === op.KECCAK256 && second !== undefined) {
			const bytes = step.memory.subarray(Number(top), Number(top! + second))
			if (BigInt(bytes.length) === second) preimages.add(hexOf(bytes))
		}
		if (top !== undefined && slots.has(opcode)) {
			const slot = hexOf(wordBytes(top))
			if (opcode === op.SSTORE) add(access.writes, slot)
			else if (opcode === op.TLOAD) add(access.transientReads, slot)
			else if (opcode === op.TSTORE) add(access.transientWrites, slot)
			else if (!access.reads.has(slot) && !access.writes.has(slot)) {
				access.reads.set(slot, [`0x${slotNow(state, address, top)}`])
			}
		}
		last = step
	}
	const recorder = new TraceRecorder({
		memory: true,
		refused: true,
		logs: options.withLog === true,
		onStep: visit,
		onFrame(frame) {
			accesses.set(frame, noAccess())
			if (frame.type !== 'SELFDESTRUCT') running[depth] = frame
		},
	})
	return {
		observe(machine) {
			evm = machine
			return recorder.observe(machine)
		},
		result({ gasUsed }) {
			const { root } = recorder
			if (root === undefined) return {}
			const tree = todaysCallTree(root, { gas: message.gas, gasUsed }, (frame) =>
				accessJson(accesses.get(frame) ?? noAccess(), frame !== root && outOfGas.test(frame.error)),
			)
			return { ...(tree as object), ...(preimages.size === 0 ? {} : { keccak: [...preimages].sort() }) }
		},
	}
}

function noAccess(): Access {
	return {
		reads: new Map(),
		writes: new Map(),
		transientReads: new Map(),
		transientWrites: new Map(),
		codes: [],
		opcodes: new Map(),
		sizes: new Map(),
	}
}

function accessJson(access: Access, isOutOfGas: boolean): { readonly [member: string]: Json } {
	const { reads, writes, transientReads, transientWrites, codes, opcodes, sizes } = access
	const sorted = (map: ReadonlyMap<string, unknown>): Json => Object.fromEntries([...map].sort(byKey)) as Json
	return {
		accessedSlots: {
			reads: sorted(reads),
			writes: sorted(writes),
			transientReads: sorted(transientReads),
			transientWrites: sorted(transientWrites),
		},
		extCodeAccessInfo: codes,
		usedOpcodes: sorted(opcodes),
		contractSize: sorted(sizes),
		outOfGas: isOutOfGas,
	}
}

function add(counts: Map<string, number>, key: string): void {
	counts.set(key, (counts.get(key) ?? 0) + 1)
}

const op = {
	ISZERO: 0x15,
	KECCAK256: 0x20,
	EXTCODESIZE: 0x3b,
	SSTORE: 0x55,
	GAS: 0x5a,
	TLOAD: 0x5c,
	TSTORE: 0x5d,
	RETURN: 0xf3,
	REVERT: 0xfd,
} as const
/** SLOAD and those above. */
const slots: ReadonlySet<number> = new Set([0x54, op.SSTORE, op.TLOAD, op.TSTORE])
/** CALL, CALLCODE, DELEGATECALL, STATICCALL. */
const calls: ReadonlySet<number> = new Set([0xf1, 0xf2, 0xf4, 0xfa])
/** EXTCODESIZE, EXTCODECOPY, EXTCODEHASH. */
const readsCode: ReadonlySet<number> = new Set([0x3b, 0x3c, 0x3f])
/** Every PUSH, DUP and SWAP, POP, arithmetic without MOD, comparisons and shifts without SAR: they are not counted. */
const commonOpcodes: readonly number[] = [
	...Array.from({ length: 0x9f - 0x5f + 1 }, (_, at) => 0x5f + at),
	...[0x50, 0x01, 0x03, 0x02, 0x04, 0x14, 0x10, 0x11, 0x12, 0x13, 0x1b, 0x1c, 0x16, 0x17, 0x19, 0x15],
]
const outOfGas = /^out of gas|^contract creation code storage out of gas/
