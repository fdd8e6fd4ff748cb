import { ECDH } from 'node:crypto'
import { create, type DescMessage, type Message, type MessageShape } from '@bufbuild/protobuf'
import { type Any, AnySchema } from '@bufbuild/protobuf/wkt'
import { plainError, sdkErrors } from '../../errors/ChainError.ts'
import { BugError } from '../../errors/UserError.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import { decodeMessage } from '../proto/decodeMessage.ts'
import { encodeMessage } from '../proto/encodeMessage.ts'
import { goInterfaces, type InterfaceName } from './goInterfaces.ts'
import { evmTypes, standardTypes } from './standardTypes.ts'

/** The framework's interface registry (cosmos-sdk v0.44.5 codec/types/interface_registry.go). */
export interface Registry {
	/** Adds implementations of an interface; the type URL is `/` and the full message name. */
	register(name: InterfaceName, ...schemas: readonly DescMessage[]): void
	/** The message type of a type URL. Throws the plain error `unable to resolve type URL X`. */
	resolve(typeUrl: string): DescMessage
	/** The message type of a type URL, or undefined. */
	find(typeUrl: string): DescMessage | undefined
	/**
	 * Unpacks the message of an Any for an interface, and checks its nested messages.
	 * @throws plain errors: `no concrete type registered for type URL X against interface *types.Msg`, decoding texts.
	 */
	unpack(any: Any, name: InterfaceName): Message
	/** Type URLs of an interface's implementations, sorted. */
	implementations(name: InterfaceName): readonly string[]
}

/** Types of a registry besides the standard ones. */
export interface RegistryOptions {
	/** The types of the EVM's modules. */
	readonly evm?: boolean
}

/** A registry of everything that auth, vesting, bank, params and greet register, to which more can be added. */
export function createRegistry({ evm = false }: RegistryOptions = {}): Registry {
	const byUrl = new Map<string, DescMessage>()
	const byInterface = new Map<InterfaceName, Map<string, DescMessage>>()
	const registry: Registry = {
		register(name, ...schemas) {
			const known = getOrInsert(byInterface, name, () => new Map())
			for (const schema of schemas) {
				const url = typeUrlOf(schema)
				const before = byUrl.get(url)
				if (before !== undefined && before !== schema) throw new BugError(`two message types for ${url}`)
				known.set(url, schema)
				byUrl.set(url, schema)
			}
		},
		resolve(typeUrl) {
			const schema = byUrl.get(typeUrl)
			if (schema === undefined) throw plainError(`unable to resolve type URL ${typeUrl}`)
			return schema
		},
		find: (typeUrl) => byUrl.get(typeUrl),
		unpack(any, name) {
			const schema = byInterface.get(name)?.get(any.typeUrl)
			if (schema === undefined) {
				throw plainError(
					`no concrete type registered for type URL ${any.typeUrl} against interface ${goInterfaces[name].goType}`,
				)
			}
			const message = decodeMessage(schema, any.value)
			if (any.value.length > 0) checkSecp256r1(message)
			unpackNested(registry, message)
			return message
		},
		implementations: (name) => [...(byInterface.get(name)?.keys() ?? [])].sort(),
	}
	for (const [name, schemas] of standardTypes) registry.register(name, ...schemas)
	if (evm) for (const [name, schemas] of evmTypes) registry.register(name, ...schemas)
	return registry
}

/** The type URL of a message type: `/cosmos.bank.v1beta1.MsgSend`. */
export function typeUrlOf(schema: DescMessage): string {
	return `/${schema.typeName}`
}

/** A message packed as the framework packs it: the type URL has no host. */
export function packAny<Desc extends DescMessage>(schema: Desc, message: MessageShape<Desc>): Any {
	return create(AnySchema, { typeUrl: typeUrlOf(schema), value: encodeMessage(schema, message) })
}

const secp256r1Length = 33

/** A secp256r1 key that is given is decoded to a point of the curve at once (framework: crypto/keys/internal/ecdsa). */
function checkSecp256r1(message: Message): void {
	if (message.$typeName !== 'cosmos.crypto.secp256r1.PubKey') return
	const { key } = message as unknown as { readonly key: Uint8Array }
	if (key.length !== secp256r1Length) {
		throw sdkErrors.invalidPubKey.wrap(`wrong ECDSA PK bytes, expecting ${secp256r1Length} bytes, got ${key.length}`)
	}
	try {
		ECDH.convertKey(key, 'prime256v1')
	} catch {
		throw sdkErrors.invalidPubKey.wrap(`wrong ECDSA PK bytes, unknown curve type: ${key[0]}`)
	}
}

/** Checks the Any values inside a message, as its UnpackInterfaces method does in Go. An empty type URL passes. */
function unpackNested(registry: Registry, message: Message): void {
	const nested = nestedKeys(message)
	for (const any of nested) if (any.typeUrl !== '') registry.unpack(any, 'pubKey')
	if (message.$typeName !== 'ethermint.evm.v1.MsgEthereumTx') return
	const { data } = message as unknown as { readonly data?: Any }
	if (data !== undefined && data.typeUrl !== '') registry.unpack(data, 'txData')
}

function nestedKeys(message: Message): readonly Any[] {
	switch (message.$typeName) {
		case 'cosmos.crypto.multisig.LegacyAminoPubKey':
			return (message as unknown as { publicKeys: Any[] }).publicKeys
		case 'cosmos.auth.v1beta1.BaseAccount': {
			const key = (message as unknown as { pubKey?: Any }).pubKey
			return key === undefined ? [] : [key]
		}
		case 'cosmos.auth.v1beta1.ModuleAccount':
		case 'ethermint.types.v1.EthAccount':
		case 'cosmos.vesting.v1beta1.BaseVestingAccount': {
			const base = (message as unknown as { baseAccount?: Message }).baseAccount
			return base === undefined ? [] : nestedKeys(base)
		}
		case 'cosmos.vesting.v1beta1.ContinuousVestingAccount':
		case 'cosmos.vesting.v1beta1.DelayedVestingAccount':
		case 'cosmos.vesting.v1beta1.PeriodicVestingAccount':
		case 'cosmos.vesting.v1beta1.PermanentLockedAccount': {
			const base = (message as unknown as { baseVestingAccount?: Message }).baseVestingAccount
			return base === undefined ? [] : nestedKeys(base)
		}
		default:
			return []
	}
}
