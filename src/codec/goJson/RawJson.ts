import type { JsonNode } from './parseJson.ts'

/** A part of a document that `writeJson` writes with its own spelling of numbers and its own order of members. */
export class RawJson {
	readonly node: JsonNode

	constructor(node: JsonNode) {
		this.node = node
	}

	/** For plain JSON.stringify. */
	toJSON(): unknown {
		return JSON.parse(this.node.raw)
	}
}
