import type { Registry } from '../codec/registry/createRegistry.ts'
import { decodeTx } from '../codec/tx/decodeTx.ts'
import { PanicError } from '../errors/PanicError.ts'
import type { AppModule, MsgType } from './AppModule.ts'
import { AppTx } from './AppTx.ts'

/**
 * A reader of transactions that knows the messages of the modules. It throws ChainError `... tx parse error` (code 2).
 */
export function txDecoder(
	modules: readonly AppModule[],
	registry: Registry,
	prefix: string,
): (bytes: Uint8Array) => AppTx {
	const types = new Map<string, MsgType>(
		modules.flatMap(({ messages }) => messages.map((type) => [type.schema.typeName, type] as const)),
	)
	const addressTexts = new WeakMap<Uint8Array, string>()
	return (bytes) => {
		const decoded = decodeTx(bytes, registry)
		const messages = decoded.messages.map((value) => {
			const type = types.get(value.$typeName)
			if (type === undefined) throw new PanicError(`no module handles ${value.$typeName}`)
			return { type, typeUrl: `/${value.$typeName}`, value }
		})
		return new AppTx(decoded, messages, prefix, addressTexts)
	}
}
