import type { JsonNode } from '../../../codec/goJson/parseJson.ts'

/**
 * A reply as a tree: 64-bit numbers are texts already. Members that are undefined are left out. `RawJson` carries a part
 * of a document as it was written.
 */
export type RpcJson =
	| string
	| number
	| boolean
	| null
	| RawJson
	| SharedJson
	| readonly RpcJson[]
	| { readonly [key: string]: RpcJson | undefined }

/** JSON that keeps its spelling of numbers and its order of members. */
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

/** A part that many replies have in common: it is written once and not for each. */
export class SharedJson {
	readonly value: RpcJson
	readonly #written = new Map<string, string>()

	constructor(value: RpcJson) {
		this.value = value
	}

	/** The text at an indentation, as `write` makes it the first time. */
	text(line: string, write: (value: RpcJson, line: string) => string): string {
		let text = this.#written.get(line)
		if (text === undefined) {
			text = write(this.value, line)
			this.#written.set(line, text)
		}
		return text
	}

	/** For plain JSON.stringify. */
	toJSON(): unknown {
		return this.value
	}
}
