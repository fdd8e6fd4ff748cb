import { once } from 'node:events'
import { lstatSync, unlinkSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { thrownText, UserError } from '../errors/UserError.ts'
import { bracketed } from '../util/bracketed.ts'
import type { Log } from '../util/Log.ts'
import type { AbciAddress } from './AbciAddress.ts'
import { AbciConnection } from './AbciConnection.ts'
import type { SocketTarget } from './SocketApplication.ts'

/** Options of an ABCI server. */
export interface AbciServerOptions extends SocketTarget {
	readonly address: AbciAddress
	readonly log: Log
	/** Called once when the application failed while it wrote a block: what is on disk is whole, the process must end. */
	readonly onFailure: (cause: unknown) => void
}

/** A server that listens for an engine. */
export interface AbciServer {
	/** Its address: `tcp://127.0.0.1:26658`, with the port chosen by the system for 0. */
	readonly address: string
	/** Finishes the requests in progress, then closes the connections. */
	close(): Promise<void>
}

/**
 * Serves an application to an engine of the 0.34 line. The engine opens four connections (consensus, mempool, query,
 * snapshot); each is answered in its own order, and one execution ends before the next begins over all of them.
 * @throws {UserError} if the address is taken or cannot be listened on.
 */
export async function startAbciServer(options: AbciServerOptions): Promise<AbciServer> {
	const connections = new Set<AbciConnection>()
	let failed = false
	const onFailure = (cause: unknown): void => {
		if (failed) return
		failed = true
		options.onFailure(cause)
	}
	const server = createServer((socket) => {
		socket.setNoDelay(true)
		const connection = new AbciConnection(socket, options, options.log, onFailure)
		connections.add(connection)
		void connection.ended.then(() => connections.delete(connection))
	})
	const address = await listen(server, options.address)
	return {
		address,
		async close() {
			const closed = once(server, 'close')
			server.close()
			await Promise.all([...connections].map((connection) => connection.close()))
			await closed
		},
	}
}

async function listen(server: Server, address: AbciAddress): Promise<string> {
	if (address.kind === 'unix') await removeStaleSocket(address.path)
	try {
		if (address.kind === 'unix') server.listen(address.path)
		else server.listen(address.port, address.host)
		await once(server, 'listening')
	} catch (cause) {
		const shown = address.kind === 'unix' ? `unix://${address.path}` : `tcp://${address.host}:${address.port}`
		throw new UserError(`The application cannot listen on ${shown}.`, {
			why: thrownText(cause),
			next: 'Give another address with --address, or end the program that has it.',
			cause,
		})
	}
	if (address.kind === 'unix') return `unix://${address.path}`
	const { port } = server.address() as AddressInfo
	return `tcp://${bracketed(address.host)}:${port}`
}

/** Removes a socket file left by a killed process. */
async function removeStaleSocket(path: string): Promise<void> {
	// A file of another kind is not removed.
	if (!lstatSync(path, { throwIfNoEntry: false })?.isSocket()) return
	const isAlive = await new Promise<boolean>((resolve) => {
		const probe: Socket = connect(path)
		probe.once('connect', () => {
			probe.destroy()
			resolve(true)
		})
		probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'))
	})
	if (!isAlive) unlinkSync(path)
}
