import type { Evidence } from './evidence.ts'

/** Go types of method arguments; those with `?` may be absent, others then have their zero value. */
export type ArgType =
	| 'int64'
	| 'int64?'
	| 'int?'
	| 'uint'
	| 'string'
	| 'bool'
	| 'bytes'
	| 'tx'
	| 'hexBytes'
	| 'evidence'

/** Name and type of each argument, in order. */
export type ArgList = readonly (readonly [name: string, type: ArgType])[]

/** Arguments by name after conversion. 64-bit numbers are bigint. */
export type Args = { readonly [name: string]: bigint | string | boolean | Uint8Array | Evidence | undefined }

/** JavaScript type of each argument type. */
interface ArgValues {
	int64: bigint
	'int64?': bigint | undefined
	'int?': bigint | undefined
	uint: bigint
	string: string
	bool: boolean
	bytes: Uint8Array
	tx: Uint8Array
	hexBytes: Uint8Array
	evidence: Evidence | undefined
}

/** The arguments of a list by name. */
export type ArgsOf<L extends ArgList> = { readonly [A in L[number] as A[0]]: ArgValues[A[1]] }

/** The zero value of a type. */
export function zeroOf(type: ArgType): Args[string] {
	switch (type) {
		case 'int64':
		case 'uint':
			return 0n
		case 'string':
			return ''
		case 'bool':
			return false
		case 'bytes':
		case 'tx':
		case 'hexBytes':
			return new Uint8Array(0)
		default:
			return undefined
	}
}
