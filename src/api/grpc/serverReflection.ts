import {
	create,
	createFileRegistry,
	type DescMessage,
	type DescMethod,
	type FileRegistry,
	fromBinary,
	type Message,
	type MessageInitShape,
	toBinary,
} from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { BugError } from '../../errors/BugError.ts'
import { GrpcStatusError, grpcCodes } from '../../errors/GrpcStatusError.ts'
import { evmFiles, servedFiles } from '../services/descriptors.ts'
import { FileIndex } from './FileIndex.ts'
import type { IncomingCall, StreamHandler } from './GrpcMethod.ts'
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

/**
 * gRPC server reflection, v1alpha and v1, over the framework's own descriptors, including custom options, with the
 * replies and errors of the framework's server (server/grpc/gogoreflection/serverreflection.go). The npm package would
 * drop the options, merge the files of a package and read its proto file from disk.
 *
 * @param services Full names of the services to list, without the reflection services.
 * @returns The method `ServerReflectionInfo` of each reflection service, by the service's name.
 */
export function createServerReflection(
	services: readonly string[],
): ReadonlyMap<string, (call: IncomingCall) => StreamHandler> {
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
	const handlerOf = (service: string) => (call: IncomingCall) => {
		const { registry, index } = described()
		const method = registry.getService(service)?.method.serverReflectionInfo
		if (method === undefined) throw new BugError(`no descriptor of ${service}`)
		return reflectionHandler(call, method, index, names)
	}
	return new Map(reflection.map((service) => [service, handlerOf(service)]))
}

const reflection = ['grpc.reflection.v1.ServerReflection', 'grpc.reflection.v1alpha.ServerReflection']

function reflectionHandler(
	call: IncomingCall,
	{ input, output }: DescMethod,
	index: FileIndex,
	services: readonly string[],
): StreamHandler {
	// Files that this stream has already sent.
	const sent = new Set<string>()
	return (bytes) => {
		const request = decodeRequest(input, bytes)
		if (request.messageRequest.case === undefined) {
			throw new GrpcStatusError('InvalidArgument', 'invalid MessageRequest: <nil>')
		}
		const response = {
			validHost: request.host,
			originalRequest: request,
			messageResponse: answer(index, services, request, sent),
		}
		return call.send(toBinary(output, create(output, response as unknown as MessageInitShape<DescMessage>)))
	}
}

function decodeRequest(schema: DescMessage, bytes: Uint8Array): ReflectionRequest & Message {
	try {
		return fromBinary(schema, bytes) as ReflectionRequest & Message
	} catch {
		const text = 'grpc: failed to unmarshal the received message proto: cannot parse invalid wire-format data'
		throw new GrpcStatusError('Internal', text)
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
