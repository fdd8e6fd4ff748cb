import { type JsonNode, parseJsonStream } from '../../codec/goJson/parseJson.ts'
import { thrownText } from '../../errors/thrownText.ts'
import type { Asker } from '../../modules/evm/vm/CallSlots.ts'
import { type AllowedOrigins, isExtensionOrigin } from '../../serve/allowedOrigins.ts'
import type { TakeTurn } from '../../serve/TakeTurn.ts'
import { EthFault, ethCodes } from './EthFault.ts'
import type { EthJson, EthMethods } from './EthMethod.ts'

/** Limits of one request body. */
export interface EthHandlerLimits {
	/** Requests in one array. */
	readonly batchItems: number
	/** Bytes of replies to one array. */
	readonly batchReplyBytes: number
}

/** Who asks, and when. */
export interface EthAsking {
	/** Whether the caller is a program of this machine. */
	readonly ownMachine?: boolean
	/** Whether it is a wallet in a browser, which needs the methods of chain and network only. */
	readonly isWallet?: boolean
	/**
	 * When parts of the work run. A body of one request is read and answered in one turn, each item of an array in a turn
	 * of its own. By default all run at once.
	 */
	readonly turn?: TakeTurn
	/** In line for what runs code. */
	readonly asker?: Asker
}

/**
 * What a caller may ask by its origin.
 *
 * @param wallets whether wallets in browsers may ask, as extensions of this machine's browsers
 */
export function asksOf(
	origin: string | undefined,
	origins: AllowedOrigins,
	wallets: boolean,
): 'all' | 'as wallet' | 'nothing' {
	if (origin === undefined || origins.allows(origin)) return 'all'
	return wallets && origins.sameMachine && isExtensionOrigin(origin) ? 'as wallet' : 'nothing'
}

/**
 * Answers JSON-RPC bodies like go-ethereum's server (v1.10.16 rpc/json.go, rpc/handler.go): any plain id, an optional
 * version, no replies to notifications, and text after the first value is ignored.
 */
export class EthHandler {
	readonly #methods: EthMethods
	readonly #powers: EthMethods
	readonly #limits: EthHandlerLimits

	/**
	 * @param powers Methods that change the chain outside its rules or sign with the node's keys; only for programs of
	 * this machine.
	 */
	constructor(methods: EthMethods, limits: EthHandlerLimits, powers: EthMethods = {}) {
		this.#methods = methods
		this.#powers = powers
		this.#limits = limits
	}

	/** Names of the public methods. */
	get names(): readonly string[] {
		return Object.keys(this.#methods)
	}

	/** Answers a body. Returns an empty text if there is nothing to answer. */
	async reply(body: string | Uint8Array, asking: EthAsking = {}): Promise<string> {
		let items: readonly JsonNode[] | undefined
		const reply = await (asking.turn ?? atOnce)(async () => {
			let node: JsonNode
			try {
				node = parseJsonStream(body)
			} catch (fault) {
				if (fault instanceof Error && fault.message === 'EOF') return ''
				return errorReply('null', new EthFault('parse error', ethCodes.parseError))
			}
			if (node.kind !== 'array') return this.answer(node, asking)
			items = node.items
			return ''
		}, false)
		return items === undefined ? reply : this.answerAll(items, asking)
	}

	/** Answers one parsed request. */
	async answer(node: JsonNode, asking: EthAsking = {}): Promise<string> {
		const request = requestOf(node)
		if (request === 'nothing') return ''
		if (request === 'invalid')
			return errorReply(idOf(node) ?? 'null', new EthFault('invalid request', ethCodes.invalidRequest))
		const { id, method, params } = request
		try {
			const result = await this.call(method, params, asking)
			return id === undefined ? '' : `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`
		} catch (fault) {
			return id === undefined ? '' : errorReply(id, toEthFault(fault))
		}
	}

	/**
	 * Calls one method.
	 *
	 * @throws {EthFault} if the method is unknown or fails.
	 */
	async call(
		method: string,
		params: JsonNode | undefined,
		{ ownMachine, isWallet = false, asker }: EthAsking = {},
	): Promise<EthJson> {
		if (isWallet && !/^(eth|net|web3|wallet)_/.test(method)) {
			throw new EthFault(
				`the method ${method.slice(0, 80)} does not answer wallets in browsers: allow their origin by --allowed-origins`,
				ethCodes.methodNotFound,
			)
		}
		const power = Object.hasOwn(this.#powers, method) ? this.#powers[method] : undefined
		if (power !== undefined && ownMachine !== true) {
			throw new EthFault(
				`the method ${method} answers programs of the node's own machine only`,
				ethCodes.methodNotFound,
			)
		}
		const run = power ?? (Object.hasOwn(this.#methods, method) ? this.#methods[method] : undefined)
		if (run === undefined) {
			throw new EthFault(`the method ${method} does not exist/is not available`, ethCodes.methodNotFound)
		}
		return run(params, asker)
	}

	/** Answers the items of an array. */
	async answerAll(items: readonly JsonNode[], asking: EthAsking): Promise<string> {
		const { turn = atOnce } = asking
		if (items.length === 0) return errorReply('null', new EthFault('empty batch', ethCodes.invalidRequest))
		const { batchItems, batchReplyBytes } = this.#limits
		if (items.length > batchItems) {
			const id = items.map(idOf).find((value) => value !== undefined) ?? 'null'
			return `[${errorReply(id, new EthFault('batch too large', ethCodes.invalidRequest))}]`
		}
		const replies: string[] = []
		let size = 0
		for (const item of items) {
			// Nobody takes what is still to be answered.
			if (asking.asker?.caller?.hasLeft === true) return ''
			if (size > batchReplyBytes) {
				const id = idOf(item)
				if (id !== undefined) replies.push(errorReply(id, new EthFault('response too large', -32003)))
				continue
			}
			const reply = await turn(() => this.answer(item, asking), true)
			if (reply === '') continue
			size += reply.length
			replies.push(reply)
		}
		return replies.length === 0 ? '' : `[${replies.join(',')}]`
	}
}

const atOnce: TakeTurn = async (job) => job()

/** An error reply. `id` is literal JSON. */
export function errorReply(id: string, { code, message, data }: EthFault): string {
	const tail = data === undefined ? '' : `,"data":${JSON.stringify(data)}`
	return `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${JSON.stringify(message)}${tail}}}`
}

/** Converts any failure to an EthFault. */
export function toEthFault(fault: unknown): EthFault {
	if (fault instanceof EthFault) return fault
	return new EthFault(thrownText(fault))
}

interface Request {
	/** Literal JSON; undefined for a notification. */
	readonly id: string | undefined
	readonly method: string
	readonly params: JsonNode | undefined
}

function requestOf(node: JsonNode): Request | 'invalid' | 'nothing' {
	if (node.kind !== 'object') return 'invalid'
	const id = node.members.get('id')
	if (id !== undefined && (id.kind === 'object' || id.kind === 'array')) return 'invalid'
	const method = node.members.get('method')
	const params = node.members.get('params')
	if (method === undefined) {
		// A reply object is not a request and gets no answer.
		return id !== undefined && (node.members.has('result') || node.members.has('error')) ? 'nothing' : 'invalid'
	}
	if (method.kind !== 'string' || method.value === '') return 'invalid'
	return { id: id?.raw, method: method.value, params }
}

function idOf(node: JsonNode): string | undefined {
	if (node.kind !== 'object') return undefined
	const id = node.members.get('id')
	return id === undefined || id.kind === 'object' || id.kind === 'array' ? undefined : id.raw
}
