import { create } from '@bufbuild/protobuf'
import { defineQueries, type QueryService } from '../../app/AppModule.ts'
import { goInterfaces } from '../../codec/registry/goInterfaces.ts'
import { standardTypes } from '../../codec/registry/standardTypes.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import {
	ListAllInterfacesResponseSchema,
	ListImplementationsResponseSchema,
	ReflectionService,
} from '../../gen/cosmos/base/reflection/v1beta1/reflection_pb.js'

/**
 * `cosmos.base.reflection.v1beta1.ReflectionService`: the types allowed in an Any (framework:
 * client/grpc/reflection/reflection.go; the application mounts it itself).
 */
export function createInterfaceService(): QueryService {
	return defineQueries(ReflectionService, {
		listAllInterfaces: () =>
			create(ListAllInterfacesResponseSchema, { interfaceNames: Object.keys(registeredInterfaces) }),
		listImplementations(_ctx, { interfaceName }) {
			if (interfaceName === '') throw new GrpcStatusError('InvalidArgument', 'invalid interface name')
			const types = Object.hasOwn(registeredInterfaces, interfaceName) ? registeredInterfaces[interfaceName]! : []
			return create(ListImplementationsResponseSchema, { implementationMessageNames: types.map((type) => `/${type}`) })
		},
	})
}

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
