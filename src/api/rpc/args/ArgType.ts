import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { boolValue, bytesValue, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import { readEvidence } from './evidence.ts'
import { hexBytes, quotedInteger } from './jsonValues.ts'

/**
 * Go types of method arguments: their kind, the value of an absent one, and how one is read from JSON that is not null
 * (tendermint v0.34.15 libs/json Unmarshal): 64-bit integers are texts, bytes base64 or, for abci_query's data, hex. Reading throws
 * with Go's texts. Those with `?` may be absent, others then have their zero value.
 */
export const argTypes = {
	int64: { kind: 'int64', zero: 0n, read: (node) => quotedInteger(node, 'int64') },
	'int64?': { kind: 'int64', zero: undefined, read: (node) => quotedInteger(node, 'int64') },
	'int?': { kind: 'int', zero: undefined, read: (node) => quotedInteger(node, 'int') },
	uint: { kind: 'uint', zero: 0n, read: (node) => quotedInteger(node, 'uint') },
	string: { kind: 'string', zero: '', read: stringValue },
	bool: { kind: 'bool', zero: false, read: boolValue },
	bytes: { kind: 'slice', zero: noBytes, read: (node) => bytesValue(node) ?? noBytes },
	tx: { kind: 'slice', zero: noBytes, read: (node) => bytesValue(node, 'types.Tx') ?? noBytes },
	hexBytes: { kind: 'slice', zero: noBytes, read: hexBytes },
	evidence: { kind: 'interface', zero: undefined, read: readEvidence },
} satisfies Readonly<Record<string, { readonly kind: string; readonly zero: unknown; read(node: JsonNode): unknown }>>

/** Name of a type. */
export type ArgType = keyof typeof argTypes

/** Name and type of each argument, in order. */
export type ArgList = readonly (readonly [name: string, type: ArgType])[]

type ArgValue<T extends ArgType> = ReturnType<(typeof argTypes)[T]['read']> | (typeof argTypes)[T]['zero']

/** Arguments by name after conversion. 64-bit numbers are bigint. */
export type Args = { readonly [name: string]: ArgValue<ArgType> }

/** The arguments of a list by name. */
export type ArgsOf<L extends ArgList> = { readonly [A in L[number] as A[0]]: ArgValue<A[1]> }
