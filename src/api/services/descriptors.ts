import { gunzipSync } from 'node:zlib'
import { create, createFileRegistry, type FileRegistry, fromBinary } from '@bufbuild/protobuf'
import { type FileDescriptorProto, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { file_chain_greet_v1beta1_genesis } from '../../gen/chain/greet/v1beta1/genesis_pb.js'
import { file_chain_greet_v1beta1_greet } from '../../gen/chain/greet/v1beta1/greet_pb.js'
import { file_chain_greet_v1beta1_query } from '../../gen/chain/greet/v1beta1/query_pb.js'
import { file_chain_greet_v1beta1_tx } from '../../gen/chain/greet/v1beta1/tx_pb.js'
import { frameworkDescriptors } from './frameworkDescriptors.ts'

let files: readonly FileDescriptorProto[] | undefined
let registry: FileRegistry | undefined

/**
 * The protobuf files this chain speaks, each after the files it imports: the framework's at v0.44.5 and our own module's.
 * They have no method and no field that is newer than that release, unlike src/gen.
 */
export function servedFiles(): readonly FileDescriptorProto[] {
	if (files === undefined) {
		const framework = fromBinary(FileDescriptorSetSchema, gunzipSync(Buffer.from(frameworkDescriptors, 'base64'))).file
		const greet = [
			file_chain_greet_v1beta1_greet,
			file_chain_greet_v1beta1_query,
			file_chain_greet_v1beta1_tx,
			file_chain_greet_v1beta1_genesis,
		]
		files = [...framework, ...greet.map((file) => file.proto)]
	}
	return files
}

/** The same files as protobuf-es descriptors. */
export function servedRegistry(): FileRegistry {
	registry ??= createFileRegistry(create(FileDescriptorSetSchema, { file: [...servedFiles()] }))
	return registry
}
