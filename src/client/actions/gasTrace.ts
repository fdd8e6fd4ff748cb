import { UserError } from '../../errors/UserError.ts'
import type { ClientContext } from '../ClientContext.ts'
import { isMethodNotFound, type RpcError } from '../rpc/RpcError.ts'

/** An operation that used gas. */
export interface GasOperation {
	/** Name: `read`, `write`, `look up`, `delete` or `iterate` for a store, otherwise the framework's name. */
	readonly name: string
	/** The store it used; empty if none. */
	readonly store: string
	/** Number of times. */
	readonly times: number
	/** Length of the values read or written. */
	readonly bytes: number
	readonly gas: bigint
}

/** A step of a transaction: an ante step or a message. */
export interface GasPhase {
	/** `DeductFee`, `message 0 /chain.greet.v1beta1.MsgCreateGreet`. */
	readonly name: string
	readonly gas: bigint
	readonly operations: readonly GasOperation[]
}

/** Gas use of a transaction: the phases add up to the gas used, and the operations of a phase to the phase. */
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
 * Gas use of a transaction in a block by operation, from a node that runs the block again.
 * @throws {UserError} if the node does not offer that.
 * @throws {RpcError} if it refuses.
 */
export async function getGasTrace(
	{ connection }: Pick<ClientContext, 'connection'>,
	hash: string,
): Promise<GasBreakdown> {
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

/** The operation of a charge; `flat` charges occur once per operation. */
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
