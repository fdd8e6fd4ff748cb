import type { Call } from '../../wire/NodeSchema.ts'
import { toUserError } from '../withUserErrors.ts'
import type { RpcConnection } from './RpcConnection.ts'

/** The calls of a connection, where a refusal of the node is a UserError. */
export function userCall(connection: RpcConnection): Call {
	return async (method, ...args) => {
		try {
			return await connection.call(method, ...args)
		} catch (error) {
			throw toUserError(error)
		}
	}
}
