import {
	create,
	type DescMessage,
	type DescMethodUnary,
	type MessageInitShape,
	type MessageShape,
} from '@bufbuild/protobuf'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
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
	const data = encodeMessage(method.input, create(method.input, request))
	return decodeMessage(method.output, (await abciQuery(connection, path, data, at)).value)
}
