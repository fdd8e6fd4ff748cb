import { once } from 'node:events'
import type { Socket } from 'node:net'
import { create } from '@bufbuild/protobuf'
import { decodeMessage } from '../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../codec/proto/encodeMessage.ts'
import { ChainError } from '../errors/ChainError.ts'
import { thrownText } from '../errors/UserError.ts'
import { type Request, RequestSchema, ResponseSchema } from '../gen/tendermint/abci/types_pb.js'
import { joinBytes } from '../util/bytes.ts'
import { FrameReader, frameOf } from '../util/FrameReader.ts'
import type { Log } from '../util/Log.ts'
import { abciFrames } from './abciFrames.ts'
import { answerRequest } from './answerRequest.ts'
import type { SocketTarget } from './SocketApplication.ts'

/** Answers wait for a flush until they have this many bytes, as behind the buffered writer of the Go server. */
const bufferBytes = 65_536

/** Requests of a connection that may wait before the socket is read no further. */
const mostWaiting = 1_000

/** Where a connection is between the steps of a block. */
type BlockPhase = 'none' | 'initialized' | 'begun' | 'ended'

/** Steps of a block, with the phases in which an engine may ask for them and the phase that follows. */
const blockSteps: ReadonlyMap<
	Request['value']['case'],
	{ readonly name: string; readonly after: readonly BlockPhase[]; readonly phase: BlockPhase }
> = new Map([
	['initChain', { name: 'InitChain', after: ['none', 'initialized'], phase: 'initialized' }],
	['beginBlock', { name: 'BeginBlock', after: ['none', 'initialized', 'begun', 'ended'], phase: 'begun' }],
	['deliverTx', { name: 'DeliverTx', after: ['begun'], phase: 'begun' }],
	['endBlock', { name: 'EndBlock', after: ['begun'], phase: 'ended' }],
	['commit', { name: 'Commit', after: ['begun', 'ended'], phase: 'none' }],
])

/** The phase after a request. @throws {ChainError} for a step of a block not begun here; nothing has run then. */
function nextPhase(phase: BlockPhase, step: Request['value']['case']): BlockPhase {
	const rule = blockSteps.get(step)
	if (rule === undefined) return phase
	if (rule.after.includes(phase)) return rule.phase
	throw new ChainError('abci', 1, `${rule.name} came ${phase === 'ended' ? 'after EndBlock' : 'before BeginBlock'}`)
}

/** A request that waits, decoded if its transaction was looked at before its turn. */
interface Waiting {
	readonly frame: Uint8Array
	readonly request?: Request
}

/** First byte of a request DeliverTx: the tag of its field in `tendermint.abci.Request`. */
const deliverTxTag = (RequestSchema.field.deliverTx.number << 3) | 2

/** A request DeliverTx; undefined for a faulty one, which is refused in its turn. */
function deliverTxOf(frame: Uint8Array): Request | undefined {
	try {
		return decodeMessage(RequestSchema, frame)
	} catch {
		return undefined
	}
}

/** Names of the requests in metrics, as in the protocol: `deliver_tx`. */
const methodNames = Object.fromEntries(
	RequestSchema.fields.map(({ localName, name }) => [localName, name]),
) as Readonly<Record<NonNullable<Request['value']['case']>, string>>

/** One connection of an engine: its requests are answered one after the other, and written out when the engine asks for it. */
export class AbciConnection {
	/** Settles when the last request is answered and the socket is closed. */
	readonly ended: Promise<void>
	readonly #socket: Socket
	readonly #target: SocketTarget
	readonly #log: Log
	readonly #onFailure: (cause: unknown) => void
	readonly #waiting: Waiting[] = []
	readonly #answers: Uint8Array[] = []
	#answerBytes = 0
	#block: BlockPhase = 'none'
	#closing = false
	#wake: () => void = () => undefined

	constructor(socket: Socket, target: SocketTarget, log: Log, onFailure: (cause: unknown) => void) {
		this.#socket = socket
		this.#target = target
		this.#log = log
		this.#onFailure = onFailure
		const reader = new FrameReader(abciFrames)
		socket.on('data', (bytes) => {
			if (this.#closing) return
			try {
				this.#take(reader.push(bytes as Uint8Array))
			} catch (fault) {
				this.#refuse(fault)
			}
			if (this.#waiting.length > mostWaiting) socket.pause()
			this.#wake()
		})
		// A reset is the end of a connection like any other.
		socket.on('error', () => undefined)
		socket.on('close', () => {
			this.#closing = true
			this.#wake()
		})
		this.ended = this.#run()
	}

	/** Answers what has come whole, then ends the connection. */
	async close(): Promise<void> {
		this.#closing = true
		this.#wake()
		await this.ended
	}

	async #run(): Promise<void> {
		for (;;) {
			const frame = this.#waiting.shift()
			if (frame !== undefined) {
				if (this.#waiting.length === 0 && this.#socket.isPaused()) this.#socket.resume()
				if (!(await this.#answer(frame))) break
			} else if (this.#closing) break
			else
				await new Promise<void>((resolve) => {
					this.#wake = resolve
				})
		}
		this.#closing = true
		this.#waiting.length = 0
		// The engine begins an unfinished block again on the connection it opens next.
		if (this.#block !== 'none') await this.#target.application.inTurn((app) => app.discardBlock())
		this.#flush()
		this.#socket.end()
		if (!this.#socket.destroyed)
			await Promise.race([once(this.#socket, 'close'), new Promise((r) => setTimeout(r, 500))])
		this.#socket.destroy()
	}

	/**
	 * Queues requests. An engine sends the transactions of a block in one go, so that the signatures of those behind can be
	 * verified while the first are executed.
	 */
	#take(frames: readonly Uint8Array[]): void {
		const { verifyAhead } = this.#target
		if (verifyAhead === undefined) {
			this.#waiting.push(...frames.map((frame) => ({ frame })))
			return
		}
		const txs: Uint8Array[] = []
		for (const frame of frames) {
			const request = frame[0] === deliverTxTag ? deliverTxOf(frame) : undefined
			this.#waiting.push(request === undefined ? { frame } : { frame, request })
			if (request?.value.case === 'deliverTx') txs.push(request.value.value.tx)
		}
		if (txs.length > 0) verifyAhead(txs)
	}

	/** Answers a request. Returns whether the connection continues. */
	async #answer({ frame, request: known }: Waiting): Promise<boolean> {
		let isCommitting = false
		try {
			const request = known ?? decodeMessage(RequestSchema, frame)
			const step = request.value.case
			this.#block = nextPhase(this.#block, step)
			isCommitting = step === 'commit'
			const from = performance.now()
			const response = await answerRequest(this.#target, request)
			if (step !== undefined) this.#target.timed?.(methodNames[step], (performance.now() - from) / 1000)
			this.#put(encodeMessage(ResponseSchema, response))
			if (step === 'flush' || this.#answerBytes > bufferBytes) await this.#writeOut()
			return true
		} catch (fault) {
			this.#refuse(fault)
			// Memory is ahead of the disk then: only a new start brings them together.
			if (isCommitting) this.#onFailure(fault)
			return false
		}
	}

	/** Sends the engine an exception because the application cannot answer; the engine then stops. */
	#refuse(fault: unknown): void {
		const error = thrownText(fault)
		this.#log('error', 'abci', `An engine's request failed: ${error}`)
		this.#put(encodeMessage(ResponseSchema, create(ResponseSchema, { value: { case: 'exception', value: { error } } })))
		this.#closing = true
	}

	#put(message: Uint8Array): void {
		const frame = frameOf(message, abciFrames)
		this.#answers.push(frame)
		this.#answerBytes += frame.length
	}

	async #writeOut(): Promise<void> {
		if (this.#flush()) return
		// Listeners of the event that does not come would gather on the socket.
		const over = new AbortController()
		const { signal } = over
		await Promise.race(['drain', 'close'].map((event) => once(this.#socket, event, { signal }))).catch(() => undefined)
		over.abort()
	}

	#flush(): boolean {
		if (this.#answers.length === 0 || !this.#socket.writable) return true
		const bytes = joinBytes(this.#answers)
		this.#answers.length = 0
		this.#answerBytes = 0
		return this.#socket.write(bytes)
	}
}
