import { type EVM, EVMError, Message } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { smaller } from '../../../../util/order.ts'
import { delegatedTo } from '../../tx/authorizations.ts'
import type { AccessJournal } from '../AccessJournal.ts'
import type { StateBridge } from '../StateBridge.ts'
import { addressOfWord } from '../wordBytes.ts'
import type { RunState } from './codeFrame.ts'
import { callFrom } from './frameCalls.ts'
import { memoryPrice, replaceInstruction } from './quickInstructions.ts'
import { accessPrices } from './stateInstructions.ts'

/** Instructions that call, and where the memory they name begins on the stack. */
const calls = [
	{ code: 0xf1, kind: 'call', items: 7 },
	{ code: 0xf2, kind: 'callcode', items: 7 },
	{ code: 0xf4, kind: 'delegatecall', items: 6 },
	{ code: 0xfa, kind: 'staticcall', items: 6 },
] as const

type Kind = (typeof calls)[number]['kind']

/** A message that shows whether it was a STATICCALL or a CALL below one. */
export type CallMessage = Message & { isStaticCall?: boolean }

/**
 * Replaces CALL, CALLCODE, DELEGATECALL and STATICCALL, for whose 100 gas the library waits for a dozen promises and turns the
 * address to bytes twice by way of hex texts. Prices, results and failures are the same
 * (`test/unit/modules/evm/vm/instructions/codeFrame.test.ts`).
 */
export function quickenCalls(
	opcodes: EVM['_opcodeMap'],
	parts: { readonly common: EVM['common']; readonly bridge: StateBridge; readonly journal: AccessJournal },
): void {
	for (const { code, kind, items } of calls) {
		const price = pricing(kind, items, parts)
		const stipend = items === 7 ? parts.common.param('callStipendGas') : 0n
		replaceInstruction(opcodes, code, { price, run: (state) => run(state, kind, items, stipend) })
	}
}

function pricing(kind: Kind, items: number, { common, bridge, journal }: Parameters<typeof quickenCalls>[1]) {
	const paysValue = items === 7
	const [warm, cold] = accessPrices(common)
	const [valuePrice, accountPrice] = [common.param('callValueTransferGas'), common.param('callNewAccountGas')]
	const keepsPart = common.gteHardfork('tangerineWhistle')
	const isLean = common.gteHardfork('spuriousDragon')
	const delegates = common.isActivatedEIP(7702)
	/** The price of an address, which is warm from then on. */
	const access = (address: Uint8Array): bigint => {
		if (journal.isWarmedAddress(address)) return warm
		journal.addWarmedAddress(address)
		return cold
	}
	return (state: RunState, fixed: bigint): bigint => {
		const operands = state.stack.peek(items)
		const value = paysValue ? operands[2]! : 0n
		const bytes = addressOfWord(operands[1]!)
		let gas = fixed + memoryPrice(state, operands[items - 4]!, operands[items - 3]!)
		gas += memoryPrice(state, operands[items - 2]!, operands[items - 1]!)
		gas += access(bytes)
		if (value !== 0n) gas += valuePrice
		if (kind === 'call' && (value !== 0n || !isLean)) {
			const account = bridge.state.find(bytes)
			if (account === undefined || (isLean && account.isEmpty)) gas += accountPrice
		}
		if (delegates) {
			const account = bridge.state.find(bytes)
			const heir = account === undefined ? undefined : delegatedTo(bridge.state.codeOf(account))
			if (heir !== undefined) gas += access(heir)
		}
		const left = state.gasLeft - gas
		const most = keepsPart ? left - left / 64n : operands[0]!
		const handedOn = smaller(operands[0]!, most)
		if (handedOn > left) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
		state.messageGasLimit = handedOn
		return gas
	}
}

function run(state: RunState, kind: Kind, items: number, stipend: bigint): void | Promise<void> {
	const { stack, memory, env } = state
	const operands = stack.popN(items)
	const named = new Address(addressOfWord(operands[1]!))
	const [inOffset, inLength, outOffset, outLength] = operands.slice(items - 4) as [bigint, bigint, bigint, bigint]
	const value = items === 7 ? operands[2]! : kind === 'delegatecall' ? env.callValue : 0n
	let gasLimit = state.messageGasLimit!
	state.messageGasLimit = undefined as never
	if (value !== 0n) {
		state.gasLeft += stipend
		gasLimit += stipend
	}
	const isOwn = kind === 'callcode' || kind === 'delegatecall'
	const message: CallMessage = new Message({
		caller: kind === 'delegatecall' ? env.caller : env.address,
		gasLimit,
		to: isOwn ? env.address : named,
		codeAddress: (isOwn ? named : undefined)!,
		value,
		data: memory.read(Number(inOffset), Number(inLength), true),
		isStatic: kind === 'staticcall' || env.isStatic,
		delegatecall: kind === 'delegatecall',
		depth: env.depth + 1,
		blobVersionedHashes: env.blobVersionedHashes,
	})
	if (kind === 'staticcall') message.isStaticCall = true
	const end = (result: bigint): void => {
		const { returnBytes } = state
		const length = Math.min(Number(outLength), returnBytes.length)
		memory.write(Number(outOffset), length, returnBytes.subarray(0, length))
		stack.push(result)
	}
	const result = callFrom(state, message)
	return typeof result === 'bigint' ? end(result) : result.then(end)
}
