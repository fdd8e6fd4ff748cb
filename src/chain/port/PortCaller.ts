import type { MessagePort } from 'node:worker_threads'
import { BugError } from '../../errors/UserError.ts'
import { fromPortFault, type PortFault } from './portFault.ts'

/** Methods of another thread: each takes what can be cloned and answers by a promise. */
export type PortMethods = { readonly [name: string]: (...args: never[]) => Promise<unknown> }

/** A call: its number, the method's name, the arguments. Many go in one message. */
export type PortCall = readonly [id: number, method: string, args: readonly unknown[]]

/** An answer: the number of the call, and its value or its error. Many come in one message. */
export type PortAnswer =
	| readonly [id: number, value: unknown]
	| readonly [id: number, value: undefined, fault: PortFault]

interface Waiting {
	readonly resolve: (value: unknown) => void
	readonly reject: (error: Error) => void
}

/** Calls methods of another thread over a message port. Concurrent calls share one message. */
export class PortCaller<Methods extends PortMethods> {
	readonly #port: MessagePort
	readonly #waiting = new Map<number, Waiting>()
	#unsent: PortCall[] = []
	#lastId = 0
	#closed = false

	constructor(port: MessagePort) {
		this.#port = port
		port.on('message', (answers: readonly PortAnswer[]) => {
			for (const [id, value, fault] of answers) {
				const waiting = this.#waiting.get(id)
				this.#waiting.delete(id)
				if (fault === undefined) waiting?.resolve(value)
				else waiting?.reject(fromPortFault(fault))
			}
		})
		port.on('close', () => this.#end())
	}

	/** Calls a method. Rejects with what it throws there, and when the other thread is gone. */
	call<Name extends keyof Methods & string>(
		method: Name,
		...args: Parameters<Methods[Name]>
	): ReturnType<Methods[Name]> {
		const answer = new Promise((resolve, reject) => {
			if (this.#closed) return reject(gone())
			const id = ++this.#lastId
			this.#waiting.set(id, { resolve, reject })
			if (this.#unsent.length === 0) queueMicrotask(() => this.#send())
			this.#unsent.push([id, method, args])
		})
		return answer as ReturnType<Methods[Name]>
	}

	/** Ends it; what waits is rejected. */
	close(): void {
		this.#port.close()
		this.#end()
	}

	#send(): void {
		const calls = this.#unsent
		this.#unsent = []
		this.#port.postMessage(calls)
	}

	#end(): void {
		this.#closed = true
		for (const { reject } of this.#waiting.values()) reject(gone())
		this.#waiting.clear()
	}
}

function gone(): Error {
	return new BugError('the thread that was asked is gone')
}
