import { create, type DescService, type Message } from '@bufbuild/protobuf'
import type { QueryService } from '../../app/AppModule.ts'
import {
	GetAuthnDescriptorResponseSchema,
	GetChainDescriptorResponseSchema,
	GetCodecDescriptorResponseSchema,
	GetConfigurationDescriptorResponseSchema,
	GetQueryServicesDescriptorResponseSchema,
	GetTxDescriptorResponseSchema,
	ReflectionService,
} from '../../gen/cosmos/base/reflection/v2alpha1/reflection_pb.js'
import { registeredInterfaces } from '../services/createInterfaceService.ts'

/** Description of the chain. */
export interface AppDescriptorOptions {
	readonly chainId: string
	/** bech32 prefix of accounts. */
	readonly prefix: string
	/** The services of the application. */
	readonly services: readonly QueryService[]
}

/** A service with one fixed reply per method. */
export interface ConstantService {
	readonly desc: DescService
	readonly replies: Readonly<Record<string, Message>>
}

/**
 * `cosmos.base.reflection.v2alpha1.ReflectionService`: sign modes, chain id, prefix, registered types, services and
 * messages (framework: server/grpc/reflection/v2alpha1). Only the gRPC server has it: ABCI queries do not reach it, and
 * it ignores the height header.
 */
export function createAppDescriptorService({ chainId, prefix, services }: AppDescriptorOptions): ConstantService {
	const authn = create(GetAuthnDescriptorResponseSchema, {
		authn: {
			signModes: [
				{ name: 'SIGN_MODE_DIRECT', number: 1 },
				{ name: 'SIGN_MODE_LEGACY_AMINO_JSON', number: 127 },
			],
		},
	})
	const chain = create(GetChainDescriptorResponseSchema, { chain: { id: chainId } })
	const interfaces = Object.entries(registeredInterfaces).map(([fullname, types]) => ({
		fullname,
		interfaceImplementers: types.map((type) => ({ fullname: type, typeUrl: `/${type}` })),
	}))
	const codec = create(GetCodecDescriptorResponseSchema, { codec: { interfaces } })
	const config = create(GetConfigurationDescriptorResponseSchema, { config: { bech32AccountAddressPrefix: prefix } })
	const queryServices = services.map(({ desc, handlers }) => ({
		fullname: desc.typeName,
		methods: Object.keys(handlers).map((name) => ({ name, fullQueryPath: `/${desc.typeName}/${name}` })),
	}))
	const queries = create(GetQueryServicesDescriptorResponseSchema, { queries: { queryServices } })
	const msgs = registeredInterfaces['cosmos.base.v1beta1.Msg']!.map((type) => ({ msgTypeUrl: `/${type}` }))
	const tx = create(GetTxDescriptorResponseSchema, { tx: { fullname: 'cosmos.tx.v1beta1.Tx', msgs } })
	return {
		desc: ReflectionService,
		replies: {
			GetAuthnDescriptor: authn,
			GetChainDescriptor: chain,
			GetCodecDescriptor: codec,
			GetConfigurationDescriptor: config,
			GetQueryServicesDescriptor: queries,
			GetTxDescriptor: tx,
		},
	}
}
