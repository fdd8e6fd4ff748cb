import { toBinary } from '@bufbuild/protobuf'
import {
	type DescriptorProto,
	type EnumDescriptorProto,
	type FileDescriptorProto,
	FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt'

/**
 * Finds protobuf files by name, symbol or extension for reflection (framework: server/grpc/gogoreflection). It knows
 * all symbols of the served files and their imports; of other files only message types.
 */
export class FileIndex {
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
