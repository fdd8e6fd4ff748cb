import { BugError } from '../../errors/UserError.ts'
import { ParamsSubspace } from './ParamsSubspace.ts'

/** Hands out the subspaces of the params store, each once (framework: x/params/keeper). */
export class ParamsKeeper {
	readonly #spaces = new Map<string, ParamsSubspace>()

	/** Makes the subspace of a module. @throws {BugError} for a name already taken. */
	subspace(name: string): ParamsSubspace {
		if (this.#spaces.has(name)) throw new BugError(`the parameter subspace ${name} is already occupied`)
		const space = new ParamsSubspace(name)
		this.#spaces.set(name, space)
		return space
	}

	/** A subspace that exists. */
	getSubspace(name: string): ParamsSubspace | undefined {
		return this.#spaces.get(name)
	}
}
