import { goInterfaces } from '../../codec/registry/goInterfaces.ts'
import { standardTypes } from '../../codec/registry/standardTypes.ts'

/**
 * The interfaces of Any values and their registered types (framework: codec/types InterfaceRegistry after
 * std.RegisterInterfaces and the modules' RegisterInterfaces). Type names have no leading slash.
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
