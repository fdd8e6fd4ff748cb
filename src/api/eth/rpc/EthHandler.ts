import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { thrownText } from '../../../errors/UserError.ts'
import { type AllowedOrigins, isExtensionOrigin } from '../../../serve/allowedOrigins.ts'
import type { TakeTurn } from '../../../serve/TakeTurn.ts'
import type { Bound } from './Bound.ts'
import { EthFault, errorReply, ethCodes, resultReply } from './EthFault.ts'
import type { EthCall, EthJson } from './EthMethod.ts'
import { type EthMethodSet, knownFault, unknownMethod } from './EthMethodSet.ts'
import { type EthRequest, firstId, gethEnvelope, type RequestBody, readRequests } from './readRequests.ts'

/** Limits of one request body. */
export interface EthHandlerLimits {
	/** Requests in one array. */
	readonly batchItems: Bound
	/** Bytes of replies to one array, before one more is answered. */
	readonly batchReplyBytes: Bound
}

/** Who asks, and when. */
export interface EthAsking extends Pick<EthCall, 'asker' | 'subscriptions'> {
	/** Whether the caller is a program of this machine. */
	readonly ownMachine?: boolean
	/** Whether it is a wallet in a browser, which needs the methods of chain and network only. */
	readonly isWallet?: boolean
	/** When parts of the work run: a single request in one turn, each item of an array in its own. By default at once. */
	readonly turn?: TakeTurn
}

/** Options of the handler. */
export interface EthHandlerOptions {
	readonly limits: EthHandlerLimits
	/** Whether programs of this machine have powers over the chain, and its keys. */
	readonly hasPowers: boolean
	/** The fault as a reply tells it (default: as it is). */
	readonly told?: ((fault: EthFault) => EthFault) | undefined
}

/** What a caller may ask by its origin. @param wallets whether wallets may: extensions of this machine's browsers */
export function asksOf(
	origin: string | undefined,
	origins: AllowedOrigins,
	wallets: boolean,
): 'all' | 'as wallet' | 'nothing' {
	if (origin === undefined || origins.allows(origin)) return 'all'
	return wallets && origins.sameMachine && isExtensionOrigin(origin) ? 'as wallet' : 'nothing'
}

/** Answers JSON-RPC bodies like go-ethereum's server (v1.10.16 rpc/json.go, rpc/handler.go). */
export class EthHandler {
	readonly #methods: EthMethodSet
	readonly #options: EthHandlerOptions

	constructor(methods: EthMethodSet, options: EthHandlerOptions) {
		this.#methods = methods
		this.#options = options
	}

	/** Answers a body. Returns an empty text if there is nothing to answer. */
	async reply(bytes: string | Uint8Array, asking: EthAsking = {}): Promise<string> {
		let body: RequestBody | undefined
		const reply = await (asking.turn ?? atOnce)(async () => {
			try {
				body = readRequests(bytes, gethEnvelope)
			} catch (fault) {
				return errorReply(
					'null',
					new EthFault(`the node could not read the request: ${thrownText(fault)}`, ethCodes.internal),
				)
			}
			if (body.kind === 'single') return this.#answer(body.request, asking)
			return body.kind === 'fault' ? body.reply : ''
		}, false)
		return body?.kind === 'batch' ? this.#answerAll(body.requests, asking) : reply
	}

	async #answer(request: EthRequest, asking: EthAsking): Promise<string> {
		if (!request.valid) return errorReply(request.id, new EthFault('invalid request', ethCodes.invalidRequest))
		const { id, method, params } = request
		try {
			const result = await this.#call(method, params, asking)
			return id === undefined ? '' : resultReply(id, result)
		} catch (fault) {
			if (id === undefined) return ''
			const known = knownFault(fault) ?? new EthFault(thrownText(fault))
			return errorReply(id, this.#options.told?.(known) ?? known)
		}
	}

	#call(
		name: string,
		params: JsonNode | undefined,
		{ ownMachine, isWallet, asker, subscriptions }: EthAsking,
	): EthJson | Promise<EthJson> {
		const { hasPowers } = this.#options
		const { access, wallets } = this.#methods.methods.get(name) ?? {}
		if (access === undefined || (access === 'powers' && !hasPowers)) throw unknownMethod(name)
		if (isWallet === true && wallets === false) {
			throw new EthFault(
				`the method ${name} does not answer wallets in browsers: allow their origin by --allowed-origins`,
				ethCodes.methodNotFound,
			)
		}
		const usesKeys = hasPowers && ownMachine === true
		if (access !== 'anyone' && hasPowers && !usesKeys) {
			throw new EthFault(`the method ${name} answers programs of the node's own machine only`, ethCodes.methodNotFound)
		}
		return this.#methods.call(name, params, { asker, subscriptions, usesKeys })
	}

	/** Answers the items of an array. */
	async #answerAll(requests: readonly EthRequest[], asking: EthAsking): Promise<string> {
		const { turn = atOnce } = asking
		const { batchItems, batchReplyBytes } = this.#options.limits
		if (requests.length > batchItems.most && batchItems.refusal !== undefined) {
			return `[${errorReply(firstId(requests), batchItems.refusal)}]`
		}
		const replies: string[] = []
		let size = 0
		for (const request of requests) {
			// Nobody takes what is still to be answered.
			if (asking.asker?.caller?.hasLeft === true) return ''
			if (size > batchReplyBytes.most && batchReplyBytes.refusal !== undefined) {
				if (request.id !== undefined) replies.push(errorReply(request.id, batchReplyBytes.refusal))
				continue
			}
			const reply = await turn(() => this.#answer(request, asking), true)
			if (reply === '') continue
			size += reply.length
			replies.push(reply)
		}
		return replies.length === 0 ? '' : `[${replies.join(',')}]`
	}
}

const atOnce: TakeTurn = async (job) => job()
