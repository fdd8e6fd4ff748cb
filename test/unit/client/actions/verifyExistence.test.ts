import { readFileSync } from 'node:fs'
import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { verifyExistence } from '../../../../src/client/actions/verifyGreeting.ts'
import {
	CommitmentProofSchema,
	type ExistenceProof,
	HashOp,
	type InnerOp,
	type LeafOp,
	LengthOp,
} from '../../../../src/gen/confio/proofs_pb.js'
import { fromBase64, fromHex, utf8 } from '../../../../src/util/bytes.ts'

interface Recorded {
	readonly store: string
	readonly key: string
	readonly value: string | null
	readonly height: number
	readonly appHash: string
	readonly ops: readonly { readonly type: string; readonly key: string; readonly data: string }[]
}

const recorded = JSON.parse(readFileSync('test/golden/client/proofs.json', 'utf8')) as readonly Recorded[]

function proofOf(record: Recorded): Parameters<typeof verifyExistence>[0] {
	return {
		ops: record.ops.map(({ type, key, data }) => ({ type, key: bytes(key), data: bytes(data) })),
		store: record.store,
		key: fromHex(record.key) ?? new Uint8Array(),
		value: bytes(record.value ?? ''),
		appHash: fromHex(record.appHash) ?? new Uint8Array(),
	}
}

function bytes(base64: string): Uint8Array {
	return fromBase64(base64) ?? new Uint8Array()
}

function flipped(data: Uint8Array, index: number): Uint8Array {
	const copy = data.slice()
	copy[index] = (copy[index] ?? 0) ^ 1
	return copy
}

const present = recorded.filter((record) => record.value !== null)
const [greeting] = present.filter((record) => record.store === 'greet')
if (!greeting) throw new TypeError('the recording has no greeting')

describe('a proof', () => {
	test.each(present.map((record) => [`${record.store} at ${record.height}`, record] as const))(
		'a proof of the framework for %s leads to the app hash',
		(_, record) => expect(verifyExistence(proofOf(record))).toBe(''),
	)

	test('a proof of absence proves no existence', () => {
		for (const record of recorded.filter(({ value }) => value === null)) {
			expect(verifyExistence(proofOf(record))).toBe('the ics23:iavl proof does not prove existence')
		}
	})

	test('does not hold for another value, key, store or app hash', () => {
		const proof = proofOf(greeting)
		expect(verifyExistence({ ...proof, value: utf8('x') })).not.toBe('')
		expect(verifyExistence({ ...proof, key: utf8('greet-value-greet-value-1') })).toBe('the proof is of another key')
		expect(verifyExistence({ ...proof, store: 'bank' })).toBe('the proof is of another key')
		expect(verifyExistence({ ...proof, appHash: flipped(proof.appHash, 0) })).toBe(
			'the proof does not lead to the app hash of the block header',
		)
		const [iavl, simple] = proof.ops
		for (const ops of [
			[iavl!],
			[iavl!, simple!, simple!],
			[{ ...iavl!, type: 'ics23:simple' }, simple!],
			[iavl!, { ...simple!, type: 'ics23:iavl' }],
		]) {
			expect(verifyExistence({ ...proof, ops })).toBe('the node sent no proof of the expected form')
		}
	})

	test('a proof with any byte of its nodes changed never holds', () => {
		const proof = proofOf(greeting)
		for (const [position, op] of proof.ops.entries()) {
			for (const data of damaged(op.data)) {
				const ops = proof.ops.map((other, at) => (at === position ? { ...op, data } : other))
				expect(verifyExistence({ ...proof, ops })).not.toBe('')
			}
		}
	})

	test('a proof whose leaf or node has not the form of its tree is refused, whatever it leads to', () => {
		const leaf = 'proof has a leaf of another tree'
		const node = 'proof has a node of another tree'
		/** What the proof of the store's tree (0) or of the stores (1) is called, changed like this. */
		const asked = (at: 0 | 1, change: (exist: ExistenceProof) => void): string => {
			const proof = proofOf(greeting)
			const message = fromBinary(CommitmentProofSchema, proof.ops[at]!.data)
			change(message.proof.value as ExistenceProof)
			const data = toBinary(CommitmentProofSchema, message)
			return verifyExistence({ ...proof, ops: proof.ops.map((op, index) => (index === at ? { ...op, data } : op)) })
		}
		for (const [at, name] of [
			[0, 'the ics23:iavl'],
			[1, 'the ics23:simple'],
		] as const) {
			const otherKey = asked(at, (exist) => {
				exist.key = utf8('another')
			})
			expect(otherKey).toBe(`${name} proof is of another pair`)
			const leafs: ((op: LeafOp) => void)[] = [
				(op) => {
					op.hash = HashOp.SHA512
				},
				(op) => {
					op.prehashKey = HashOp.SHA256
				},
				(op) => {
					op.prehashValue = HashOp.NO_HASH
				},
				(op) => {
					op.length = LengthOp.NO_PREFIX
				},
				(op) => {
					op.prefix[0] = 1
				},
				(op) => {
					op.prefix = new Uint8Array(at === 0 ? 2 : 0)
				},
				(op) => {
					op.prefix = new Uint8Array(at === 0 ? 13 : 2)
				},
			]
			for (const change of leafs) expect(asked(at, ({ leaf }) => change(leaf!))).toBe(`${name} ${leaf}`)
			const elsewhere =
				at === 0
					? 'the ics23:simple proof is of another pair'
					: 'the proof does not lead to the app hash of the block header'
			const [least, most, child] = at === 0 ? [4, 12 + 33, 33] : [1, 1 + 32, 32]
			const sized = (length: number) => new Uint8Array(length).fill(2)
			const steps: ((op: InnerOp) => void)[] = [
				(op) => {
					op.hash = HashOp.KECCAK
				},
				(op) => {
					op.prefix[0] = 0
				},
				(op) => {
					op.prefix = sized(least - 1)
				},
				(op) => {
					op.prefix = sized(most + 1)
				},
				(op) => {
					op.suffix = sized(1)
				},
				(op) => {
					op.suffix = sized(2 * child)
				},
			]
			for (const change of steps) expect(asked(at, ({ path }) => change(path[0]!))).toBe(`${name} ${node}`)
			const fitting: ((op: InnerOp) => void)[] = [
				(op) => {
					op.prefix = sized(least)
				},
				(op) => {
					op.prefix = sized(most)
				},
				(op) => {
					op.suffix = sized(op.suffix.length === 0 ? child : 0)
				},
			]
			for (const change of fitting) expect(asked(at, ({ path }) => change(path[0]!))).toBe(elsewhere)
		}
	})
})

/** The proof with each single byte of each node's prefix and suffix changed. */
function* damaged(data: Uint8Array): Generator<Uint8Array> {
	const decode = () => {
		const message = fromBinary(CommitmentProofSchema, data)
		const exist = message.proof.case === 'exist' ? message.proof.value : undefined
		return {
			message,
			parts: [exist?.leaf?.prefix, ...(exist?.path ?? []).flatMap((step) => [step.prefix, step.suffix])],
		}
	}
	for (const [part, { length = 0 } = {}] of decode().parts.entries()) {
		for (let index = 0; index < length; index++) {
			const { message, parts } = decode()
			const bytesOfPart = parts[part]
			if (bytesOfPart) bytesOfPart[index] = (bytesOfPart[index] ?? 0) ^ 1
			yield toBinary(CommitmentProofSchema, message)
		}
	}
}
