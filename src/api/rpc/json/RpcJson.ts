import type { RawJson, SharedJson } from '../../../codec/goJson/writeJson.ts'

/** A reply as a tree: 64-bit numbers are texts already. Members that are undefined are left out. */
export type RpcJson =
	| string
	| number
	| boolean
	| null
	| RawJson
	| SharedJson<RpcJson>
	| readonly RpcJson[]
	| { readonly [key: string]: RpcJson | undefined }
