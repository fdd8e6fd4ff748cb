import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { plainError } from '../../errors/ChainError.ts'
import { SnapshotItemSchema } from '../../gen/cosmos/base/snapshots/v1beta1/snapshot_pb.js'
import type { StoreExport } from '../../store/MultiStore.ts'
import type { StateImport } from '../../store/multi/StateImport.ts'
import { type FrameForm, frameOf } from '../../util/FrameReader.ts'

/** The framework's format of a snapshot: 1 (cosmos-sdk v0.44.5 snapshots/types/format.go). */
export const snapshotFormat = 1

/** Framing of items in the stream: unsigned lengths up to the framework's limit (rootmulti maxItemSize). */
export const itemFrames: FrameForm = { isSigned: false, limit: 64_000_000 }

/** The items of a state: each store's name, then its nodes (cosmos-sdk v0.44.5 store/rootmulti/store.go Snapshot). */
export function* snapshotItems(stores: readonly StoreExport[]): Generator<Uint8Array> {
	for (const { name, nodes } of stores) {
		yield framed({ case: 'store', value: { name } })
		for (const { key, value, version, height } of nodes()) {
			const iavl = { key, value: value ?? new Uint8Array(0), version: BigInt(version), height }
			yield framed({ case: 'iavl', value: iavl })
		}
	}
}

type Item = NonNullable<MessageInitShape<typeof SnapshotItemSchema>['item']>

function framed(item: Item): Uint8Array {
	return frameOf(encodeMessage(SnapshotItemSchema, create(SnapshotItemSchema, { item })), itemFrames)
}

/** Imports an item into a state. @throws a plain error for an invalid item. */
export async function importItem(bytes: Uint8Array, state: StateImport): Promise<void> {
	const { item } = decodeMessage(SnapshotItemSchema, bytes)
	if (item.case === 'store') state.beginStore(item.value.name)
	else if (item.case === 'iavl') {
		const { key, value, version, height } = item.value
		await state.add({ key, value: height === 0 ? value : undefined, version: Number(version), height })
	} else throw plainError(`an item of the snapshot is no store and no node: ${item.case ?? 'nothing'}`)
}
