// A load of GET requests on plain sockets in a process of its own: `node load.js URL CONNECTIONS SECONDS`. Each connection
// sends its next request when the last reply is whole; any reply but 200 ends it. Prints {"rate","p99","replies"}.
import { connect } from 'node:net'
import { within } from './waits.js'

const [, , address, connections, seconds] = process.argv
const { hostname, port, pathname, search, host } = new URL(address)
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
const headEnd = Buffer.from('\r\n\r\n')
const latencies = []

const from = performance.now()
const until = from + Number(seconds) * 1000
const all = Promise.all(Array.from({ length: Number(connections) }, oneConnection))
await within(`the last reply of ${host}`, Number(seconds) + 60, all, () => `${latencies.length} replies`)
latencies.sort((a, b) => a - b)
const rate = latencies.length / ((performance.now() - from) / 1000)
const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
console.log(JSON.stringify({ rate, p99, replies: latencies.length }))

function oneConnection() {
	return new Promise((resolve, reject) => {
		const socket = connect({ host: hostname, port: Number(port), noDelay: true })
		let sentAt = 0
		let received
		const send = () => {
			sentAt = performance.now()
			socket.write(request)
		}
		socket.on('connect', send)
		socket.on('error', reject)
		socket.on('close', () => reject(new Error(`${address} closed a connection`)))
		socket.on('data', (data) => {
			received = received === undefined ? data : Buffer.concat([received, data])
			const head = received.indexOf(headEnd)
			if (head < 0) return
			const headers = received.latin1Slice(0, head)
			const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1])
			if (received.length < head + 4 + length) return
			if (!headers.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
				reject(new Error(`${address} answered:\n${received}`))
				return
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
}
