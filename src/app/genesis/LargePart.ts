import type { JsonValue } from '@bufbuild/protobuf'
import { type ByteSource, JsonScanner, type JsonSpan, spanText } from '../../codec/goJson/JsonScanner.ts'

/** An element of a list: its JSON text, and where it lies in the document. */
export interface LargeElement {
	readonly text: string
	readonly place: JsonSpan
}

/** Elements of a list that are read together. */
const together = 50

/** A module's part of a genesis document that is larger than the memory. */
export class LargePart {
	/** Position in the document up to which it was read, in bytes. */
	position: number
	readonly #source: ByteSource
	readonly #span: JsonSpan

	/** @param span of the part, with its members where the module has a list of many */
	constructor(source: ByteSource, span: JsonSpan) {
		this.#source = source
		this.#span = span
		this.position = span.start
	}

	/** The part without one of its members. */
	without(name: string): JsonValue {
		const { members } = this.#span
		const read = (span: JsonSpan): JsonValue => JSON.parse(spanText(this.#source, span)) as JsonValue
		if (members === undefined) return read(this.#span)
		return Object.fromEntries(
			[...members].flatMap(([member, span]) => (member === name ? [] : [[member, read(span)] as const])),
		)
	}

	/** The elements of a list, some hundred at a time. */
	*elements(list: string): Generator<readonly LargeElement[]> {
		const span = this.#span.members?.get(list)
		if (span === undefined) return
		let some: LargeElement[] = []
		for (const [bytes, start] of new JsonScanner(this.#source, span.start).elements()) {
			const place = { start, end: start + bytes.length }
			some.push({ text: textOf(bytes), place })
			if (some.length < together) continue
			this.position = place.end
			yield some
			some = []
		}
		yield some
	}

	/** Elements by their places, some hundred at a time. */
	*elementsAt(places: readonly JsonSpan[]): Generator<readonly LargeElement[]> {
		for (let at = 0; at < places.length; at += together) {
			yield places.slice(at, at + together).map((place) => ({ text: spanText(this.#source, place), place }))
		}
	}
}

function textOf(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
