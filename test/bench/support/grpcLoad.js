// A load of unary gRPC calls in a process of its own: `node grpcLoad.js ADDRESS PATH REQUEST_BASE64 STREAMS SECONDS`. Plain
// HTTP/2, eight connections; each stream's next call goes when the last is answered. Prints {"rate","p99","replies"}.
import { connect } from 'node:http2'

const [, , address, path, request, streams, seconds] = process.argv
const message = Buffer.from(request, 'base64')
const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message])
const headers = {
	':method': 'POST',
	':path': path,
	'content-type': 'application/grpc',
	te: 'trailers',
}
const sessions = Array.from({ length: 8 }, () => connect(`http://${address}`))
const latencies = []
const from = performance.now()
const until = from + Number(seconds) * 1000
await Promise.all(Array.from({ length: Number(streams) }, (_, index) => oneStream(sessions[index % sessions.length])))
latencies.sort((a, b) => a - b)
const rate = latencies.length / ((performance.now() - from) / 1000)
const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
console.log(JSON.stringify({ rate, p99, replies: latencies.length }))
process.exit(0)

async function oneStream(session) {
	while (performance.now() < until) {
		const sentAt = performance.now()
		await call(session)
		latencies.push(performance.now() - sentAt)
	}
}

function call(session) {
	return new Promise((resolve, reject) => {
		const stream = session.request(headers)
		let status
		stream.on('response', (fields) => {
			status = fields['grpc-status'] ?? status
		})
		stream.on('trailers', (fields) => {
			status = fields['grpc-status']
		})
		stream.on('error', reject)
		stream.resume()
		stream.on('close', () =>
			status === '0' ? resolve() : reject(new Error(`${path} was answered with the status ${status}`)),
		)
		stream.end(frame)
	})
}
