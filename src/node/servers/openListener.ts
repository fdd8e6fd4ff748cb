import { thrownText, UserError } from '../../errors/UserError.ts'
import type { RunningServer } from '../../serve/listen.ts'
import type { ListenerName } from '../../wire/AdminSchema.ts'
import type { Listener } from '../NodeConfig.ts'

/** Where a listener that is on listens. */
export type OpenListener = Omit<Extract<Listener, { on: true }>, 'on'>

/**
 * Opens a server on a configured listener. A taken port is replaced only if the user did not name it: by the port it
 * moved to before, otherwise by a free one. `open` must reject with code EADDRINUSE or EACCES if it cannot bind.
 * @throws {UserError} that names the flag to change; a UserError of the server itself passes unchanged.
 */
export async function openListener(
	name: ListenerName,
	listener: OpenListener,
	open: (host: string, port: number) => Promise<RunningServer>,
	log: (text: string) => void,
	remembered?: number,
): Promise<{ readonly server: RunningServer; readonly movedFrom?: number }> {
	try {
		return { server: await open(listener.host, listener.port) }
	} catch (cause) {
		const taken = isAddressTaken(cause)
		if (taken && !listener.asked) {
			const server = await openElsewhere(listener.host, remembered, open)
			log(
				`port ${listener.port} is taken: ${name} listens on ${server.host}:${server.port}; choose one with --${name} ADDRESS`,
			)
			return { server, movedFrom: listener.port }
		}
		// The server's own error is more precise, for example for a database that does not open.
		if (!taken && cause instanceof UserError) throw cause
		throw new UserError(`${name} cannot listen on ${listener.host}:${listener.port}.`, {
			why: taken ? 'Another program uses this port.' : thrownText(cause),
			next: `End that program, or choose another address with --${name} ADDRESS, or --${name} off.`,
			cause,
		})
	}
}

/** Uses the port it moved to before if that is free, otherwise any. */
async function openElsewhere(
	host: string,
	remembered: number | undefined,
	open: (host: string, port: number) => Promise<RunningServer>,
): Promise<RunningServer> {
	if (remembered === undefined) return open(host, 0)
	try {
		return await open(host, remembered)
	} catch (cause) {
		if (!isAddressTaken(cause)) throw cause
		return open(host, 0)
	}
}

/** Servers wrap the system's error; gRPC's has no code at all. */
function isAddressTaken(error: unknown): boolean {
	if (!(error instanceof Error)) return false
	const { code } = error as NodeJS.ErrnoException
	if (code === 'EADDRINUSE' || /EADDRINUSE|address already in use|No address added/.test(error.message)) return true
	return isAddressTaken(error.cause)
}
