import type { EVMResult, InterpreterStep, Message } from '@ethereumjs/evm'
import type { EvmLog } from '../../../modules/evm/vm/EvmCall.ts'
import type { EvmObserver } from '../../../modules/evm/vm/runEvm.ts'
import { wordBytes } from '../../../modules/evm/vm/wordBytes.ts'
import { fromHex } from '../../../util/bytes.ts'

/** keccak256("Transfer(address,address,uint256)"). */
const transferTopic = fromHex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')!
/** The address of the coin itself in logs (ERC-7528). */
const coinAddress = new Uint8Array(20).fill(0xee)

/** Place of a log of the code, which the interpreter knows. */
const codeLog = Symbol('log of the code')

/** Records the moves of coins among the logs of a call. */
export interface LogRecord {
	readonly observer: EvmObserver
	/** The logs with the moves among them. @param logs those of the code, of a call that succeeded */
	merge(logs: readonly EvmLog[]): readonly EvmLog[]
}

/** Watches a call for moves of coins; what failed frames did does not count (go-ethereum v1.17 internal/ethapi tracer). */
export function recordLogs(): LogRecord {
	type Entry = EvmLog | typeof codeLog
	const top: Entry[] = []
	const frames: { readonly entries: Entry[]; readonly message: Message }[] = []
	const note = (entry: Entry): void => void frames.at(-1)?.entries.push(entry)
	return {
		observer: (evm) => {
			const before = (message: Message): void => {
				// The interpreter fills in the address of a new contract later.
				frames.push({ entries: [], message })
				// What runs another's code with its own coins moves none.
				if (message._codeAddress === undefined && message.value > 0n && message.to !== undefined)
					note(transfer(message.caller.bytes, message.to.bytes, message.value))
			}
			const after = ({ execResult, createdAddress }: EVMResult): void => {
				const { entries, message } = frames.pop()!
				if (execResult.exceptionError !== undefined) return
				if (createdAddress !== undefined && message.value > 0n)
					entries.unshift(transfer(message.caller.bytes, createdAddress.bytes, message.value))
				const outer = frames.at(-1)?.entries ?? top
				outer.push(...entries)
			}
			const step = ({ opcode, address, stack }: InterpreterStep): void => {
				if (opcode.code >= 0xa0 && opcode.code <= 0xa4) note(codeLog)
				const heir = stack.at(-1)
				if (opcode.code !== 0xff || heir === undefined) return
				const balance = evm.bridge.state.find(address.bytes)?.balance ?? 0n
				if (balance > 0n) note(transfer(address.bytes, wordBytes(heir).subarray(12), balance))
			}
			evm.events.on('beforeMessage', before)
			evm.events.on('afterMessage', after)
			evm.events.on('step', step)
			return () => {
				evm.events.off('beforeMessage', before)
				evm.events.off('afterMessage', after)
				evm.events.off('step', step)
			}
		},
		merge(logs) {
			const left = [...logs]
			return top.map((entry) => (entry === codeLog ? left.shift()! : entry))
		},
	}
}

function transfer(from: Uint8Array, to: Uint8Array, value: bigint): EvmLog {
	return { address: coinAddress, topics: [transferTopic, padded(from), padded(to)], data: wordBytes(value) }
}

function padded(address: Uint8Array): Uint8Array {
	const topic = new Uint8Array(32)
	topic.set(address, 12)
	return topic
}
