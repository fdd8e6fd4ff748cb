import { create, toBinary } from '@bufbuild/protobuf'
import { sdkErrors } from '../../errors/ChainError.ts'
import {
	CommitmentProofSchema,
	ExistenceProofSchema,
	HashOp,
	InnerOpSchema,
	LeafOpSchema,
	LengthOp,
} from '../../gen/confio/proofs_pb.js'
import { utf8 } from '../../util/bytes.ts'
import { ByteWriter } from '../ByteWriter.ts'
import type { ImmutableTree } from '../iavl/ImmutableTree.ts'
import { iavlProof } from '../iavl/iavlProof.ts'
import type { KVStore } from '../KVStore.ts'
import { bytesOf, prefixEnd } from '../keyBytes.ts'
import type { StoreQuery, StoreQueryResult } from '../MultiStore.ts'

import type { CommitRecord } from './CommitRecord.ts'
import { simpleMapPath } from './simpleMerkle.ts'

/** The part of a multistore that a query uses. */
export interface QuerySource {
	readonly latest: number
	isTransient(name: string): boolean
	working(name: string): KVStore | undefined
	recordOf(version: number): CommitRecord | undefined
	treeAt(name: string, record: CommitRecord): ImmutableTree
}

/** Answers a query to one store (framework: rootmulti Query, store/iavl Query). @throws {ChainError} with its text. */
export function answerStoreQuery(request: StoreQuery, source: QuerySource): StoreQueryResult {
	const { store, path, data, prove } = request
	if (source.isTransient(store)) {
		throw sdkErrors.unknownRequest.wrap(`store ${store} (type *transient.Store) doesn't support queries`)
	}
	const working = source.working(store)
	if (working === undefined) throw sdkErrors.unknownRequest.wrap(`no such store: ${store}`)
	if (data.length === 0) throw sdkErrors.txDecode.wrap('query cannot be zero length')
	const height = request.height === 0 ? defaultHeight(source) : request.height

	if (path === '/subspace') {
		return { key: data, value: encodePairs(working, data), height, proofOps: undefined, log: '' }
	}
	if (path !== '/key') throw sdkErrors.unknownRequest.wrap(`unexpected query path: ${path}`)

	const record = source.recordOf(height)
	if (record === undefined) {
		if (prove) {
			throw sdkErrors.invalidRequest.wrap('proof is unexpectedly empty; ensure height has not been pruned')
		}
		return { key: data, value: undefined, height, proofOps: undefined, log: 'version does not exist' }
	}
	const tree = source.treeAt(store, record)
	const proofOps = prove
		? [
				{ type: 'ics23:iavl', key: data, data: iavlProof(tree, data) },
				{ type: 'ics23:simple', key: utf8(store), data: storeProof(record, store) },
			]
		: undefined
	return { key: data, value: tree.get(data), height, proofOps, log: '' }
}

/** The version before the latest one when it is kept: the header that proves it exists already. */
function defaultHeight({ latest, recordOf }: QuerySource): number {
	return recordOf(latest - 1) === undefined ? latest : latest - 1
}

/** All pairs behind a prefix as a protobuf message (cosmos.base.kv.v1beta1.Pairs), of the working state. */
function encodePairs(store: KVStore, prefix: Uint8Array): Uint8Array {
	const pairs = new ByteWriter()
	const pair = new ByteWriter()
	const iterator = store.iterator(prefix, prefixEnd(prefix))
	for (; iterator.valid(); iterator.next()) {
		pair.reset()
		field(pair, 1, iterator.key())
		field(pair, 2, iterator.value())
		pairs.uvarint((1 << 3) | 2)
		pairs.bytes(pair.view())
	}
	iterator.close()
	return pairs.copy()
}

function field(writer: ByteWriter, number: number, value: Uint8Array): void {
	if (value.length === 0) return
	writer.uvarint((number << 3) | 2)
	writer.bytes(value)
}

/** ICS-23 proof of a store's root under the app hash, a CommitmentProof's bytes (framework: commit_info.go ProofOp). */
function storeProof(record: CommitRecord, name: string): Uint8Array {
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
