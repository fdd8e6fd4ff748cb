import { UserError } from '../../errors/UserError.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { isMethodNotFound, type RpcError } from '../rpc/RpcError.ts'

/** One thing a step spent gas on. */
export interface GasOperation {
	/** What was done: `read`, `write`, `look up`, `delete` or `iterate` for a store, else the framework's own word for it. */
	readonly name: string
	/** The store it was done to; empty where it was none. */
	readonly store: string
	/** How often. */
	readonly times: number
	/** Length of the values that were read or written. */
	readonly bytes: number
	readonly gas: bigint
}

/** One step of a transaction: of the ante chain, or a message. */
export interface GasPhase {
	/** `DeductFee`, `message 0 /chain.greet.v1beta1.MsgCreateGreet`. */
	readonly name: string
	readonly gas: bigint
	readonly operations: readonly GasOperation[]
}

/** Where the gas of a transaction went: the phases add up to the gas used, and their operations to the phases. */
export interface GasBreakdown {
	/** Upper-case hex. */
	readonly hash: string
	readonly height: number
	readonly index: number
	readonly gasWanted: bigint
	readonly gasUsed: bigint
	readonly phases: readonly GasPhase[]
}

/**
 * Where the gas of a transaction in a block went, told by a node that runs the block again.
 *
 * Throws UserError when the node does not offer that, and RpcError when it refuses.
 */
export async function readGasTrace(connection: RpcConnection, hash: string): Promise<GasBreakdown> {
	const reply = await connection.call('chain_traceGas', { hash }).catch((error: unknown) => {
		throw isMethodNotFound(error) ? notOffered(error) : error
	})
	const phases = new Map<string, GasOperation[]>()
	for (const { phase, store, descriptor, times, bytes, amount } of reply.charges) {
		const operations = phases.get(phase) ?? []
		phases.set(phase, operations)
		const { name, flat } = operationOf(store, descriptor)
		const at = operations.findIndex((operation) => operation.name === name && operation.store === store)
		const known = operations[at] ?? { name, store, times: 0, bytes: 0, gas: 0n }
		const sum = {
			...known,
			times: known.times + (flat ? times : 0),
			bytes: known.bytes + bytes,
			gas: known.gas + BigInt(amount),
		}
		operations.splice(at < 0 ? operations.length : at, 1, sum)
	}
	return {
		hash: reply.hash,
		height: reply.height,
		index: reply.index,
		gasWanted: BigInt(reply.gas_wanted),
		gasUsed: BigInt(reply.gas_used),
		phases: [...phases].map(([name, operations]) => ({
			name,
			gas: operations.reduce((sum, { gas }) => sum + gas, 0n),
			operations,
		})),
	}
}

function notOffered(cause: RpcError): UserError {
	return new UserError('This node does not tell where gas went.', {
		why: 'It runs another program, whose JSON-RPC has no chain_traceGas.',
		next: 'Ask a node of chain-tui that has the block.',
		cause,
	})
}

/** The operation a charge belongs to; `flat` charges come once per operation. */
function operationOf(store: string, descriptor: string): { readonly name: string; readonly flat: boolean } {
	const known = store === '' ? undefined : operations[descriptor]
	return known === undefined ? { name: descriptor, flat: true } : { name: known[0], flat: known[1] }
}

const operations: Readonly<Record<string, readonly [name: string, flat: boolean]>> = {
	ReadFlat: ['read', true],
	ReadPerByte: ['read', false],
	WriteFlat: ['write', true],
	WritePerByte: ['write', false],
	Has: ['look up', true],
	Delete: ['delete', true],
	IterNextFlat: ['iterate', true],
	ValuePerByte: ['iterate', false],
}
