import {
	create,
	type DescMessage,
	type DescMethodUnary,
	fromBinary,
	type MessageInitShape,
	type MessageShape,
	toBinary,
} from '@bufbuild/protobuf'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { abciQuery, type QueryAt } from './abciQuery.ts'

/**
 * Calls a method of a protobuf query service through `abci_query`: `queryMethod(connection, Query.method.greet, { id })`.
 *
 * Throws as `abciQuery` does.
 */
export async function queryMethod<I extends DescMessage, O extends DescMessage>(
	connection: RpcConnection,
	method: DescMethodUnary<I, O>,
	request: MessageInitShape<I>,
	at: QueryAt = {},
): Promise<MessageShape<O>> {
	const path = `/${method.parent.typeName}/${method.name}`
	const data = toBinary(method.input, create(method.input, request))
	return fromBinary(method.output, (await abciQuery(connection, path, data, at)).value)
}
