import { create, toBinary } from '@bufbuild/protobuf'
import {
	CommitmentProofSchema,
	ExistenceProofSchema,
	HashOp,
	InnerOpSchema,
	LeafOpSchema,
	LengthOp,
} from '../../gen/confio/proofs_pb.js'
import { utf8 } from '../../util/bytes.ts'
import { bytesOf } from '../byteString.ts'
import type { CommitRecord } from './CommitRecord.ts'
import { simpleMapPath } from './simpleMerkle.ts'

/**
 * The ICS-23 proof of a store's root under the app hash, as protobuf bytes of a CommitmentProof (framework:
 * store/types/commit_info.go ProofOp at v0.44.5).
 */
export function storeProof(record: CommitRecord, name: string): Uint8Array {
	const entries = record.stores.map((store) => [store.name, store.hash] as const)
	const exist = create(ExistenceProofSchema, {
		key: utf8(name),
		value: bytesOf(record.stores.find((store) => store.name === name)?.hash ?? ''),
		leaf: create(LeafOpSchema, {
			hash: HashOp.SHA256,
			prehashValue: HashOp.SHA256,
			length: LengthOp.VAR_PROTO,
			prefix: Uint8Array.of(0),
		}),
		path: simpleMapPath(entries, name).map(({ hash, side }) =>
			create(InnerOpSchema, {
				hash: HashOp.SHA256,
				prefix: side === 'right' ? Uint8Array.of(1) : bytesOf(`\x01${hash}`),
				suffix: side === 'right' ? bytesOf(hash) : new Uint8Array(),
			}),
		),
	})
	return toBinary(CommitmentProofSchema, create(CommitmentProofSchema, { proof: { case: 'exist', value: exist } }))
}
