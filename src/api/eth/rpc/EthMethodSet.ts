import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { BugError } from '../../../errors/UserError.ts'
import { Scheduler } from '../../../util/schedule/Scheduler.ts'
import type { EthDialectName } from './Bound.ts'
import { EthFault, ethCodes } from './EthFault.ts'
import { callMethod, type EthCall, type EthJson, type EthMethod, isLong } from './EthMethod.ts'

/** Methods by name, with what they need. */
export class EthMethodSet {
	readonly #calls = new Map<string, (params: JsonNode | undefined, call: EthCall) => EthJson | Promise<EthJson>>()
	readonly #methods = new Map<string, EthMethod<never>>()

	/** @param scheduler of the node that runs them @throws {BugError} if two methods have one name */
	static of<Context>(
		methods: readonly EthMethod<Context>[],
		context: Context,
		scheduler = new Scheduler(),
	): EthMethodSet {
		const set = new EthMethodSet()
		for (const method of methods) {
			for (const name of [method.name, ...(method.aliases ?? [])]) {
				if (set.#methods.has(name)) throw new BugError(`two methods are called ${name}`)
				set.#methods.set(name, method)
				set.#calls.set(name, (params, call) => {
					const pause = isLong(method.cost) ? scheduler.steps(call.asker?.caller) : atOnce
					return callMethod(method, params, context, { ...call, pause })
				})
			}
		}
		return set
	}

	/** The methods by name, other names included. */
	get methods(): ReadonlyMap<string, EthMethod<never>> {
		return this.#methods
	}

	/**
	 * Calls a method; synchronously if it needs nothing else.
	 *
	 * @throws {EthFault} if the method is unknown or refuses, or any error, or the promise rejects with it.
	 */
	call(name: string, params: JsonNode | undefined, call: EthCall): EthJson | Promise<EthJson> {
		const run = this.#calls.get(name)
		if (run === undefined) throw unknownMethod(name)
		return run(params, call)
	}
}

const atOnce = (): undefined => undefined

/** The methods that a dialect has. */
export function methodsOf<Context>(
	methods: readonly EthMethod<Context>[],
	dialect: EthDialectName,
): readonly EthMethod<Context>[] {
	return methods.filter(({ dialects }) => dialects === undefined || dialects.includes(dialect))
}

/** The methods that private endpoints serve. */
export function endpointMethods<Context>(methods: readonly EthMethod<Context>[]): readonly EthMethod<Context>[] {
	return methods.filter(({ endpoint, access }) => endpoint === 'serve' && access !== 'powers')
}

/** The refusal of a method that does not exist. */
export function unknownMethod(name: string): EthFault {
	return new EthFault(`the method ${name} does not exist/is not available`, ethCodes.methodNotFound)
}

/** The fault that a failure of the chain or a method becomes; undefined for a fault of this program. */
export function knownFault(fault: unknown): EthFault | undefined {
	if (fault instanceof EthFault) return fault
	return fault instanceof ChainError ? new EthFault(fault.message) : undefined
}
