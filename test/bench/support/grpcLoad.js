// A load of unary gRPC calls in a process of its own: `node grpcLoad.js ADDRESS PATH REQUEST_BASE64 STREAMS SECONDS`. Frames of
// HTTP/2 on eight plain sockets: a library would cost more than the servers that are measured. Each stream's next call goes when
// the last is answered; a call without a message in its answer ends it. Prints {"rate","p99","replies"}.
import { connect } from 'node:net'
import { within } from './waits.js'

const [, , address, path, request, streams, seconds] = process.argv
const [host, port] = address.split(':')
const connections = 8
const [data, headers, reset, settings, ping, goAway, windowUpdate] = [0, 1, 3, 4, 6, 7, 8]
const [endStream, ack, endHeaders] = [1, 1, 4]
/** The server's first window of a connection, and after how many bytes it gets more of ours. */
const [firstWindow, refill] = [65_535, 100_000_000]

const text = (value) => [Buffer.from([value.length]), Buffer.from(value)]
/** POST, http, then path, authority, content type and te, which the server keeps; later calls name the places it keeps them at. */
const firstFields = Buffer.concat([
	Buffer.from([0x83, 0x86, 0x44]),
	...text(path),
	Buffer.from([0x41]),
	...text(address),
	Buffer.from([0x5f]),
	...text('application/grpc'),
	Buffer.from([0x40]),
	...text('te'),
	...text('trailers'),
])
const laterFields = Buffer.from([0x83, 0x86, 0xc1, 0xc0, 0xbf, 0xbe])
const message = Buffer.from(request, 'base64')
const framedMessage = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message])

const latencies = []
const from = performance.now()
const until = from + Number(seconds) * 1000
try {
	const all = Promise.all(Array.from({ length: connections }, () => oneConnection(Number(streams) / connections)))
	await within(`the last answer of ${address}`, Number(seconds) + 60, all, () => `${latencies.length} answers`)
} catch (error) {
	// Whoever started this shows the line.
	process.stderr.write(error.message)
	process.exit(1)
}
latencies.sort((a, b) => a - b)
const rate = latencies.length / ((performance.now() - from) / 1000)
const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
console.log(JSON.stringify({ rate, p99, replies: latencies.length }))

function frame(type, flags, stream, payload) {
	const head = Buffer.alloc(9)
	head.writeUIntBE(payload.length, 0, 3)
	head[3] = type
	head[4] = flags
	head.writeUInt32BE(stream, 5)
	return Buffer.concat([head, payload])
}

function number(value) {
	const bytes = Buffer.alloc(4)
	bytes.writeUInt32BE(value)
	return bytes
}

function oneConnection(count) {
	return new Promise((resolve, reject) => {
		const socket = connect({ host, port: Number(port), noDelay: true })
		const calls = new Map()
		let [last, window, taken, waiting] = [-1, firstWindow, 0, 0]
		let out = []
		let rest

		const call = () => {
			if (performance.now() >= until) return
			if (window < framedMessage.length) {
				waiting++
				return
			}
			window -= framedMessage.length
			last += 2
			calls.set(last, { at: performance.now(), answered: false })
			out.push(frame(headers, endHeaders, last, last === 1 ? firstFields : laterFields))
			out.push(frame(data, endStream, last, framedMessage))
		}
		const flush = () => {
			if (out.length > 0) socket.write(Buffer.concat(out))
			out = []
		}
		const take = (type, flags, stream, payload) => {
			if (type === data) {
				calls.get(stream).answered = true
				taken += payload.length
				if (taken < refill) return
				out.push(frame(windowUpdate, 0, 0, number(taken)))
				taken = 0
			} else if (type === headers && (flags & endStream) !== 0) {
				const { at, answered } = calls.get(stream)
				calls.delete(stream)
				if (!answered) return reject(new Error(`${path} was answered without a message`))
				latencies.push(performance.now() - at)
				call()
				if (calls.size > 0 || waiting > 0) return
				socket.removeAllListeners('close')
				socket.destroy()
				resolve()
			} else if (type === settings && (flags & ack) === 0) out.push(frame(settings, ack, 0, Buffer.alloc(0)))
			else if (type === ping && (flags & ack) === 0) out.push(frame(ping, ack, 0, payload))
			else if (type === windowUpdate && stream === 0) {
				window += payload.readUInt32BE(0)
				const late = waiting
				waiting = 0
				for (let index = 0; index < late; index++) call()
			} else if (type === reset || type === goAway) {
				const kind = type === reset ? 'reset' : 'told to go away'
				reject(
					new Error(
						`${path} at ${address} was ${kind} after ${latencies.length} replies: ${payload.toString('latin1')}`,
					),
				)
			}
		}

		socket.on('error', reject)
		socket.on('close', () => reject(new Error(`${address} closed a connection`)))
		socket.on('connect', () => {
			out.push(Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'))
			out.push(frame(settings, 0, 0, Buffer.from([0, 4, 0x7f, 0xff, 0xff, 0xff])))
			out.push(frame(windowUpdate, 0, 0, number(0x70000000)))
			for (let index = 0; index < count; index++) call()
			flush()
		})
		socket.on('data', (chunk) => {
			const bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk])
			let at = 0
			while (bytes.length - at >= 9) {
				const end = at + 9 + bytes.readUIntBE(at, 3)
				if (bytes.length < end) break
				take(bytes[at + 3], bytes[at + 4], bytes.readUInt32BE(at + 5) & 0x7fffffff, bytes.subarray(at + 9, end))
				at = end
			}
			rest = at < bytes.length ? bytes.subarray(at) : undefined
			flush()
		})
	})
}
