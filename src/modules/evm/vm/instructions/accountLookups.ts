import type { EVM } from '@ethereumjs/evm'
import type { StateBridge } from '../StateBridge.ts'
import { addressOfWord } from '../wordBytes.ts'

type Opcodes = EVM['_opcodeMap']
type GasHandler = Opcodes[number]['gasHandler']

/**
 * Has instructions look for accounts and slots as often as the reference does. An address without a record is looked for
 * each time, and what that costs shows when the transaction fails afterwards. The reference looks once for the hash of a
 * code, and at the heir of a contract also when there is nothing to inherit (go-ethereum v1.10.16 core/vm).
 */
export function matchAccountLookups(opcodes: Opcodes, bridge: StateBridge, isSpuriousDragon: boolean): void {
	const hash = opcodes[0x3f]!
	const handler = hash.opHandler
	hash.opHandler = (runState, common) => {
		const word = runState.stack.peek(1)[0]!
		if (bridge.state.find(addressOfWord(word)) !== undefined) return handler(runState, common)
		runState.stack.pop()
		runState.stack.push(0n)
	}
	if (isSpuriousDragon) lookForHeir(opcodes, bridge)
}

/** An heir who gets nothing is looked for too; the library spares that look. */
function lookForHeir(opcodes: Opcodes, bridge: StateBridge): void {
	const entry = opcodes[0xff]!
	const { gasHandler } = entry
	const looked = (...[runState, gas, common]: Parameters<GasHandler>): ReturnType<GasHandler> => {
		if (runState.stack.length >= 1) {
			const own = bridge.state.find(runState.interpreter.getAddress().bytes)
			if ((own?.balance ?? 0n) === 0n) bridge.state.find(addressOfWord(runState.stack.peek(1)[0]!))
		}
		return gasHandler(runState, gas, common)
	}
	entry.gasHandler = looked as GasHandler
}
