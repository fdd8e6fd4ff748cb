import { type EVM, EVMError } from '@ethereumjs/evm'
import type { RunState } from './codeFrame.ts'

type Opcodes = EVM['_opcodeMap']
type GasHandler = Opcodes[number]['gasHandler']

/** SSTORE, LOG0 to LOG4, CREATE, CREATE2, SELFDESTRUCT; a CALL writes if it moves coins. */
const writers = [0x55, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xf0, 0xf5, 0xff]
const call = 0xf1

/**
 * Has instructions that write pay before a static call refuses them. The library refuses first; go-ethereum knows the price
 * by then, which traces show, and an instruction that cannot pay it runs out of gas (v1.10.16 core/vm/interpreter.go Run,
 * instructions.go).
 */
export function chargeStaticWrites(opcodes: Opcodes): void {
	for (const code of writers) chargeStaticWrite(opcodes, code, () => true)
	chargeStaticWrite(opcodes, call, ({ stack }) => stack.peek(3)[2] !== 0n)
}

function chargeStaticWrite(opcodes: Opcodes, code: number, writes: (runState: RunState) => boolean): void {
	const entry = opcodes[code]!
	const { gasHandler, opHandler } = entry
	const priced = (...[runState, gas, common]: Parameters<GasHandler>): ReturnType<GasHandler> => {
		if (!runState.interpreter.isStatic()) return gasHandler(runState, gas, common)
		return withoutRefusal(runState, () => gasHandler(runState, gas, common)) as ReturnType<GasHandler>
	}
	entry.gasHandler = priced as GasHandler
	entry.opHandler = (runState, common) => {
		if (runState.interpreter.isStatic() && writes(runState)) {
			throw new EVMError(EVMError.errorMessages.STATIC_STATE_CHANGE)
		}
		return opHandler(runState, common)
	}
}

async function withoutRefusal({ env }: RunState, price: () => bigint | Promise<bigint>): Promise<bigint> {
	env.isStatic = false
	try {
		return await price()
	} finally {
		env.isStatic = true
	}
}
