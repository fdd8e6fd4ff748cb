import type { JsonRpcRequest } from '@cosmjs/json-rpc'
import { type OfflineSigner, Registry } from '@cosmjs/proto-signing'
import { AminoTypes, SigningStargateClient } from '@cosmjs/stargate'
import { type RpcClient, Tendermint34Client } from '@cosmjs/tendermint-rpc'
import { encodeAminoJson } from '../../codec/amino/encodeAminoJson.ts'
import type { AminoBrand } from '../../codec/ChainSettings.ts'
import { createRegistry, typeUrlOf } from '../../codec/registry/createRegistry.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { createMessage } from './createMessage.ts'
import { cosmjsTypes, messageSchemas } from './protobufTypes.ts'

// CosmJS takes a quarter of a second to load: this file is only ever imported when something is about to be signed.

/** CosmJS's signing client over our connection; without one it signs offline. */
export function createSigningClient(
	connection: RpcConnection | undefined,
	signer: OfflineSigner,
	brand: AminoBrand,
): Promise<SigningStargateClient> | SigningStargateClient {
	const options = { registry: new Registry(cosmjsTypes()), aminoTypes: aminoTypes(brand) }
	if (!connection) return SigningStargateClient.offline(signer, options)
	return SigningStargateClient.createWithSigner(Tendermint34Client.create(toRpcClient(connection)), signer, options)
}

/** CosmJS's own client interface over a connection; the connection's owner closes it. */
export function toRpcClient(connection: RpcConnection): RpcClient {
	return {
		execute: async ({ id, method, params }: JsonRpcRequest) => ({
			jsonrpc: '2.0',
			id,
			// CosmJS has types of its own for what it asks.
			result: await (connection.call as (method: string, params: object) => Promise<unknown>)(method, params),
		}),
		disconnect: () => {},
	}
}

/**
 * Amino names and values of our messages for CosmJS. What a signer gives back is what it was given, so the way back only has
 * to remember the message: nothing is lost in JSON.
 */
function aminoTypes(brand: AminoBrand): AminoTypes {
	const registry = createRegistry()
	const originals = new WeakMap<object, unknown>()
	const converters = messageSchemas.flatMap((schema) => {
		const typeUrl = typeUrlOf(schema)
		const toAmino = (value: Readonly<Record<string, unknown>>) => {
			const message = createMessage({ typeUrl, value })
			const amino = JSON.parse(encodeAminoJson(message, { registry, brand })) as { readonly value: object }
			originals.set(amino.value, message)
			return amino.value
		}
		const empty = JSON.parse(encodeAminoJson(createMessage({ typeUrl, value: {} }), { registry, brand })) as {
			readonly type?: string
		}
		if (empty.type === undefined) return []
		return [[typeUrl, { aminoType: empty.type, toAmino, fromAmino: (value: object) => originals.get(value) }] as const]
	})
	return new AminoTypes(Object.fromEntries(converters))
}
