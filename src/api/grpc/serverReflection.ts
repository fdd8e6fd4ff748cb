import {
	create,
	createFileRegistry,
	type DescMessage,
	type FileRegistry,
	fromBinary,
	type Message,
	type MessageInitShape,
	toBinary,
} from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import type { handleBidiStreamingCall, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js'
import { BugError } from '../../errors/BugError.ts'
import { grpcCodes } from '../../errors/GrpcStatusError.ts'
import { evmFiles, servedFiles } from '../services/descriptors.ts'
import { FileIndex } from './FileIndex.ts'
import { withReflectionV1 } from './reflectionFiles.ts'

/** `grpc.reflection.*.ServerReflectionRequest`, whose descriptor is known only at run time. */
interface ReflectionRequest {
	readonly host: string
	readonly messageRequest:
		| { readonly case: 'fileByFilename' | 'fileContainingSymbol' | 'allExtensionNumbersOfType'; readonly value: string }
		| { readonly case: 'listServices'; readonly value: string }
		| {
				readonly case: 'fileContainingExtension'
				readonly value: { readonly containingType: string; readonly extensionNumber: number }
		  }
		| { readonly case: undefined; readonly value?: undefined }
}

type ReflectionHandler = handleBidiStreamingCall<ReflectionRequest & Message, Message>

/** A service as grpc-js mounts it. */
export interface MountedService {
	readonly definition: ServiceDefinition
	readonly implementation: UntypedServiceImplementation
}

/**
 * gRPC server reflection, v1alpha and v1, over the framework's own descriptors, including custom options, with the
 * replies and errors of the framework's server (server/grpc/gogoreflection/serverreflection.go). The npm package would
 * drop the options, merge the files of a package and read its proto file from disk.
 *
 * @param services Full names of the services to list, without the reflection services.
 */
export function createServerReflection(services: readonly string[]): readonly MountedService[] {
	const names = [...services, ...reflection].sort()
	// Reading all descriptors takes longer than the rest of a node's start, and few clients use reflection.
	let known: { readonly registry: FileRegistry; readonly index: FileIndex } | undefined
	const described = () => {
		if (known === undefined) {
			const hasEvm = services.some((name) => name.startsWith('ethermint.'))
			const files = withReflectionV1([...servedFiles(), ...(hasEvm ? evmFiles() : [])])
			const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...files] }))
			known = { registry, index: new FileIndex(files, names) }
		}
		return known
	}
	return reflection.map((name) => {
		const method = () => {
			const found = described().registry.getService(name)?.method.serverReflectionInfo
			if (found === undefined) throw new BugError(`no descriptor of ${name}`)
			return found
		}
		return {
			definition: {
				ServerReflectionInfo: {
					path: `/${name}/ServerReflectionInfo`,
					requestStream: true,
					responseStream: true,
					requestDeserialize: (bytes: Buffer) => fromBinary(method().input, bytes),
					requestSerialize: (message: Message) => Buffer.from(toBinary(method().input, message)),
					responseDeserialize: (bytes: Buffer) => fromBinary(method().output, bytes),
					responseSerialize: (message: Message) => Buffer.from(toBinary(method().output, message)),
				},
			},
			implementation: {
				ServerReflectionInfo: reflectionHandler(
					() => described().index,
					names,
					() => method().output,
				),
			},
		}
	})
}

const reflection = ['grpc.reflection.v1.ServerReflection', 'grpc.reflection.v1alpha.ServerReflection']

function reflectionHandler(
	index: () => FileIndex,
	services: readonly string[],
	output: () => DescMessage,
): ReflectionHandler {
	return (call) => {
		// Files that this stream has already sent.
		const sent = new Set<string>()
		call.on('data', (request: ReflectionRequest & Message) => {
			if (request.messageRequest.case === undefined) {
				call.emit('error', { code: grpcCodes.InvalidArgument, details: 'invalid MessageRequest: <nil>' })
				return
			}
			const response = {
				validHost: request.host,
				originalRequest: request,
				messageResponse: answer(index(), services, request, sent),
			}
			call.write(create(output(), response as unknown as MessageInitShape<DescMessage>))
		})
		call.on('end', () => call.end())
	}
}

function answer(index: FileIndex, services: readonly string[], request: ReflectionRequest, sent: Set<string>) {
	const { messageRequest } = request
	switch (messageRequest.case) {
		case 'fileByFilename':
			return filesReply(index, index.file(messageRequest.value), sent, `unknown file: ${messageRequest.value}`)
		case 'fileContainingSymbol': {
			const { value } = messageRequest
			return filesReply(index, index.fileOfSymbol(value), sent, `unknown symbol: ${value}`)
		}
		case 'fileContainingExtension': {
			const { containingType, extensionNumber } = messageRequest.value
			if (!index.hasMessage(containingType)) return errorReply(`unknown type: ${JSON.stringify(containingType)}`)
			const file = index.fileOfExtension(containingType, extensionNumber)
			return filesReply(
				index,
				file,
				sent,
				`failed to find registered extension for extension number ${extensionNumber}`,
			)
		}
		case 'allExtensionNumbersOfType': {
			const { value } = messageRequest
			if (!index.hasMessage(value)) return errorReply(`unknown type: ${JSON.stringify(value)}`)
			return {
				case: 'allExtensionNumbersResponse',
				value: { baseTypeName: value, extensionNumber: [...index.extensionNumbers(value)] },
			}
		}
		default:
			return { case: 'listServicesResponse', value: { service: services.map((name) => ({ name })) } }
	}
}

function filesReply(index: FileIndex, file: ReturnType<FileIndex['file']>, sent: Set<string>, missing: string) {
	if (file === undefined) return errorReply(missing)
	return {
		case: 'fileDescriptorResponse',
		value: { fileDescriptorProto: index.withImports(file, sent) },
	}
}

function errorReply(errorMessage: string) {
	return { case: 'errorResponse', value: { errorCode: grpcCodes.NotFound, errorMessage } }
}
