// Writes src/api/services/frameworkDescriptors.ts: the protobuf descriptors of the framework's release as a node of it serves
// them by gRPC reflection. src/gen comes from a newer release of the proto files, so it cannot say what this one has.
//   node scripts/recordDescriptors.js HOST:PORT
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { Client, credentials } from '@grpc/grpc-js'

const client = new Client(process.argv[2], credentials.createInsecure())

// Field numbers of grpc.reflection.v1alpha, whose own descriptor is among what this script is to fetch.
const fileContainingSymbol = 4
const listServices = 7
const fileDescriptorResponse = 4
const listServicesResponse = 6

/** Sends one request and returns the elements of the list in the reply's field. */
function ask(field, value, replyField) {
	const request = new BinaryWriter().tag(field, WireType.LengthDelimited).string(value).finish()
	return new Promise((resolve, reject) => {
		const stream = client.makeBidiStreamRequest(
			'/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo',
			(bytes) => Buffer.from(bytes),
			(bytes) => bytes,
		)
		stream.on('error', reject)
		stream.on('data', (reply) => {
			stream.end()
			const [response] = delimited(reply, replyField)
			if (response) resolve(delimited(response, 1))
			else reject(new Error(`no answer for ${value}`))
		})
		stream.write(request)
	})
}

/** The values of a length-delimited field of a message, in order. */
function delimited(bytes, field) {
	const reader = new BinaryReader(bytes)
	const values = []
	while (reader.pos < reader.len) {
		const [number, wireType] = reader.tag()
		if (number === field) values.push(reader.bytes())
		else reader.skip(wireType, number)
	}
	return values
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

const services = await ask(listServices, '', listServicesResponse)
const symbols = services.map((service) => Buffer.from(delimited(service, 1)[0]).toString())
const files = new Map()
for (const symbol of [...symbols, ...types]) {
	for (const bytes of await ask(fileContainingSymbol, symbol, fileDescriptorResponse)) {
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
