import type { Duplex } from 'node:stream'

/** Refuses who asks for a websocket, with a status and why. */
export function refuseUpgrade(socket: Duplex, status: string, why = ''): void {
	// node leaves the socket to its taker: the error of a client that resets it would end the program.
	socket.on('error', () => undefined)
	const type = why === '' ? '' : '\r\nContent-Type: text/plain; charset=utf-8'
	socket.end(`HTTP/1.1 ${status}\r\nConnection: close${type}\r\nContent-Length: ${why.length}\r\n\r\n${why}`)
}
