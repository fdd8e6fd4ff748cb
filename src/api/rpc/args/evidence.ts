import type { BlockTime } from '../../../abci/Application.ts'
import { formatTime, parseTime, zeroTime } from '../../../chain/blockTime.ts'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import {
	bytesValue,
	cannotUnmarshal,
	integerValue,
	nullNode,
	objectMembers,
	stringValue,
} from '../../../codec/goJson/unmarshal.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import { varintBytes } from '../../../codec/proto/encodeMessage.ts'
import { toHexUpper } from '../../../util/bytes.ts'
import { goQuote } from '../../../util/goString.ts'
import { MethodFault, MethodPanic } from '../MethodFault.ts'
import { hexBytes, quotedInteger } from './jsonValues.ts'

/** Evidence of misbehaviour in broadcast_evidence. */
export interface Evidence {
	/** Height of the misbehaviour. */
	readonly height: bigint
	readonly time: BlockTime
	/** Go's text of it; a light client attack has none here. */
	readonly text: string | undefined
	/**
	 * The engine's checks without state (tendermint v0.34.15 types/evidence.go ValidateBasic). Of a light client attack
	 * the conflicting block itself is not checked.
	 * @throws {MethodFault} with its texts.
	 */
	validate(): void
}

interface Vote {
	readonly type: bigint
	readonly height: bigint
	readonly round: bigint
	readonly blockId: { readonly hash: Uint8Array; readonly total: bigint; readonly partsHash: Uint8Array }
	readonly time: BlockTime
	readonly validator: Uint8Array
	readonly index: bigint
	readonly signature: Uint8Array
}

type Members = ReadonlyMap<string, JsonNode>

/**
 * Reads evidence, an interface with type and value (tendermint v0.34.15 libs/json decodeReflectInterface). Fields are
 * read in the order of the Go structs, so that the first fault is the same.
 * @throws {Error} with Go's texts.
 */
export function readEvidence(node: JsonNode): Evidence {
	if (node.kind !== 'object') throw cannotUnmarshal(node, 'json.interfaceWrapper')
	const name = stringValue(node.members.get('type') ?? nullNode)
	if (name === '') throw new MethodFault('interface type cannot be empty')
	const value = node.members.get('value')
	if (value === undefined) throw new MethodFault('interface value cannot be empty')
	if (name === 'tendermint/DuplicateVoteEvidence') return duplicateVote(objectMembers(value))
	if (name === 'tendermint/LightClientAttackEvidence') return lightClientAttack(objectMembers(value))
	throw new MethodFault(`unknown type ${goQuote(name)}`)
}

function duplicateVote(fields: Members): Evidence {
	const a = vote(fields.get('vote_a'))
	const b = vote(fields.get('vote_b'))
	int64(fields, 'TotalVotingPower')
	int64(fields, 'ValidatorPower')
	const time = timeOf(fields, 'Timestamp')
	return {
		height: a?.height ?? 0n,
		time,
		text: `DuplicateVoteEvidence{VoteA: ${voteText(a)}, VoteB: ${voteText(b)}}`,
		validate() {
			if (a === undefined || b === undefined) {
				throw new MethodFault(`one or both of the votes are empty ${voteText(a)}, ${voteText(b)}`)
			}
			for (const [name, fault] of [
				['VoteA', voteFault(a)],
				['VoteB', voteFault(b)],
			] as const) {
				if (fault !== undefined) throw new MethodFault(`invalid ${name}: ${fault}`)
			}
			if (Buffer.compare(blockKey(a), blockKey(b)) >= 0) throw new MethodFault('duplicate votes in invalid order')
		},
	}
}

function lightClientAttack(fields: Members): Evidence {
	const block = fields.get('ConflictingBlock') ?? nullNode
	const signed = objectMembers(block).get('signed_header') ?? nullNode
	const header = objectMembers(signed).get('header') ?? nullNode
	const blockHeight = int64(objectMembers(header), 'height')
	const height = int64(fields, 'CommonHeight')
	const power = int64(fields, 'TotalVotingPower')
	const time = timeOf(fields, 'Timestamp')
	return {
		height,
		time,
		text: undefined,
		validate() {
			if (block.kind === 'null') throw new MethodFault('conflicting block is nil')
			if (signed.kind === 'null') {
				throw new MethodPanic('runtime error: invalid memory address or nil pointer dereference')
			}
			if (header.kind === 'null') throw new MethodFault('conflicting block missing header')
			if (power <= 0n) throw new MethodFault('negative or zero total voting power')
			if (height <= 0n) throw new MethodFault('negative or zero common height')
			if (height <= blockHeight) return
			throw new MethodFault(`common height is ahead of the conflicting block height (${height} > ${blockHeight})`)
		},
	}
}

function vote(node: JsonNode = nullNode): Vote | undefined {
	if (node.kind === 'null') return undefined
	const fields = objectMembers(node)
	const type = integerValue(fields.get('type') ?? nullNode, 'int32', 'types.SignedMsgType')
	const height = int64(fields, 'height')
	const round = integerValue(fields.get('round') ?? nullNode, 'int32')
	const block = objectMembers(fields.get('block_id') ?? nullNode)
	const hash = hexOf(block, 'hash')
	const parts = objectMembers(block.get('parts') ?? nullNode)
	return {
		type,
		height,
		round,
		blockId: {
			hash,
			total: integerValue(parts.get('total') ?? nullNode, 'uint32'),
			partsHash: hexOf(parts, 'hash'),
		},
		time: timeOf(fields, 'timestamp'),
		validator: hexOf(fields, 'validator_address'),
		index: integerValue(fields.get('validator_index') ?? nullNode, 'int32'),
		signature: bytesValue(fields.get('signature') ?? nullNode) ?? noBytes,
	}
}

function int64(fields: Members, name: string): bigint {
	const node = fields.get(name) ?? nullNode
	return node.kind === 'null' ? 0n : quotedInteger(node, 'int64')
}

function hexOf(fields: Members, name: string): Uint8Array {
	const node = fields.get(name) ?? nullNode
	return node.kind === 'null' ? noBytes : hexBytes(node)
}

function timeOf(fields: Members, name: string): BlockTime {
	const node = fields.get(name) ?? nullNode
	if (node.kind === 'null') return zeroTime
	if (node.kind !== 'string') {
		throw new MethodFault(`JSON time must be an RFC3339 string, but got ${goQuote(node.raw)}`)
	}
	if (!node.raw.endsWith('Z"')) {
		throw new MethodFault(`JSON time must be UTC and end with 'Z', but got ${goQuote(node.raw)}`)
	}
	const time = parseTime(node.value)
	if (time !== undefined) return time
	const [text, layout] = [goQuote(node.raw), goQuote('"2006-01-02T15:04:05Z07:00"')]
	throw new MethodFault(`parsing time ${text} as ${layout}: cannot parse ${goQuote(node.raw.slice(1))} as "2006"`)
}

const voteTypes: { readonly [type: string]: readonly [name: string, short: string] } = {
	1: ['SIGNED_MSG_TYPE_PREVOTE', 'Prevote'],
	2: ['SIGNED_MSG_TYPE_PRECOMMIT', 'Precommit'],
}

/** What is wrong with a vote (tendermint v0.34.15 types/vote.go ValidateBasic). */
function voteFault({ type, height, round, blockId, validator, index, signature }: Vote): string | undefined {
	const { hash, total, partsHash } = blockId
	const isHash = ({ length }: Uint8Array): boolean => length === 0 || length === 32
	if (voteTypes[String(type)] === undefined) return 'invalid Type'
	if (height < 0n) return 'negative Height'
	if (round < 0n) return 'negative Round'
	if (!isHash(hash)) return 'wrong BlockID: wrong Hash'
	if (!isHash(partsHash)) {
		return `wrong BlockID: wrong PartSetHeader: wrong Hash: expected size to be 32 bytes, got ${partsHash.length} bytes`
	}
	const absent = [hash.length === 0, total === 0n, partsHash.length === 0]
	if (absent.includes(true) && absent.includes(false)) {
		return `blockID must be either empty or complete, got: ${toHexUpper(hash)}:${total}:${fingerprint(partsHash)}`
	}
	if (validator.length !== 20) return `expected ValidatorAddress size to be 20 bytes, got ${validator.length} bytes`
	if (index < 0n) return 'negative ValidatorIndex'
	if (signature.length === 0) return 'signature is missing'
	return signature.length > 64 ? 'signature is too big (max: 64)' : undefined
}

/** Go's text of a vote; one of an unknown type panics while it is printed. */
function voteText(vote: Vote | undefined): string {
	if (vote === undefined) return 'nil-Vote'
	const [name, short] = voteTypes[String(vote.type)] ?? []
	if (name === undefined) return '%!v(PANIC=String method: Unknown vote type)'
	const { index, validator, height, round, blockId, signature, time } = vote
	const place = `${height}/${String(round).padStart(2, '0')}`
	return (
		`Vote{${index}:${fingerprint(validator)} ${place}/${name}(${short}) ` +
		`${fingerprint(blockId.hash)} ${fingerprint(signature)} @ ${formatTime(time)}}`
	)
}

/** The first six bytes, filled up with zeros. */
function fingerprint(bytes: Uint8Array): string {
	return toHexUpper(bytes.subarray(0, 6)).padEnd(12, '0')
}

/** By which two valid votes are in order: the block's hash, then number and hash of its parts as protobuf has them. */
function blockKey({ blockId: { hash, total, partsHash } }: Vote): Buffer {
	return Buffer.concat([hash, Uint8Array.from(varintBytes(total)), partsHash])
}
