import { type EVM, EVMError } from '@ethereumjs/evm'
import type { AccessJournal } from '../AccessJournal.ts'
import type { StateBridge } from '../StateBridge.ts'
import type { TransientSlots } from '../TransientSlots.ts'
import { addressOfWord, slotAt, wordBytes } from '../wordBytes.ts'
import { numberOfBytes } from './FrameMemory.ts'
import { knownNumber, type Price, type Run, replaceInstruction } from './quickInstructions.ts'

/** What instructions on the state work on. */
export interface StateParts {
	readonly opcodes: EVM['_opcodeMap']
	readonly common: EVM['common']
	readonly bridge: StateBridge
	readonly journal: AccessJournal
	readonly transient: TransientSlots
	/** Hash of an earlier block, for BLOCKHASH. */
	hashAt(height: number): Uint8Array | undefined
}

const op = {
	balance: 0x31,
	extCodeSize: 0x3b,
	extCodeHash: 0x3f,
	blockHash: 0x40,
	sload: 0x54,
	sstore: 0x55,
	tload: 0x5c,
	tstore: 0x5d,
} as const

/** Heights that BLOCKHASH looks back. */
const oldestHash = 256n

/**
 * Replaces the library's form of instructions that read and write the state: it turns each address and slot to bytes by way of
 * hex texts, several times, and waits for promises that are kept already. Frames that the library makes itself, for those who
 * listen to steps, keep the library's. Results, prices and failures are the same (`test/unit/modules/evm/vm/instructions/codeFrame.test.ts`).
 */
export function quickenStateInstructions(parts: StateParts): void {
	const { opcodes } = parts
	const { prices, runs } = handlers(parts)
	for (const [code, price] of Object.entries(prices)) replaceInstruction(opcodes, Number(code), { price })
	for (const [code, run] of Object.entries(runs)) replaceInstruction(opcodes, Number(code), { run })
	if (parts.common.gteHardfork('istanbul')) replaceInstruction(opcodes, op.sstore, storing(parts))
}

function handlers({ common, bridge, journal, transient, hashAt }: StateParts): {
	readonly prices: Readonly<Record<number, Price>>
	readonly runs: Readonly<Record<number, Run>>
} {
	const [warm, coldAccount, coldSlot] = accessPrices(common)
	const accountPrice: Price = ({ stack }, gas) => {
		const bytes = addressOfWord(stack.peek(1)[0]!)
		if (journal.isWarmedAddress(bytes)) return gas + warm
		journal.addWarmedAddress(bytes)
		return gas + coldAccount
	}
	const prices: Record<number, Price> = {
		[op.balance]: accountPrice,
		[op.extCodeSize]: accountPrice,
		[op.extCodeHash]: accountPrice,
		[op.sload]: ({ stack, env }, gas) => {
			const { hex } = slotAt(stack.peek(1)[0]!)
			if (journal.isWarmedSlot(env.address.bytes, hex)) return gas + warm
			journal.addWarmedSlot(env.address.bytes, hex)
			return gas + coldSlot
		},
	}
	const runs: Record<number, Run> = {
		[op.balance]: ({ stack }) => {
			const account = bridge.state.find(addressOfWord(stack.pop()))
			stack.push(account?.balance ?? 0n)
		},
		[op.extCodeSize]: ({ stack }) => {
			const { state } = bridge
			const account = state.find(addressOfWord(stack.pop()))
			stack.push(account === undefined ? 0n : BigInt(state.codeOf(account).length))
		},
		// The reference does not read the code for its hash (go-ethereum v1.10.16 core/vm/instructions.go opExtCodeHash).
		[op.extCodeHash]: ({ stack }) => {
			const account = bridge.state.find(addressOfWord(stack.pop()))
			stack.push(account === undefined || account.isEmpty ? 0n : knownNumber(account.codeHash))
		},
		[op.blockHash]: ({ stack, env }) => {
			const height = stack.pop()
			const back = env.block.header.number - height
			const hash = back > oldestHash || back <= 0n ? undefined : hashAt(Number(height))
			stack.push(hash === undefined ? 0n : knownNumber(hash))
		},
		[op.sload]: ({ stack, env }) => {
			const { state } = bridge
			const slot = slotAt(stack.pop())
			const account = state.find(env.address.bytes)
			stack.push(account === undefined ? 0n : numberOfBytes(state.slot(account, slot)))
		},
		[op.tload]: ({ stack, env }) => stack.push(transient.load(env.address, stack.pop())),
		[op.tstore]: ({ stack, env }) => {
			if (env.isStatic) throw new EVMError(EVMError.errorMessages.STATIC_STATE_CHANGE)
			const [slot, value] = stack.popN(2) as [bigint, bigint]
			transient.store(env.address, slot, value)
		},
	}
	return { prices, runs }
}

/** SSTORE from Istanbul on (EIP-2200), with EIP-2929 and EIP-3529 where they apply. */
function storing({ common, bridge, journal }: StateParts): { readonly price: Price; readonly run: Run } {
	const isLimited = common.isActivatedEIP(2929)
	const [warm, , coldSlot] = accessPrices(common)
	const param = (name: string): bigint => common.param(`sstore${name}EIP2200Gas`)
	const sentry = param('Sentry')
	const [noop, init, clean, dirty] = [param('Noop'), param('Init'), param('Clean'), param('Dirty')]
	const clearRefund = param('ClearRefund')
	// Where slots are warm or cold, one that was written is warm.
	const [initRefund, cleanRefund] = isLimited
		? [init - warm, common.param('sstoreResetGas') - coldSlot - warm]
		: [param('InitRefund'), param('CleanRefund')]
	const subRefund = (state: Parameters<Price>[0], amount: bigint): void => {
		state.gasRefund -= amount
		if (state.gasRefund >= 0n) return
		state.gasRefund = 0n
		throw new EVMError(EVMError.errorMessages.REFUND_EXHAUSTED)
	}
	/** The price of a write, without that of the first use of a slot. */
	const written = (state: Parameters<Price>[0], isWarm: boolean, [before, now, value]: readonly bigint[]): bigint => {
		if (now === value) return isWarm ? warm : noop
		if (before === now) {
			if (before === 0n) return init
			if (value === 0n) state.gasRefund += clearRefund
			return clean
		}
		if (before !== 0n) {
			if (now === 0n) subRefund(state, clearRefund)
			else if (value === 0n) state.gasRefund += clearRefund
		}
		if (before === value) state.gasRefund += before === 0n ? initRefund : cleanRefund
		return dirty
	}
	return {
		price: (state, gas) => {
			const [key, value] = state.stack.peek(2) as [bigint, bigint]
			const slot = slotAt(key)
			const { address } = state.env
			const accounts = bridge.state
			const account = accounts.find(address.bytes)
			const now = account === undefined ? 0n : numberOfBytes(accounts.slot(account, slot))
			const before = account === undefined ? 0n : numberOfBytes(accounts.committedSlot(account, slot))
			if (state.gasLeft <= sentry) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
			const isWarm = isLimited && journal.isWarmedSlot(address.bytes, slot.hex)
			const price = gas + written(state, isWarm, [before, now, value])
			if (isWarm) return price
			journal.addWarmedSlot(address.bytes, slot.hex)
			return price + coldSlot
		},
		run: ({ stack, env }) => {
			if (env.isStatic) throw new EVMError(EVMError.errorMessages.STATIC_STATE_CHANGE)
			const [key, value] = stack.popN(2) as [bigint, bigint]
			const { state } = bridge
			state.setSlot(state.findOrMake(env.address.bytes), slotAt(key), wordBytes(value))
		},
	}
}

/** Of what was used before, of an account's first use, and of a slot's (EIP-2929); zeros before that. */
export function accessPrices(common: EVM['common']): readonly [warm: bigint, coldAccount: bigint, coldSlot: bigint] {
	if (!common.isActivatedEIP(2929)) return [0n, 0n, 0n]
	return [common.param('warmstoragereadGas'), common.param('coldaccountaccessGas'), common.param('coldsloadGas')]
}
