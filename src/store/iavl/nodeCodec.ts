import { hash } from 'node:crypto'
import { ByteReader } from '../ByteReader.ts'
import { ByteWriter } from '../ByteWriter.ts'
import { IavlNode } from './IavlNode.ts'

const writer = new ByteWriter()

/**
 * The hash of a node whose children have theirs: SHA-256 of height, size and version as zig-zag varints, then of a leaf
 * the length-prefixed key and value hash, of an inner node the length-prefixed hashes of its children
 * (iavl v0.17.3 node.go writeHashBytes). The key of an inner node is not hashed.
 */
export function hashNode(node: IavlNode): string {
	const valueHash = node.value === undefined ? undefined : sha256Text(node.value)
	writer.reset()
	writer.varint(node.height)
	writer.varint(node.size)
	writer.varint(node.version)
	if (valueHash !== undefined) {
		writer.bytes(node.key)
		writer.text(valueHash)
	} else {
		writer.text(node.leftHash as string)
		writer.text(node.rightHash as string)
	}
	return sha256Text(writer.view())
}

/** Encodes a node without its own hash, which every reference to it contains. */
export function encodeNode(node: IavlNode): Uint8Array {
	writer.reset()
	writer.uvarint(node.height)
	writer.uvarint(node.version)
	writer.bytes(node.key)
	if (node.value !== undefined) {
		writer.raw(node.value)
	} else {
		writer.uvarint(node.size)
		writer.uvarint(node.leftId)
		writer.uvarint(node.rightId)
		writer.rawText(node.leftHash as string)
		writer.rawText(node.rightHash as string)
	}
	return writer.copy()
}

/** The node of a record, with the id and hash it was asked by. */
export function decodeNode(record: Uint8Array, id: number, hash: string): IavlNode {
	const reader = new ByteReader(record)
	const height = reader.uvarint()
	const version = reader.uvarint()
	const key = reader.bytes()
	const node = new IavlNode(key, height === 0 ? reader.rest() : undefined, version, height, 1)
	if (height > 0) {
		node.size = reader.uvarint()
		node.leftId = reader.uvarint()
		node.rightId = reader.uvarint()
		node.leftHash = reader.rawText(32)
		node.rightHash = reader.rawText(32)
	}
	node.id = id
	node.hash = hash
	return node
}

/**
 * SHA-256 as a byte string. The one-shot form with a text result is by far the fastest here: for the 70 bytes of a tree
 * node it takes a quarter of the time of one that makes a buffer.
 */
export function sha256Text(bytes: Uint8Array): string {
	return hash('sha256', bytes, 'binary')
}
