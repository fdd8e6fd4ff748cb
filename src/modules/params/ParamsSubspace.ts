import type { Context } from '../../app/Context.ts'
import type { Subspace } from '../../app/expectedKeepers.ts'
import { PanicError } from '../../errors/ChainError.ts'
import { transientGasConfig } from '../../store/layers/gasKv.ts'
import { fromUtf8, utf8 } from '../../util/bytes.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'

/** Name of the store that holds all parameters. */
export const paramsStoreKey = 'params'

/**
 * A module's parameters in the params store: amino JSON under `<name>/<key>`. Source: cosmos-sdk v0.44.5
 * x/params/types/subspace.go. The framework also marks a changed key in a transient store that nothing here reads; only
 * the gas of that write remains.
 */
export class ParamsSubspace implements Subspace {
	readonly name: string
	readonly #keys = new Map<string, Uint8Array>()
	readonly #texts = new WeakMap<Uint8Array, string>()

	constructor(name: string) {
		this.name = name
	}

	get(ctx: Context, key: string): string {
		const json = this.getIfExists(ctx, key)
		if (json === undefined) throw new PanicError('UnmarshalJSON cannot decode empty bytes')
		return json
	}

	getIfExists(ctx: Context, key: string): string | undefined {
		const bytes = ctx.kvStore(paramsStoreKey).get(this.#key(key))
		if (bytes === undefined) return undefined
		return getOrInsert(this.#texts, bytes, fromUtf8)
	}

	set(ctx: Context, key: string, json: string): void {
		ctx.kvStore(paramsStoreKey).set(this.#key(key), utf8(json))
		ctx.gasMeter.consume(transientGasConfig.writeFlat, 'WriteFlat')
	}

	has(ctx: Context, key: string): boolean {
		return ctx.kvStore(paramsStoreKey).has(this.#key(key))
	}

	#key(key: string): Uint8Array {
		return getOrInsert(this.#keys, key, () => utf8(`${this.name}/${key}`))
	}
}
