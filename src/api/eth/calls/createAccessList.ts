import type { InterpreterStep } from '@ethereumjs/evm'
import { sharedLimit } from '../../../modules/evm/applyMessage.ts'
import { type AccessEntry, createAddress } from '../../../modules/evm/tx/EthTx.ts'

import type { EvmObserver } from '../../../modules/evm/vm/runEvm.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'
import type { EvmView } from '../state/EvmReader.ts'
import type { CallArgs } from './CallArgs.ts'
import { type CallOptions, runCall } from './runCall.ts'

/** Most rounds until the list stops growing. */
const maxRounds = 10

/** Instructions that access an address, with its depth on the stack. */
const addressPlace: Readonly<Record<string, number>> = {
	EXTCODECOPY: 0,
	EXTCODEHASH: 0,
	EXTCODESIZE: 0,
	BALANCE: 0,
	SELFDESTRUCT: 0,
	CALL: 1,
	CALLCODE: 1,
	DELEGATECALL: 1,
	STATICCALL: 1,
}

/**
 * The addresses and slots that a call accesses, and its gas with that list (go-ethereum v1.16 internal/ethapi
 * AccessList). Sender, receiver and precompiles are always warm and are listed only with slots.
 */
export async function createAccessList(
	view: EvmView,
	args: CallArgs,
	{ state, asker }: Pick<CallOptions, 'state' | 'asker'>,
): Promise<EthJson> {
	const from = args.from ?? new Uint8Array(20)
	const to = args.to ?? createAddress(from, args.nonce ?? view.nonce(from))
	const excluded = new Set([hexBytes(from), hexBytes(to)])
	let list = new Map<string, Set<string>>()
	for (const { address, storageKeys } of args.accessList ?? [])
		list.set(hexBytes(address), new Set(storageKeys.map(hexBytes)))
	const limit = sharedLimit()
	for (let round = 0; ; round++) {
		const touched = new Map([...list].map(([address, slots]) => [address, new Set(slots)]))
		const outcome = await runCall(
			view,
			{ ...args, accessList: entriesOf(list) },
			{ state, fixedPrecompiles: true, asker, limit: limit(), observer: observerOf(touched, excluded) },
		)
		const grew = sizeOf(touched) > sizeOf(list)
		list = touched
		if (!grew || round >= maxRounds) {
			return {
				accessList: [...list].map(([address, slots]) => ({ address, storageKeys: [...slots] })),
				gasUsed: quantity(outcome.gasUsed),
				...(outcome.vmError === '' ? {} : { error: outcome.vmError }),
			}
		}
	}
}

function observerOf(touched: Map<string, Set<string>>, excluded: ReadonlySet<string>): EvmObserver {
	return (evm) => {
		const precompiles = evm.precompiles
		const listener = ({ opcode, stack, address }: InterpreterStep): void => {
			const top = (at: number): bigint | undefined => stack[stack.length - 1 - at]
			if (opcode.name === 'SLOAD' || opcode.name === 'SSTORE') {
				const slot = top(0)
				if (slot === undefined) return
				const owner = address.toString().toLowerCase()
				const slots = touched.get(owner) ?? new Set()
				touched.set(owner, slots.add(`0x${slot.toString(16).padStart(64, '0')}`))
				return
			}
			const place = addressPlace[opcode.name]
			const value = place === undefined ? undefined : top(place)
			if (value === undefined) return
			const other = `0x${BigInt.asUintN(160, value).toString(16).padStart(40, '0')}`
			if (!excluded.has(other) && !precompiles.has(other.slice(2)) && !touched.has(other)) touched.set(other, new Set())
		}
		evm.events.on('step', listener)
		return () => evm.events.off('step', listener)
	}
}

function entriesOf(list: ReadonlyMap<string, ReadonlySet<string>>): readonly AccessEntry[] {
	return [...list].map(([address, slots]) => ({
		address: new Uint8Array(Buffer.from(address.slice(2), 'hex')),
		storageKeys: [...slots].map((slot) => new Uint8Array(Buffer.from(slot.slice(2), 'hex'))),
	}))
}

function sizeOf(list: ReadonlyMap<string, ReadonlySet<string>>): number {
	return [...list.values()].reduce((sum, slots) => sum + 1 + slots.size, 0)
}

/** The slots of its receiver that a call accesses. */
export async function accessedSlots(
	view: EvmView,
	args: CallArgs & { readonly to: Uint8Array },
): Promise<readonly Uint8Array[]> {
	const touched = new Map<string, Set<string>>()
	await runCall(view, args, { observer: observerOf(touched, new Set()) })
	return entriesOf(touched).find(({ address }) => equalBytes(address, args.to))?.storageKeys ?? []
}
