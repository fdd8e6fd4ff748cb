import { create, type Message } from '@bufbuild/protobuf'
import type { QueryService } from '../../app/AppModule.ts'
import type { Context } from '../../app/Context.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import {
	ListAllInterfacesResponseSchema,
	type ListImplementationsRequest,
	ListImplementationsResponseSchema,
	ReflectionService,
} from '../../gen/cosmos/base/reflection/v1beta1/reflection_pb.js'
import { registeredInterfaces } from './registeredInterfaces.ts'

/**
 * `cosmos.base.reflection.v1beta1.ReflectionService`: the types allowed in an Any (framework:
 * client/grpc/reflection/reflection.go; the application mounts it itself).
 */
export function createInterfaceService(): QueryService {
	const listAllInterfaces = () =>
		create(ListAllInterfacesResponseSchema, { interfaceNames: Object.keys(registeredInterfaces) })
	const listImplementations = (_ctx: Context, request: Message) => {
		const { interfaceName } = request as ListImplementationsRequest
		if (interfaceName === '') throw new GrpcStatusError('InvalidArgument', 'invalid interface name')
		const types = Object.hasOwn(registeredInterfaces, interfaceName) ? registeredInterfaces[interfaceName]! : []
		return create(ListImplementationsResponseSchema, { implementationMessageNames: types.map((type) => `/${type}`) })
	}
	return {
		desc: ReflectionService,
		handlers: { ListAllInterfaces: listAllInterfaces, ListImplementations: listImplementations },
	}
}
