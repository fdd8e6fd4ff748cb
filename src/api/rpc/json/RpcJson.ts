import type { RawJson } from '../../../codec/goJson/RawJson.ts'
import type { SharedJson } from '../../../codec/goJson/SharedJson.ts'

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
