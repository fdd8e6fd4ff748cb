import { bigIntToUnpaddedBytes, generateAddress, generateAddress2 } from '@ethereumjs/util'
import type { Json } from '../../../app/AppModule.ts'
import { RawJson } from '../../../codec/goJson/writeJson.ts'
import { toHex } from '../../../util/bytes.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import { byKey } from '../../../util/order.ts'
import type { EvmState } from '../state/EvmState.ts'
import type { ChainEvm } from '../vm/ChainEvm.ts'
import { addressOfWord, wordBytes } from '../vm/wordBytes.ts'
import { slotNow } from './slotNow.ts'
import { hexOf, type TraceFrame, TraceRecorder, type TraceStep } from './TraceRecorder.ts'
import type { TracedCall, Tracer } from './Tracer.ts'

interface Before {
	balance: bigint
	nonce: bigint
	readonly code: Uint8Array
	readonly storage: Map<string, string>
}

/** The accounts a message touches as they were before it (go-ethereum v1.10.16 eth/tracers/native/prestate.go). */
export function prestateTracer({ message, basePrice }: TracedCall): Tracer {
	const accounts = new Map<string, Before>()
	let evm!: ChainEvm
	let started = false
	let created: Uint8Array | undefined
	const look = (address: Uint8Array): Before =>
		getOrInsert(accounts, toHex(address), () => before(evm.bridge.state, address))
	/** Money has moved when the first frame begins; the tracer puts it back. */
	const begin = (frame: TraceFrame): void => {
		if (started) return
		started = true
		created = frame.to === undefined ? generateAddress(message.from, bigIntToUnpaddedBytes(message.nonce)) : undefined
		const from = look(message.from)
		look(frame.to ?? created!)
		// The reference adds the price of the full limit, whoever paid it.
		from.balance += message.gasPrice * (basePrice + frame.gas)
		from.nonce = BigInt.asUintN(64, from.nonce - 1n)
	}
	const recorder = new TraceRecorder({
		memory: true,
		onFrame: begin,
		onStep: (step) => visit(step, look, evm.bridge.state),
	})
	return {
		observe(machine) {
			evm = machine
			return recorder.observe(machine)
		},
		result() {
			if (created !== undefined) accounts.delete(toHex(created))
			return Object.fromEntries([...accounts].sort(byKey).map(([hex, account]) => [`0x${hex}`, accountJson(account)]))
		},
	}
}

function before(state: EvmState, address: Uint8Array): Before {
	const object = state.find(address)
	return {
		balance: object?.balance ?? 0n,
		nonce: object?.nonce ?? 0n,
		code: object === undefined ? new Uint8Array(0) : state.codeOf(object),
		storage: new Map(),
	}
}

function visit(step: TraceStep, look: (address: Uint8Array) => Before, state: EvmState): void {
	const { stack, opcode, address } = step
	const top = stack.at(-1)
	switch (opcode) {
		case 0x54:
		case 0x55: {
			if (top === undefined) return
			const { storage } = look(address)
			getOrInsert(storage, toHex(wordBytes(top)), () => slotNow(state, address, top))
			return
		}
		case 0x31:
		case 0x3b:
		case 0x3c:
		case 0x3f:
		case 0xff:
			if (top !== undefined) look(addressOfWord(top))
			return
		case 0xf1:
		case 0xf2:
		case 0xf4:
		case 0xfa:
			if (stack.length >= 5) look(addressOfWord(stack.at(-2)!))
			return
		case 0xf0: {
			const { nonce } = state.find(address)!
			look(generateAddress(address, bigIntToUnpaddedBytes(nonce)))
			return
		}
		case 0xf5: {
			if (stack.length < 4) return
			const from = Number(stack.at(-2)!)
			const code = step.memory.subarray(from, from + Number(stack.at(-3)!))
			look(generateAddress2(address, wordBytes(stack.at(-4)!), code))
		}
	}
}

function accountJson({ balance, nonce, code, storage }: Before): Json {
	const slots = [...storage].sort(byKey).map(([key, value]) => [`0x${key}`, `0x${value}`])
	return {
		balance: `0x${balance.toString(16)}`,
		nonce: exactNumber(nonce),
		code: hexOf(code),
		storage: Object.fromEntries(slots) as Json,
	}
}

/** The nonce of an account that never sent anything is the largest of 64 bits here, which a double does not hold. */
function exactNumber(value: bigint): Json {
	if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value)
	return new RawJson({ kind: 'number', raw: value.toString() }) as unknown as Json
}
