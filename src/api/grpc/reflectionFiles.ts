import { clone } from '@bufbuild/protobuf'
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'

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
