import type { AminoConverters } from '@cosmjs/stargate'
import { createMessage, messageSchemas } from '../client/tx/createMessage.ts'
import { decodeAminoInterface } from '../codec/amino/decodeAminoJson.ts'
import { encodeAminoJson } from '../codec/amino/encodeAminoJson.ts'
import type { AminoBrand } from '../codec/ChainSettings.ts'
import { parseJson } from '../codec/goJson/parseJson.ts'
import { createRegistry, typeUrlOf } from '../codec/registry/createRegistry.ts'

/** Amino names and values of the chain's messages under its brand, as CosmJS's `AminoTypes` takes them. */
export function aminoConverters(brand: AminoBrand): AminoConverters {
	const options = { registry: createRegistry(), brand }
	const converters = messageSchemas.flatMap((schema) => {
		const typeUrl = typeUrlOf(schema)
		const toAmino = (value: Readonly<Record<string, unknown>>) =>
			JSON.parse(encodeAminoJson(createMessage({ typeUrl, value }), options)) as Amino
		const aminoType = toAmino({}).type
		// A message without an amino name cannot be signed in amino JSON.
		if (aminoType === undefined) return []
		const fromAmino = (value: unknown) =>
			decodeAminoInterface(parseJson(JSON.stringify({ type: aminoType, value })), 'msg', options)
		return [[typeUrl, { aminoType, toAmino: (value: Amino) => toAmino(value).value, fromAmino }] as const]
	})
	return Object.fromEntries(converters)
}

type Amino = Readonly<Record<string, unknown>> & { readonly type?: string; readonly value?: unknown }
