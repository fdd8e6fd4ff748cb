import { networkReason } from '../errors/innermostCause.ts'
import { UserError } from '../errors/UserError.ts'
import type { ParametersOf, ReplyOf } from '../wire/NodeSchema.ts'
import type { TendermintSchema } from '../wire/TendermintSchema.ts'

type Method = keyof TendermintSchema

/** An error reply of the engine: its texts reach clients as the engine wrote them. */
export class EngineFault extends Error {
	override readonly name = 'EngineFault'
	/** The JSON-RPC code, such as -32603. */
	readonly code: number
	/** What Tendermint adds to `Internal error`: the text that says why. */
	readonly reason: string

	constructor(code: number, message: string, reason: string) {
		super(reason === '' ? message : `${message}: ${reason}`)
		this.code = code
		this.reason = reason
	}
}

/** Time a call may take, unless it waits for a block. */
const callTimeoutMs = 30_000

/** JSON-RPC calls over http to a real engine of the 0.34 line. */
export class EngineClient {
	/** `http://127.0.0.1:26657` */
	readonly url: string
	#lastId = 0

	constructor(url: string) {
		this.url = url
	}

	/** Calls a method. Rejects with EngineFault for an error reply, and with UserError when the engine does not answer. */
	async call<M extends Method>(
		method: M,
		params: ParametersOf<M> | Readonly<Record<string, unknown>> = {},
		timeoutMs = callTimeoutMs,
	): Promise<ReplyOf<M>> {
		const body = JSON.stringify({ jsonrpc: '2.0', id: ++this.#lastId, method, params })
		const reply = await this.#post(body, timeoutMs)
		if (reply.error !== undefined) {
			const { code, message, data } = reply.error
			throw new EngineFault(code, message, data ?? '')
		}
		// The reply's form is the contract of `src/wire`; decoders refuse what they cannot read.
		return reply.result as ReplyOf<M>
	}

	async #post(body: string, timeoutMs: number): Promise<RpcReply> {
		try {
			const response = await fetch(this.url, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body,
				signal: AbortSignal.timeout(timeoutMs),
			})
			return (await response.json()) as RpcReply
		} catch (cause) {
			throw new UserError(`The engine at ${this.url} does not answer.`, {
				why: networkReason(cause),
				next: 'Check that it runs, and that --engine is the address of its RPC.',
				cause,
			})
		}
	}
}

interface RpcReply {
	readonly result?: unknown
	readonly error?: { readonly code: number; readonly message: string; readonly data?: string }
}
