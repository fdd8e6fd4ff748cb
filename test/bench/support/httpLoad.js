// A small HTTP load on plain sockets: each connection sends its next request when the last reply is whole. Clients of a
// library would cost more than the servers that are measured.
import { connect } from 'node:net'
import { within } from './waits.js'

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')
/** Most characters of a reply that an error tells. */
const toldCharacters = 200

/**
 * Posts `body` to `url` over `connections` sockets for `seconds`. Resolves to calls, calls a second and the 99th percentile in
 * milliseconds. Rejects on any reply that is not 200. A reply states its length or comes in chunks.
 */
export async function httpLoad({ url, body, headers, connections, seconds }) {
	const { hostname, port, pathname, host } = new URL(url)
	const extra = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
	const head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n${extra.join('')}`
	const request = `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
	const latencies = []
	const from = performance.now()
	const until = from + seconds * 1000
	const one = () =>
		new Promise((resolve, reject) => {
			const socket = connect({ host: hostname, port: Number(port), noDelay: true })
			let sentAt = 0
			let received
			const send = () => {
				sentAt = performance.now()
				socket.write(request)
			}
			socket.on('connect', send)
			socket.on('error', reject)
			socket.on('close', () => reject(new Error(`${host} closed a connection`)))
			socket.on('data', (data) => {
				received = received === undefined ? data : Buffer.concat([received, data])
				const end = received.indexOf(headEnd)
				if (end < 0 || !isWhole(received, end)) return
				if (received.latin1Slice(0, 12) !== 'HTTP/1.1 200') {
					return reject(new Error(received.latin1Slice(0, toldCharacters).replace(/\s+/g, ' ')))
				}
				received = undefined
				const now = performance.now()
				latencies.push(now - sentAt)
				if (now < until) return send()
				socket.removeAllListeners('close')
				socket.destroy()
				resolve()
			})
		})
	const all = Promise.all(Array.from({ length: connections }, one))
	await within(`the last reply of ${host}`, seconds + 60, all, () => `${latencies.length} replies`)
	latencies.sort((a, b) => a - b)
	const elapsed = (performance.now() - from) / 1000
	const calls = latencies.length
	return { calls, rate: calls / elapsed, p99: latencies[Math.floor(calls * 0.99)] ?? 0 }
}

/** Whether a reply whose head ends at a place is all there. */
function isWhole(received, end) {
	const head = received.latin1Slice(0, end)
	const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
	if (length !== undefined) return received.length >= end + headEnd.length + Number(length)
	return received.subarray(-lastChunk.length).equals(lastChunk)
}
