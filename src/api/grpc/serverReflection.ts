import {
	clone,
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
import {
	type DescriptorProto,
	type EnumDescriptorProto,
	type FileDescriptorProto,
	FileDescriptorProtoSchema,
	FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'
import { GrpcStatusError, grpcCodes } from '../../errors/GrpcStatusError.ts'
import { BugError } from '../../errors/UserError.ts'
import { evmFiles, servedFiles } from '../services/descriptors.ts'
import type { IncomingCall, StreamHandler } from './GrpcMethod.ts'

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

/**
 * Finds protobuf files by name, symbol or extension for reflection (framework: server/grpc/gogoreflection). It knows
 * all symbols of the served files and their imports; of other files only message types.
 */
class FileIndex {
	readonly #files = new Map<string, FileDescriptorProto>()
	readonly #bytes = new Map<string, Uint8Array>()
	readonly #symbols = new Map<string, FileDescriptorProto>()
	readonly #messages = new Map<string, FileDescriptorProto>()
	/** By extended type, then number. */
	readonly #extensions = new Map<string, Map<number, FileDescriptorProto>>()

	constructor(files: readonly FileDescriptorProto[], services: readonly string[]) {
		for (const file of files) {
			this.#files.set(file.name, file)
			this.#bytes.set(file.name, toBinary(FileDescriptorProtoSchema, file))
			for (const message of file.messageType) this.#addMessage(file, file.package, message)
			for (const { extendee, number } of file.extension) {
				const type = extendee.slice(1)
				const numbers = this.#extensions.get(type) ?? new Map<number, FileDescriptorProto>()
				this.#extensions.set(type, numbers.set(number, file))
			}
		}
		const served = new Set(services)
		for (const file of files) {
			if (file.service.some(({ name }) => served.has(join(file.package, name)))) this.#addFile(file, new Set())
		}
	}

	file(name: string): FileDescriptorProto | undefined {
		return this.#files.get(name)
	}

	/** The file that defines a message, enum, value, field, extension, service or method. */
	fileOfSymbol(name: string): FileDescriptorProto | undefined {
		return this.#symbols.get(name) ?? this.#messages.get(name)
	}

	hasMessage(name: string): boolean {
		return this.#messages.has(name)
	}

	fileOfExtension(type: string, number: number): FileDescriptorProto | undefined {
		return this.#extensions.get(type)?.get(number)
	}

	extensionNumbers(type: string): readonly number[] {
		return [...(this.#extensions.get(type)?.keys() ?? [])]
	}

	/** The bytes of a file and of all its imports, without those in `sent`; the file itself always. */
	withImports(file: FileDescriptorProto, sent: Set<string>): Uint8Array[] {
		const out: Uint8Array[] = []
		const queue = [file]
		const seen = new Set<string>()
		for (const next of queue) {
			if (seen.has(next.name)) continue
			seen.add(next.name)
			if (out.length === 0 || !sent.has(next.name)) {
				sent.add(next.name)
				out.push(this.#bytes.get(next.name)!)
			}
			for (const name of next.dependency) {
				const imported = this.#files.get(name)
				if (imported !== undefined) queue.push(imported)
			}
		}
		return out
	}

	#addMessage(file: FileDescriptorProto, scope: string, message: DescriptorProto): void {
		const name = join(scope, message.name)
		this.#messages.set(name, file)
		for (const nested of message.nestedType) this.#addMessage(file, name, nested)
	}

	#addFile(file: FileDescriptorProto, done: Set<string>): void {
		if (done.has(file.name)) return
		done.add(file.name)
		const add = (name: string) => this.#symbols.set(name, file)
		const addEnum = (scope: string, { name, value }: EnumDescriptorProto) => {
			add(join(scope, name))
			for (const one of value) add(join(join(scope, name), one.name))
		}
		const addMessage = (scope: string, message: DescriptorProto) => {
			const name = join(scope, message.name)
			add(name)
			for (const nested of message.nestedType) addMessage(name, nested)
			for (const nested of message.enumType) addEnum(name, nested)
			for (const part of [...message.extension, ...message.field, ...message.oneofDecl]) add(join(name, part.name))
		}
		for (const message of file.messageType) addMessage(file.package, message)
		for (const one of file.enumType) addEnum(file.package, one)
		for (const extension of file.extension) add(join(file.package, extension.name))
		for (const service of file.service) {
			const name = join(file.package, service.name)
			add(name)
			for (const method of service.method) add(join(name, method.name))
		}
		for (const name of file.dependency) {
			const imported = this.#files.get(name)
			if (imported !== undefined) this.#addFile(imported, done)
		}
	}
}

function join(scope: string, name: string): string {
	return scope === '' ? name : `${scope}.${name}`
}

const alphaPackage = 'grpc.reflection.v1alpha'

/** The served files and the file of reflection v1, which has the same messages as v1alpha in another package. */
export function withReflectionV1(files: readonly FileDescriptorProto[]): readonly FileDescriptorProto[] {
	const alpha = files.find((file) => file.package === alphaPackage)
	if (alpha === undefined) return files
	const file = clone(FileDescriptorProtoSchema, alpha)
	file.name = 'grpc/reflection/v1/reflection.proto'
	file.package = 'grpc.reflection.v1'
	delete file.options
	const rename = (type: string) => type.replace(`.${alphaPackage}.`, '.grpc.reflection.v1.')
	for (const message of file.messageType) {
		for (const field of message.field) field.typeName = rename(field.typeName)
	}
	for (const service of file.service) {
		for (const method of service.method) {
			method.inputType = rename(method.inputType)
			method.outputType = rename(method.outputType)
		}
	}
	return [...files, file]
}
