// A small HTTP load on plain sockets: each connection sends its next request when the last reply is whole. Clients of a
// library would cost more than the servers that are measured.
import { connect } from 'node:net'

/**
 * Posts `body` to `url` over `connections` sockets for `seconds`. Resolves to calls, calls a second and the 99th percentile in
 * milliseconds. Rejects on any reply that is not 200.
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
			let received = ''
			const send = () => {
				sentAt = performance.now()
				socket.write(request)
			}
			socket.setEncoding('latin1')
			socket.on('connect', send)
			socket.on('error', reject)
			socket.on('data', (text) => {
				received += text
				const end = received.indexOf('\r\n\r\n')
				if (end < 0) return
				const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
				if (received.length < end + 4 + length) return
				if (!received.startsWith('HTTP/1.1 200')) return reject(new Error(received))
				received = ''
				const now = performance.now()
				latencies.push(now - sentAt)
				if (now < until) return send()
				socket.destroy()
				resolve()
			})
		})
	await Promise.all(Array.from({ length: connections }, one))
	latencies.sort((a, b) => a - b)
	const elapsed = (performance.now() - from) / 1000
	const calls = latencies.length
	return { calls, rate: calls / elapsed, p99: latencies[Math.floor(calls * 0.99)] ?? 0 }
}
