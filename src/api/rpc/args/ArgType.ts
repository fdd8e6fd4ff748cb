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
export type Args = { readonly [name: string]: bigint | string | boolean | Uint8Array | undefined }

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
