import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { BugError } from '../../../errors/UserError.ts'
import { Scheduler } from '../../../util/schedule/Scheduler.ts'
import type { EthDialectName } from './Bound.ts'
import { EthFault, ethCodes } from './EthFault.ts'
import { callMethod, type EthCall, type EthJson, type EthMethod, isLong } from './EthMethod.ts'

type Runner = (params: JsonNode | undefined, call: EthCall) => EthJson | Promise<EthJson>

/** Methods by name, with what they need. */
export class EthMethodSet {
	readonly #calls = new Map<string, Runner>()
	readonly #methods = new Map<string, EthMethod<never>>()

	/** @param scheduler of the node that runs them @throws {BugError} if two methods have one name */
	static of<Context>(
		methods: readonly EthMethod<Context>[],
		context: Context,
		scheduler = new Scheduler(),
	): EthMethodSet {
		return EthMethodSet.#made(methods, (method) => (params, call) => {
			const pause = isLong(method.cost) ? scheduler.steps(call.asker?.caller) : atOnce
			return callMethod(method, params, context, { ...call, pause })
		})
	}

	/**
	 * Methods that another node runs. Here a call is read, and what it names is found, only for a caller who may not ask for every
	 * height.
	 *
	 * @param forward runs a method with its parameters as JSON
	 */
	static forwarding<Context>(
		methods: readonly EthMethod<Context>[],
		context: Context,
		forward: (method: string, params: string) => Promise<EthJson>,
	): EthMethodSet {
		return EthMethodSet.#made(methods, (method, name) => (params, call) => {
			const { window } = call
			const ask = () => forward(name, params?.raw ?? '[]')
			if (window === undefined) return ask()
			const run = async () => (method.clip === undefined ? ask() : method.clip(await ask(), await window.range()))
			return callMethod({ ...method, run }, params, context, { ...call, pause: atOnce })
		})
	}

	static #made<Context>(
		methods: readonly EthMethod<Context>[],
		runnerOf: (method: EthMethod<Context>, name: string) => Runner,
	): EthMethodSet {
		const set = new EthMethodSet()
		for (const method of methods) {
			for (const name of [method.name, ...(method.aliases ?? [])]) {
				if (set.#methods.has(name)) throw new BugError(`two methods are called ${name}`)
				set.#methods.set(name, method)
				set.#calls.set(name, runnerOf(method, name))
			}
		}
		return set
	}

	/** The methods by name, other names included. */
	get methods(): ReadonlyMap<string, EthMethod<never>> {
		return this.#methods
	}

	/** Calls a method, at once if it needs nothing else. @throws {EthFault} if unknown or refused, or any error */
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
