import { BugError } from '../../../errors/UserError.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import type { Bound } from '../rpc/Bound.ts'
import type { EthJson, EthMethod, EthParam, ValuesOf } from '../rpc/EthMethod.ts'
import { leftOut } from '../rpc/EthMethod.ts'
import type { EthPowers } from './EthPowers.ts'

/** A method that changes a developer's chain from outside. */
interface PowerDefinition<Params extends readonly EthParam<EthContext>[]> {
	readonly name: string
	/** Other names of the same method. */
	readonly aliases?: readonly string[]
	readonly bounds?: readonly Bound[]
	readonly params: Params
	/** As in `EthMethodDefinition`. */
	readonly differs?: string
	readonly refuses?: string
	run(values: ValuesOf<Params>, powers: EthPowers, context: EthContext): EthJson | Promise<EthJson>
}

/** Defines a method for programs of the machine of a developer's chain. */
export function definePower<const Params extends readonly EthParam<EthContext>[]>({
	run,
	...definition
}: PowerDefinition<Params>): EthMethod<EthContext> {
	return defineEthMethod({
		...definition,
		cost: 'write',
		access: 'powers',
		endpoint: leftOut.powers,
		run: (values: ValuesOf<Params>, context: EthContext) => {
			const { powers } = context
			if (powers === undefined) throw new BugError(`${definition.name} is called on a chain without powers`)
			return run(values, powers, context)
		},
	})
}
