import { gunzipSync } from 'node:zlib'
import { create, createFileRegistry, type FileRegistry, fromBinary } from '@bufbuild/protobuf'
import { type FileDescriptorProto, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { file_chain_greet_v1beta1_genesis } from '../../gen/chain/greet/v1beta1/genesis_pb.js'
import { file_chain_greet_v1beta1_greet } from '../../gen/chain/greet/v1beta1/greet_pb.js'
import { file_chain_greet_v1beta1_query } from '../../gen/chain/greet/v1beta1/query_pb.js'
import { file_chain_greet_v1beta1_tx } from '../../gen/chain/greet/v1beta1/tx_pb.js'
import { file_ethermint_crypto_v1_ethsecp256k1_keys } from '../../gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import { file_ethermint_evm_v1_evm } from '../../gen/ethermint/evm/v1/evm_pb.js'
import { file_ethermint_evm_v1_genesis } from '../../gen/ethermint/evm/v1/genesis_pb.js'
import { file_ethermint_evm_v1_query } from '../../gen/ethermint/evm/v1/query_pb.js'
import { file_ethermint_evm_v1_tx } from '../../gen/ethermint/evm/v1/tx_pb.js'
import { file_ethermint_feemarket_v1_feemarket } from '../../gen/ethermint/feemarket/v1/feemarket_pb.js'
import { file_ethermint_feemarket_v1_genesis } from '../../gen/ethermint/feemarket/v1/genesis_pb.js'
import { file_ethermint_feemarket_v1_query } from '../../gen/ethermint/feemarket/v1/query_pb.js'
import { file_ethermint_types_v1_account } from '../../gen/ethermint/types/v1/account_pb.js'
import { file_ethermint_types_v1_web3 } from '../../gen/ethermint/types/v1/web3_pb.js'
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

/** The files of the EVM's modules, each after its imports, for a chain with an EVM. */
export function evmFiles(): readonly FileDescriptorProto[] {
	return [
		file_ethermint_crypto_v1_ethsecp256k1_keys,
		file_ethermint_types_v1_account,
		file_ethermint_types_v1_web3,
		file_ethermint_evm_v1_evm,
		file_ethermint_evm_v1_tx,
		file_ethermint_evm_v1_genesis,
		file_ethermint_evm_v1_query,
		file_ethermint_feemarket_v1_feemarket,
		file_ethermint_feemarket_v1_genesis,
		file_ethermint_feemarket_v1_query,
	].map((file) => file.proto)
}

/** The same files as protobuf-es descriptors. */
export function servedRegistry(): FileRegistry {
	registry ??= createFileRegistry(create(FileDescriptorSetSchema, { file: [...servedFiles()] }))
	return registry
}
