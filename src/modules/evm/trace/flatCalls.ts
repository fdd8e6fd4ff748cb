import type { Json } from '../../../app/AppModule.ts'
import { toHex } from '../../../util/bytes.ts'
import type { CallCost } from './callTree.ts'
import { hexOf, type TraceFrame } from './TraceRecorder.ts'

/** Where the traced message is; undefined for one that is in no block. */
export interface TracePlace {
	/** 32 bytes. */
	readonly blockHash: Uint8Array
	readonly blockNumber: number
	/** 32 bytes. */
	readonly txHash: Uint8Array
	/** Index of the transaction in its block. */
	readonly position: number
}

/** How calls are listed. */
export interface FlatOptions {
	readonly cost: CallCost
	readonly place: TracePlace | undefined
	/** Whether errors have the words of OpenEthereum. */
	readonly parityErrors: boolean
	/** Hex of the addresses of precompiled contracts, whose calls are left out; undefined keeps them. */
	readonly leftOut: ReadonlyMap<string, unknown> | undefined
}

/** A call and all below it as a list, each with its place in the tree (go-ethereum v1.16 eth/tracers/native/call_flat.go). */
export function flatCalls(root: TraceFrame, options: FlatOptions): Json[] {
	const { gas, gasUsed } = options.cost
	const list: Json[] = []
	const add = (frame: TraceFrame, traceAddress: readonly number[], carried: bigint | undefined): void => {
		const value = frame.type === 'DELEGATECALL' ? carried : frame.value
		const calls = frame.calls.filter((call) => !isLeftOut(call, options))
		const { error, ...told } = { error: frame.error, ...described({ ...frame, value }) }
		const isLost = error !== '' && error !== reverted
		list.push({
			...told,
			...(isLost ? { result: null } : {}),
			...(error === '' ? {} : { error: options.parityErrors ? parityError(error) : error }),
			subtraces: calls.length,
			traceAddress: [...traceAddress],
			...placeJson(options.place),
		})
		for (const [at, call] of calls.entries()) add(call, [...traceAddress, at], value)
	}
	add({ ...root, gas, gasUsed }, [], undefined)
	return list
}

const reverted = 'execution reverted'

/** A precompiled contract that is called by DELEGATECALL or CALLCODE stays. */
function isLeftOut({ to, type }: TraceFrame, { leftOut }: FlatOptions): boolean {
	return leftOut !== undefined && (type === 'CALL' || type === 'STATICCALL') && leftOut.has(toHex(to!))
}

function described(frame: TraceFrame): { readonly type: string; readonly action: Json; readonly result: Json } {
	const { from, to, input, output } = frame
	const [value, gas, gasUsed] = [frame.value ?? 0n, frame.gas, frame.gasUsed].map((one) => `0x${one.toString(16)}`)
	const type = frame.type.toLowerCase()
	if (type === 'selfdestruct') {
		const action = { address: hexOf(from), balance: value!, refundAddress: to === undefined ? null : hexOf(to) }
		return { type: 'suicide', action, result: null }
	}
	if (type.startsWith('create')) {
		const action = { creationMethod: type, from: hexOf(from), gas: gas!, init: hexOf(input), value: value! }
		const result = { ...(to === undefined ? {} : { address: hexOf(to) }), code: hexOf(output), gasUsed: gasUsed! }
		return { type: 'create', action, result }
	}
	return {
		type: 'call',
		action: {
			callType: type,
			from: hexOf(from),
			gas: gas!,
			input: hexOf(input),
			to: to === undefined ? null : hexOf(to),
			value: value!,
		},
		result: { gasUsed: gasUsed!, output: hexOf(output) },
	}
}

function placeJson(place: TracePlace | undefined): { readonly [member: string]: Json } {
	return {
		blockHash: place === undefined ? null : hexOf(place.blockHash),
		blockNumber: place?.blockNumber ?? 0,
		transactionHash: place === undefined ? null : hexOf(place.txHash),
		transactionPosition: place?.position ?? 0,
	}
}

const parityErrors: Readonly<Record<string, string>> = {
	'contract creation code storage out of gas': 'Out of gas',
	'out of gas': 'Out of gas',
	'gas uint64 overflow': 'Out of gas',
	'max code size exceeded': 'Out of gas',
	'invalid jump destination': 'Bad jump destination',
	'execution reverted': 'Reverted',
	'return data out of bounds': 'Out of bounds',
	'stack limit reached 1024 (1023)': 'Out of stack',
	'invalid input length': 'Built-in failed',
}

function parityError(error: string): string {
	if (error.startsWith('invalid opcode:')) return 'Bad instruction'
	return error.startsWith('stack underflow') ? 'Stack underflow' : (parityErrors[error] ?? error)
}
