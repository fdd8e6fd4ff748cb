import { jsonOf, member } from '../../util/jsonParts.ts'
import type { ListenerName } from '../../wire/AdminSchema.ts'
import type { RequestSummary } from '../../wire/RequestsSchema.ts'
import { appAgent } from '../../wire/RequestsSchema.ts'
import { BoundedText } from './BoundedText.ts'
import { callsWithSecrets, maskPath } from './maskSecrets.ts'

/** Data of a request at its arrival. */
export interface RequestStart {
	readonly listener: ListenerName
	readonly from: string
	readonly method: string
	/** With its query. */
	readonly path: string
	readonly headers?: readonly (readonly [name: string, value: string])[]
	/** Bodies that may hold passwords and new keys are not kept at all. */
	readonly private?: boolean
}

/** Creates records and adds them to the list. */
export interface NoteTaker {
	begin(start: RequestStart): RequestNote | undefined
	finish(note: RequestNote): void
}

/** A recorded request on its way to the thread that lists requests. */
export interface SentNote
	extends Pick<RequestNote, 'start' | 'time' | 'status' | 'code' | 'bodyText' | 'replyText' | 'ms'> {
	readonly body: { readonly bytes: number; readonly kept: Uint8Array }
	readonly reply: { readonly bytes: number; readonly kept: Uint8Array }
}

/** A recorded request, unmasked: its readers mask what they show. */
export class RequestNote {
	readonly id: number
	readonly start: RequestStart
	time = new Date()
	body = new BoundedText()
	reply = new BoundedText()
	status = 0
	/** The protocol's own code, if it has one. */
	code: number | undefined
	/** Readable forms where the wire is binary. */
	bodyText: string | undefined
	replyText: string | undefined
	ms = 0
	readonly #since = performance.now()

	constructor(id: number, start: RequestStart) {
		this.id = id
		this.start = start
	}

	/** One that another thread took. */
	static of(id: number, { start, body, reply, ...rest }: SentNote): RequestNote {
		return Object.assign(new RequestNote(id, start), {
			...rest,
			body: BoundedText.of(body.bytes, body.kept),
			reply: BoundedText.of(reply.bytes, reply.kept),
		})
	}

	/** What another thread makes it of. */
	sent(): SentNote {
		const { start, time, status, code, bodyText, replyText, ms, body, reply } = this
		return {
			start,
			time,
			status,
			code,
			bodyText,
			replyText,
			ms,
			body: { bytes: body.bytes, kept: body.kept },
			reply: { bytes: reply.bytes, kept: reply.kept },
		}
	}

	/** The answer is given. */
	done(): void {
		this.ms = performance.now() - this.#since
	}

	/** In one line. */
	summary(): RequestSummary {
		const { listener, from, method, path } = this.start
		const code = this.code ?? codeOf(this.#json(this.reply))
		return {
			id: this.id,
			listener,
			time: this.time.toISOString(),
			from,
			agent: agentOf(this.start.headers),
			method,
			path: maskPath(path),
			calls: callsOf(this.#json(this.body)),
			status: this.status,
			...(code === undefined ? {} : { code }),
			ms: Math.round(this.ms * 100) / 100,
			requestBytes: this.body.bytes,
			replyBytes: this.reply.bytes,
		}
	}

	/** Whether its bodies may hold passwords and keys, and are not shown at all. */
	get isPrivate(): boolean {
		return this.start.private === true || callsWithSecrets(this.body.kept.toString('utf8'))
	}

	/** Whether it only asks for this journal, or is an app looking at the node: both would fill it themselves. */
	get isOfJournal(): boolean {
		if (agentOf(this.start.headers) === appAgent) return true
		if (this.start.path.startsWith('/requests_')) return true
		return callsOf(this.#json(this.body)).startsWith('requests_')
	}

	#json(text: BoundedText): unknown {
		if (this.start.private === true || text.cut) return undefined
		return jsonOf(text.kept.toString('utf8'))
	}
}

function agentOf(headers: RequestStart['headers']): string {
	return headers?.find(([name]) => name.toLowerCase() === 'user-agent')?.[1].slice(0, 64) ?? ''
}

function callsOf(body: unknown): string {
	const names = (Array.isArray(body) ? body : [body]).map((one) => member(one, 'method'))
	const known = names.filter((name) => typeof name === 'string').map((name) => String(name).slice(0, 64))
	return known.length > 5 ? `${known.slice(0, 5).join(', ')} and ${known.length - 5} more` : known.join(', ')
}

function codeOf(reply: unknown): number | undefined {
	const code =
		member(member(reply, 'error'), 'code') ??
		member(member(reply, 'tx_response'), 'code') ??
		member(member(reply, 'result'), 'code') ??
		member(reply, 'code')
	return typeof code === 'number' ? code : undefined
}
