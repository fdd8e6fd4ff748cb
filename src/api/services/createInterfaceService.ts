import { create } from '@bufbuild/protobuf'
import { defineQueries, type QueryService } from '../../app/AppModule.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import {
	ListAllInterfacesResponseSchema,
	ListImplementationsResponseSchema,
	ReflectionService,
} from '../../gen/cosmos/base/reflection/v1beta1/reflection_pb.js'
import { registeredInterfaces } from './registeredInterfaces.ts'

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
