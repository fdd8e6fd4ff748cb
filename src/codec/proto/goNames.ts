import type { DescEnum, DescField, DescMessage } from '@bufbuild/protobuf'
import { getOption } from '@bufbuild/protobuf'
import { customname } from '../../gen/gogoproto/gogo_pb.js'

/** Go packages whose name is not `types`, by protobuf package. */
const goPackages: Readonly<Record<string, string>> = {
	'cosmos.tx.v1beta1': 'tx',
	'cosmos.tx.signing.v1beta1': 'signing',
	'cosmos.crypto.secp256k1': 'secp256k1',
	'cosmos.crypto.secp256r1': 'secp256r1',
	'cosmos.crypto.ed25519': 'ed25519',
	'cosmos.crypto.multisig': 'multisig',
	'ethermint.crypto.v1.ethsecp256k1': 'ethsecp256k1',
	'cosmos.params.v1beta1': 'proposal',
	'cosmos.base.query.v1beta1': 'query',
	'cosmos.base.tendermint.v1beta1': 'tmservice',
}

/** The pointer type of a message as Go prints it in decoding errors: `*tx.TxBody`, `*types.MsgSend`; of an enum likewise. */
export function goTypeName(schema: DescMessage | DescEnum): string {
	const pkg = schema.file.proto.package
	const name = schema.typeName.slice(pkg.length + 1).replaceAll('.', '_')
	return `*${goPackages[pkg] ?? 'types'}.${name}`
}

/** The struct field of a protobuf field in Go, as decoding errors name it: `BodyBytes`. */
export function goFieldName(field: DescField): string {
	return getOption(field, customname) || camelCase(field.name)
}

/** protoc-gen-gogo's CamelCase: removes an underscore before a lower-case letter and capitalizes the letter. */
function camelCase(name: string): string {
	return name.replace(/^_/, 'X_').replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
