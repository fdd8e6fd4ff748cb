import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { BugError } from '../errors/UserError.ts'
import type { SecretService } from './osKeyStore.ts'

/** What the process runs: calls of keytar by name, one answer each. It ends with its parent. */
const program = `
const { createRequire } = await import('node:module')
const keytar = createRequire(process.argv[1])(process.argv[1])
process.on('message', async ({ id, method, args }) => {
	try {
		process.send({ id, result: await keytar[method](...args) })
	} catch (error) {
		process.send({ id, fault: String(error?.message ?? error) })
	}
})
`

interface Answer {
	readonly id: string
	readonly result?: unknown
	readonly fault?: string
}

interface Pending {
	readonly resolve: (value: unknown) => void
	readonly reject: (fault: Error) => void
}

/**
 * keytar in a process of its own. A store that is locked and cannot ask for its password makes it read a secret that is
 * not there (keytar 7.9.0, findCredentials), which would end the whole program, and the node in it, by a signal. Secrets
 * go over a pipe between the two, not over the command line. The process ends with this one, and when it was asked
 * nothing for a while: it weighs 50 MB.
 * @param restMs Milliseconds from the last answer to its end.
 * @param file Path of the module.
 * @throws what `require.resolve` throws when keytar is not installed.
 */
export function keytarProcess(restMs = 5_000, file = keytarFile()): SecretService {
	const pending = new Map<string, Pending>()
	let child: ChildProcess | undefined
	let rest: ReturnType<typeof setTimeout> | undefined

	const fail = (fault: Error): void => {
		for (const { reject } of pending.values()) reject(fault)
		pending.clear()
	}
	const start = (): ChildProcess => {
		const started = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			// Secrets cross as text; a debugger's or another loader's flags have no place here.
			env: { ...process.env, NODE_OPTIONS: '' },
		})
		started.on('message', ({ id, result, fault }: Answer) => {
			const waiting = pending.get(id)
			pending.delete(id)
			if (fault === undefined) waiting?.resolve(result)
			else waiting?.reject(new BugError(fault))
			// It must not keep a command from ending.
			if (pending.size > 0) return
			started.unref()
			started.channel?.unref()
			rest = setTimeout(() => {
				child = undefined
				started.disconnect()
			}, restMs).unref()
		})
		started.on('error', fail)
		started.on('exit', (code, signal) => {
			if (child !== started) return
			clearTimeout(rest)
			child = undefined
			fail(new BugError(`it gave no secret (${signal ?? `status ${code}`}); its password was not entered`))
		})
		return started
	}
	const ask = <T>(method: string, ...args: readonly string[]): Promise<T> =>
		new Promise<T>((resolve, reject) => {
			clearTimeout(rest)
			child ??= start()
			const id = randomUUID()
			pending.set(id, { resolve: resolve as (value: unknown) => void, reject })
			child.ref()
			child.channel?.ref()
			child.send({ id, method, args }, (fault) => {
				if (fault && pending.delete(id)) reject(fault)
			})
		})
	return {
		getPassword: (service, account) => ask('getPassword', service, account),
		setPassword: (service, account, password) => ask('setPassword', service, account, password),
		deletePassword: (service, account) => ask('deletePassword', service, account),
		findCredentials: (service) => ask('findCredentials', service),
	}
}

/** Name of the optional package, in a variable so that no bundler or type check asks for what may be absent. */
const packageName = 'keytar'

function keytarFile(): string {
	return createRequire(import.meta.url).resolve(packageName)
}
