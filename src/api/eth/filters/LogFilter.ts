import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { givenMembers, objectMembers } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { thrownText } from '../../../errors/UserError.ts'
import { equalBytes } from '../../../util/bytes.ts'
import type { NumberRef } from '../args/blockRef.ts'
import { parseHexBytes, readFixedBytes } from '../args/valueParams.ts'
import type { EthBlock, EthLog } from '../blocks/EthBlock.ts'
import { bounds } from '../bounds.ts'
import { logJson } from '../json/logJson.ts'
import type { EthJson } from '../rpc/EthMethod.ts'

/** Limits and parsing of a dialect's log searches. */
export interface LogBounds {
	/** Reads the first and last block. */
	readLogNumber(node: JsonNode): NumberRef
	/** Maximum number of topic positions; a log has at most four. */
	readonly maxTopics: number
}

/** A log filter. */
export interface LogFilter {
	/** A single block; excludes a range. */
	readonly blockHash: Uint8Array | undefined
	readonly fromBlock: NumberRef | undefined
	readonly toBlock: NumberRef | undefined
	/** Contracts; empty matches all. */
	readonly addresses: readonly Uint8Array[]
	/** Allowed topics per position; an empty list matches all. */
	readonly topics: readonly (readonly Uint8Array[])[]
}

/** Parses a log filter like go-ethereum (v1.10.16 eth/filters/api.go FilterCriteria). */
export function readLogFilter(node: JsonNode, { readLogNumber, maxTopics }: LogBounds): LogFilter {
	const member = givenMembers(objectMembers(node, 'filters.input'))
	const hash = member('blockHash')
	const from = member('fromBlock')
	const to = member('toBlock')
	if (hash !== undefined && (from !== undefined || to !== undefined)) {
		throw plainError('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other')
	}
	return {
		blockHash: hash === undefined ? undefined : readFixedBytes(hash, 32, 'common.Hash'),
		fromBlock: from === undefined ? undefined : readLogNumber(from),
		toBlock: to === undefined ? undefined : readLogNumber(to),
		addresses: addressesOf(member('address')),
		topics: topicsOf(member('topics'), maxTopics),
	}
}

/** Whether a log matches the filter. */
export function isWanted(log: EthLog, { addresses, topics }: LogFilter): boolean {
	if (addresses.length > 0 && !addresses.some((address) => equalBytes(address, log.address))) return false
	if (topics.length > log.topics.length) return false
	return topics.every((wanted, at) => wanted.length === 0 || wanted.some((topic) => equalBytes(topic, log.topics[at]!)))
}

/** The matching logs of a block, in order. @param firstMessageOnly leaves out a transaction's later messages */
export function logsOfBlock(block: EthBlock, filter: LogFilter, firstMessageOnly = false): readonly EthLog[] {
	return block.txs
		.filter(({ place }) => !firstMessageOnly || place.message === 0)
		.flatMap(({ logs }) => logs.filter((log) => isWanted(log, filter)))
}

/** The matching logs of a block that is gone, the last one first, as geth announces them. */
export function removedLogs(block: EthBlock, filter: LogFilter): EthJson[] {
	return logsOfBlock(block, filter)
		.map((log) => logJson(log, true, true))
		.reverse()
}

function addressesOf(node: JsonNode | undefined): readonly Uint8Array[] {
	if (node === undefined) return []
	const items = node.kind === 'array' ? node.items : [node]
	bounds.logAddresses.check(items.length)
	return items.map((item, at) => {
		const place = node.kind === 'array' ? ` at index ${at}` : ''
		if (item.kind !== 'string') {
			throw plainError(node.kind === 'array' ? `non-string address${place}` : 'invalid addresses in query')
		}
		try {
			return exactBytes(item.value, 20, 'address')
		} catch (fault) {
			throw plainError(`invalid address${place}: ${thrownText(fault)}`)
		}
	})
}

function topicsOf(node: JsonNode | undefined, maxTopics: number): readonly (readonly Uint8Array[])[] {
	if (node === undefined) return []
	if (node.kind !== 'array')
		throw plainError(`json: cannot unmarshal ${node.kind} into Go struct field input.topics of type []interface {}`)
	if (node.items.length > maxTopics) throw plainError('exceed max topics')
	return node.items.map((item) => {
		if (item.kind === 'null') return []
		if (item.kind === 'string') return [exactBytes(item.value, 32, 'topic')]
		if (item.kind !== 'array') throw plainError('invalid topic(s)')
		bounds.logAlternatives.check(item.items.length)
		// A null alternative matches any topic, whatever the others are.
		if (item.items.some(({ kind }) => kind === 'null')) return []
		return item.items.map((topic) => {
			if (topic.kind !== 'string') throw plainError('invalid topic(s)')
			return exactBytes(topic.value, 32, 'topic')
		})
	})
}

function exactBytes(text: string, length: number, name: string): Uint8Array {
	const bytes = parseHexBytes(text)
	if (bytes.length === length) return bytes
	throw plainError(`hex has invalid length ${bytes.length} after decoding; expected ${length} for ${name}`)
}
