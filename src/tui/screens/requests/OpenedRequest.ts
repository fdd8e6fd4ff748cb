import { msText, type ReplayedRequest, type RequestDetail, type RequestSummary } from '../../../client/index.ts'
import { JsonTree } from '../../kit/models/JsonTree.ts'
import type { Movable } from '../../kit/models/List.ts'
import { TextScroll } from '../../kit/models/TextScroll.ts'
import { counted } from '../../kit/text/numbers.ts'

/** A part of a request with its own scroll position. */
export interface RequestPart {
	readonly id: 'reply' | 'request' | 'headers' | 'again'
	/** A remark about it; may be empty. */
	readonly remark: string
	/** Its text as a JSON tree; otherwise `text` holds it. */
	readonly tree: JsonTree | undefined
	readonly text: string
	readonly scroll: TextScroll
}

/** Depth from which what a part holds begins folded. */
const foldFrom = 6
/** A number of more digits than a double holds: such a text is shown as it is. */
const longNumber = /[:,[\s]-?\d{16,}/

/** A request that is read: its parts, the one in front, and where the reader is in each. */
export class OpenedRequest implements Movable {
	readonly summary: RequestSummary
	readonly detail: RequestDetail
	readonly reply: RequestPart
	readonly request: RequestPart
	#parts: readonly RequestPart[]
	#front: RequestPart

	constructor(summary: RequestSummary, detail: RequestDetail) {
		this.summary = summary
		this.detail = detail
		const cut = detail.cut ? ['the first 16,384 bytes'] : []
		this.reply = part('reply', detail.reply, [counted(summary.replyBytes, 'byte'), ...cut].join(', '))
		this.request = part('request', detail.body, [counted(summary.requestBytes, 'byte'), ...cut].join(', '))
		const headers = part('headers', JSON.stringify(Object.fromEntries(detail.headers)), '')
		this.#parts = [this.reply, this.request, headers]
		this.#front = this.reply
	}

	get parts(): readonly RequestPart[] {
		return this.#parts
	}

	/** The part the keys act on. */
	get front(): RequestPart {
		return this.#front
	}

	/** Brings the next part to the front. */
	nextPart(): void {
		this.#front = this.#parts[(this.#parts.indexOf(this.front) + 1) % this.#parts.length]!
	}

	/** Adds the reply to sending it again, as the last part, and brings it to the front. */
	sentAgain(replayed: ReplayedRequest): void {
		const same = replayed.body.trim() === this.detail.reply.trim() ? 'the same reply' : 'another reply'
		const remark = [
			...(this.summary.method === 'gRPC' ? [] : [`status ${replayed.status}`]),
			`${msText(replayed.ms)} ms`,
			...(this.detail.cut ? [] : [same]),
		]
		const again = part('again', replayed.body, remark.join(', '))
		this.#parts = [...this.#parts.filter(({ id }) => id !== 'again'), again]
		this.#front = again
	}

	move(delta: number): void {
		this.#movable.move(delta)
	}

	page(pages: number): void {
		this.#movable.page(pages)
	}

	edge(end: 'first' | 'last'): void {
		this.#movable.edge(end)
	}

	get #movable(): Movable {
		return this.front.tree ?? this.front.scroll
	}
}

function part(id: RequestPart['id'], text: string, remark: string): RequestPart {
	return { id, remark, tree: treeOf(text), text, scroll: new TextScroll() }
}

function treeOf(text: string): JsonTree | undefined {
	if (!/^\s*[{[]/.test(text) || longNumber.test(text)) return undefined
	try {
		return new JsonTree(JSON.parse(text), foldFrom)
	} catch {
		return undefined
	}
}
