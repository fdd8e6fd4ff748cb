import type { MessagePort } from 'node:worker_threads'
import { BugError } from '../../errors/UserError.ts'
import type { PortAnswer, PortCall, PortMethods } from './PortCaller.ts'
import { toPortFault } from './portFault.ts'

/**
 * Answers the calls of a `PortCaller` in another thread. Calls run side by side; answers that are there at once go back in
 * one message. The returned function ends it.
 */
export function servePortCalls(port: MessagePort, methods: PortMethods): () => void {
	let unsent: PortAnswer[] = []
	const send = (): void => {
		const answers = unsent
		unsent = []
		port.postMessage(answers)
	}
	const answer = (one: PortAnswer): void => {
		if (unsent.length === 0) setImmediate(send)
		unsent.push(one)
	}
	const onMessage = (calls: readonly PortCall[]): void => {
		for (const [id, name, args] of calls) {
			void run(methods, name, args).then(
				(value) => answer([id, value]),
				(error: unknown) => answer([id, undefined, toPortFault(error)]),
			)
		}
	}
	port.on('message', onMessage)
	return () => {
		port.off('message', onMessage)
		port.close()
	}
}

async function run(methods: PortMethods, name: string, args: readonly unknown[]): Promise<unknown> {
	const method = Object.hasOwn(methods, name) ? methods[name] : undefined
	if (method === undefined) throw new BugError(`no method ${name} is served to other threads`)
	return method(...(args as never[]))
}
