// Writes src/api/services/frameworkDescriptors.ts: the protobuf descriptors of the framework's release as a node of it serves
// them by gRPC reflection. src/gen comes from a newer release of the proto files, so it cannot say what this one has.
//   node scripts/recordDescriptors.js HOST:PORT
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import grpc from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

const proto = new URL(
	'../node_modules/@grpc/reflection/build/proto/grpc/reflection/v1alpha/reflection.proto',
	import.meta.url,
)
const reflection = grpc.loadPackageDefinition(loadSync(proto.pathname)).grpc.reflection.v1alpha
const client = new reflection.ServerReflection(process.argv[2], grpc.credentials.createInsecure())

function ask(request) {
	return new Promise((resolve, reject) => {
		const stream = client.ServerReflectionInfo()
		stream.on('error', reject)
		stream.on('data', (reply) => {
			stream.end()
			if (reply.errorResponse) reject(reply.errorResponse)
			else resolve(reply)
		})
		stream.write(request)
	})
}

// Types that travel inside an Any or a store: no service's file leads to them.
const types = [
	'cosmos.auth.v1beta1.GenesisState',
	'cosmos.bank.v1beta1.GenesisState',
	'cosmos.bank.v1beta1.MsgSend',
	'cosmos.crypto.ed25519.PubKey',
	'cosmos.crypto.multisig.LegacyAminoPubKey',
	'cosmos.crypto.secp256k1.PubKey',
	'cosmos.crypto.secp256r1.PubKey',
	'cosmos.vesting.v1beta1.MsgCreateVestingAccount',
	'cosmos.vesting.v1beta1.PeriodicVestingAccount',
]

const { listServicesResponse } = await ask({ listServices: '' })
const files = new Map()
for (const symbol of [...listServicesResponse.service.map(({ name }) => name), ...types]) {
	const { fileDescriptorResponse } = await ask({ fileContainingSymbol: symbol })
	for (const bytes of fileDescriptorResponse.fileDescriptorProto) {
		const file = fromBinary(FileDescriptorProtoSchema, bytes)
		// Our own module's files come from src/gen.
		if (!file.package.startsWith('chain.')) files.set(file.name, file)
	}
}
client.close()

// A file may come only after the files it imports.
const ordered = new Set()
const visit = (file) => {
	for (const name of file.dependency) if (files.has(name)) visit(files.get(name))
	ordered.add(file)
}
for (const name of [...files.keys()].sort()) visit(files.get(name))

const set = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [...ordered] }))
const base64 = gzipSync(set, { level: 9 }).toString('base64')
writeFileSync(
	new URL('../src/api/services/frameworkDescriptors.ts', import.meta.url),
	`/**
 * A google.protobuf.FileDescriptorSet, gzip, base64: the files of cosmos-sdk v0.44.5 and of what it imports, as a node of
 * that release serves them by reflection. Written by scripts/recordDescriptors.js; never edited.
 */
export const frameworkDescriptors =
	'${base64}'
`,
)
