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
