import type { EVM } from '@ethereumjs/evm'
import type { StateObject } from '../state/StateObject.ts'
import type { RunState } from './codeFrame.ts'
import type { StateBridge } from './StateBridge.ts'
import { addressOfWord, wordBytes } from './wordBytes.ts'

type Opcodes = EVM['_opcodeMap']
type GasHandler = Opcodes[number]['gasHandler']

/** An SSTORE with no more gas than this fails before it looks at anything (EIP-2200). */
const sstoreSentry = 2_300n

/**
 * Has instructions look for accounts and slots as often as the reference does. An address without a record is looked for
 * each time, and what that costs shows when the transaction fails afterwards. The reference looks once for the hash of a
 * code, at the heir of a contract also when there is nothing to inherit, and at what an instruction would change before it
 * refuses to write (go-ethereum v1.10.16 core/vm).
 */
export function lookAsTheReference(opcodes: Opcodes, bridge: StateBridge, isSpuriousDragon: boolean): void {
	const hash = opcodes[0x3f]
	if (hash !== undefined && !hash.opcodeInfo.isInvalid) {
		const handler = hash.opHandler
		hash.opHandler = (runState, common) => {
			const [word = 0n] = runState.stack.peek(1)
			if (bridge.state.find(addressOfWord(word)) !== undefined) return handler(runState, common)
			runState.stack.pop()
			runState.stack.push(0n)
		}
	}
	const ownOf = (runState: RunState): StateObject | undefined =>
		bridge.state.find(runState.interpreter.getAddress().bytes)
	if (isSpuriousDragon) {
		lookBefore(opcodes, 0xff, 1, always, (runState, [heir = 0n]) => {
			if (!runState.interpreter.isStatic() && (ownOf(runState)?.balance ?? 0n) !== 0n) return
			bridge.state.find(addressOfWord(heir))
		})
	}
	lookBefore(opcodes, 0xf1, 3, isStatic, (_, [, to = 0n, value]) => {
		if (value !== 0n) bridge.state.find(addressOfWord(to))
	})
	lookBefore(opcodes, 0x55, 1, isStatic, (runState, [slot = 0n]) => {
		const own = ownOf(runState)
		if (own === undefined || runState.gasLeft <= sstoreSentry) return
		bridge.state.slot(own, wordBytes(slot))
	})
}

const always = (): boolean => true
const isStatic = ({ interpreter }: RunState): boolean => interpreter.isStatic()

/**
 * Looks at the state before the price of an instruction is known, which takes so many words of the stack. Most calls and
 * writes are not static: `when` spares them the reading of the stack.
 */
function lookBefore(
	opcodes: Opcodes,
	code: number,
	words: number,
	when: (runState: RunState) => boolean,
	look: (runState: RunState, stack: readonly bigint[]) => void,
): void {
	const entry = opcodes[code]
	if (entry === undefined || entry.opcodeInfo.isInvalid) return
	const { gasHandler } = entry
	const looked = (...[runState, gas, common]: Parameters<GasHandler>): ReturnType<GasHandler> => {
		if (when(runState) && runState.stack.length >= words) look(runState, runState.stack.peek(words))
		return gasHandler(runState, gas, common)
	}
	entry.gasHandler = looked as GasHandler
}
