import { goInterfaces } from '../../codec/registry/goInterfaces.ts'
import { standardTypes } from '../../codec/registry/standardTypes.ts'

/**
 * The interfaces an Any may stand for, with the types registered for each (framework: codec/types InterfaceRegistry after
 * std.RegisterInterfaces and the modules' RegisterInterfaces). Type names without the leading slash.
 */
export const registeredInterfaces: Readonly<Record<string, readonly string[]>> = {
	...Object.fromEntries(
		standardTypes
			.filter(([name]) => goInterfaces[name].listed)
			.map(([name, schemas]) => [goInterfaces[name].name, schemas.map(({ typeName }) => typeName)]),
	),
	// Listed by the bank module, though no message of this release holds one.
	'cosmos.bank.v1beta1.SupplyI': ['cosmos.bank.v1beta1.Supply'],
}
