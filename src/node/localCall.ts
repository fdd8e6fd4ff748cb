import type { RpcHandler } from '../api/rpc/RpcHandler.ts'
import { parseJson } from '../codec/goJson/parseJson.ts'
import { writeCompactJson } from '../codec/goJson/writeJson.ts'
import type { Call, CallArgs, MethodName, ReplyOf } from '../wire/NodeSchema.ts'

/** Calls methods of a node in the same process. `refusal` makes an error reply's error from its text and code. */
export function localCall(rpc: RpcHandler, refusal: (text: string, code: number) => Error): Call {
	return async <M extends MethodName>(method: M, ...[params = {}]: CallArgs<M>) => {
		const outcome = await rpc.call(method, parseJson(JSON.stringify(params)))
		if ('result' in outcome) return JSON.parse(writeCompactJson(outcome.result)) as ReplyOf<M>
		const { code, message, data } = outcome.error
		throw refusal(data ? `${message}: ${data}` : message, code)
	}
}
