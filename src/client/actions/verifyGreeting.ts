import { fromBinary } from '@bufbuild/protobuf'
import { varintBytes } from '../../codec/proto/encodeMessage.ts'
import { sha256 } from '../../crypto/hash.ts'
import { only } from '../../errors/attempt.ts'
import { ChainError } from '../../errors/ChainError.ts'
import {
	CommitmentProofSchema,
	type ExistenceProof,
	HashOp,
	type InnerOp,
	type LeafOp,
	LengthOp,
} from '../../gen/confio/proofs_pb.js'
import { concatBytes, equalBytes, fromBase64, fromHex, fromUtf8 } from '../../util/bytes.ts'
import type { Header } from '../../wire/blocks.ts'
import type { ClientContext } from '../ClientContext.ts'
import { abciQuery } from '../queries/abciQuery.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { greetingKey, greetStorePath } from './greetings.ts'

/**
 * Fetches an ICS-23 proof of a greeting and checks it against a block header. The app hash of the state after block h is in
 * the header of block h + 1, so the newest state that can be checked is that before the latest block.
 */
export async function verifyGreeting(
	{ connection }: Pick<ClientContext, 'connection'>,
	id: string,
): Promise<{ readonly ok: boolean; readonly height: number; readonly reason: string }> {
	const { height, header } = await latestHeader(connection)
	if (height < 3) return { ok: false, height, reason: 'the chain is too young for a proof: it needs three blocks' }
	const key = greetingKey(id)
	const proof = abciQuery(connection, greetStorePath, key, { height: height - 1, prove: true })
	const answer = await proof.catch(only(ChainError, (refusal) => refusal))
	if (answer instanceof ChainError) return { ok: false, height, reason: answer.log }
	const { value, proofOps } = answer
	if (value.length === 0) return { ok: false, height, reason: `at height ${height - 1} there was no greeting ${id}` }
	const appHash = fromHex(header.app_hash) ?? fromBase64(header.app_hash) ?? new Uint8Array()
	const reason = verifyExistence({ ops: proofOps, store: 'greet', key, value, appHash })
	return { ok: reason === '', height, reason }
}

async function latestHeader(connection: RpcConnection): Promise<{ height: number; header: Pick<Header, 'app_hash'> }> {
	const header = (await connection.call('commit'))?.signed_header.header
	return { height: Number(header?.height ?? 0), header: header ?? { app_hash: '' } }
}

/** What a tree requires of its proofs (the part of ICS-23 ProofSpec that existence proofs need). */
interface TreeSpec {
	readonly name: string
	readonly leafPrefix: number
	/** A leaf's prefix is exactly one byte, or starts with that byte and holds varints. */
	readonly leafPrefixLength: { readonly min: number; readonly max: number }
	readonly innerPrefixLength: { readonly min: number; readonly max: number }
	/** Bytes of a child and what precedes it, in a prefix or suffix. */
	readonly childSize: number
}

/** confio/ics23 go v0.6: IavlSpec. */
const iavlSpec: TreeSpec = {
	name: 'ics23:iavl',
	leafPrefix: 0,
	// height, size and version as varints
	leafPrefixLength: { min: 3, max: 12 },
	innerPrefixLength: { min: 4, max: 12 },
	childSize: 33,
}

/** confio/ics23 go v0.6: TendermintSpec. */
const simpleSpec: TreeSpec = {
	name: 'ics23:simple',
	leafPrefix: 0,
	leafPrefixLength: { min: 1, max: 1 },
	innerPrefixLength: { min: 1, max: 1 },
	childSize: 32,
}

/**
 * Checks that a store holds `value` under `key` in the state of an app hash. The IAVL proof leads from the pair to the
 * store's root, the simple-tree proof from that root to the app hash (ICS-23; cosmos-sdk store/rootmulti/proof.go).
 * Returns an empty text if the proof is valid, otherwise the reason.
 */
export function verifyExistence(proof: {
	readonly ops: readonly { readonly type: string; readonly key: Uint8Array; readonly data: Uint8Array }[]
	readonly store: string
	readonly key: Uint8Array
	readonly value: Uint8Array
	readonly appHash: Uint8Array
}): string {
	const [iavl, simple] = proof.ops
	if (proof.ops.length !== 2 || iavl?.type !== iavlSpec.name || simple?.type !== simpleSpec.name) {
		return 'the node sent no proof of the expected form'
	}
	if (!equalBytes(iavl.key, proof.key) || fromUtf8(simple.key) !== proof.store) return 'the proof is of another key'
	const storeRoot = rootOf(iavl.data, iavlSpec, proof.key, proof.value)
	if (typeof storeRoot === 'string') return storeRoot
	const root = rootOf(simple.data, simpleSpec, simple.key, storeRoot)
	if (typeof root === 'string') return root
	return equalBytes(root, proof.appHash) ? '' : 'the proof does not lead to the app hash of the block header'
}

/** The root that an existence proof leads to, or the reason it does not prove this pair. */
function rootOf(data: Uint8Array, spec: TreeSpec, key: Uint8Array, value: Uint8Array): Uint8Array | string {
	let exist: ExistenceProof | undefined
	try {
		const { proof } = fromBinary(CommitmentProofSchema, data)
		if (proof.case === 'exist') exist = proof.value
	} catch {
		return `the ${spec.name} proof cannot be decoded`
	}
	if (!exist?.leaf) return `the ${spec.name} proof does not prove existence`
	if (!equalBytes(exist.key, key) || !equalBytes(exist.value, value)) return `the ${spec.name} proof is of another pair`
	if (!leafFits(exist.leaf, spec)) return `the ${spec.name} proof has a leaf of another tree`
	let hash = sha256(
		concatBytes(exist.leaf.prefix, varintBytes(BigInt(key.length)), key, Uint8Array.of(32), sha256(value)),
	)
	for (const step of exist.path) {
		if (!innerFits(step, spec)) return `the ${spec.name} proof has a node of another tree`
		hash = sha256(concatBytes(step.prefix, hash, step.suffix))
	}
	return hash
}

function leafFits(leaf: LeafOp, spec: TreeSpec): boolean {
	return (
		leaf.hash === HashOp.SHA256 &&
		leaf.prehashKey === HashOp.NO_HASH &&
		leaf.prehashValue === HashOp.SHA256 &&
		leaf.length === LengthOp.VAR_PROTO &&
		leaf.prefix[0] === spec.leafPrefix &&
		within(leaf.prefix.length, spec.leafPrefixLength)
	)
}

/** An inner node must not look like a leaf; otherwise a value could pass for a subtree. */
function innerFits(step: InnerOp, spec: TreeSpec): boolean {
	const { min, max } = spec.innerPrefixLength
	return (
		step.hash === HashOp.SHA256 &&
		step.prefix[0] !== spec.leafPrefix &&
		within(step.prefix.length, { min, max: max + spec.childSize }) &&
		step.suffix.length % spec.childSize === 0 &&
		step.suffix.length <= spec.childSize
	)
}

function within(length: number, range: { readonly min: number; readonly max: number }): boolean {
	return length >= range.min && length <= range.max
}
