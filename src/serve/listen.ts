import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** A short queue would let the system drop honest clients for seconds while hostile ones come. */
const backlog = 4096

/** Binds a server to an address; port 0 takes a free one. Resolves with the port, rejects with the system's error. */
export function listen(server: Server, host: string, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject)
		server.listen({ port, host, backlog }, () => {
			server.off('error', reject)
			resolve((server.address() as AddressInfo).port)
		})
	})
}

/** Refuses new requests, waits `graceMs` for those in progress, then ends them. */
export async function closeServer(server: HttpServer, graceMs: number): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()))
	server.closeIdleConnections()
	const force = setTimeout(() => server.closeAllConnections(), graceMs)
	await closed
	clearTimeout(force)
}
