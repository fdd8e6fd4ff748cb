// One hostile connection on a plain socket. Each kind is a way to take more than one's share; all come back when they are
// thrown out, after a moment.
import { connect } from 'node:net'
import { ethereumSubscriptions, ethereumWrites } from './ethereumWrites.js'

const maskKey = Buffer.from([0x12, 0x34, 0x56, 0x78])

/** A masked websocket text frame, or only its head when the length is more than what is there. */
export function frame(text, length = Buffer.byteLength(text)) {
	const body = Buffer.from(text)
	for (let i = 0; i < body.length; i++) body[i] ^= maskKey[i % 4]
	const head = length < 126 ? Buffer.from([0x81, 0x80 | length]) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10)
	if (length >= 126 && length < 65_536) {
		head.set([0x81, 0x80 | 126])
		head.writeUInt16BE(length, 2)
	} else if (length >= 65_536) {
		head.set([0x81, 0x80 | 127])
		head.writeBigUInt64BE(BigInt(length), 2)
	}
	return Buffer.concat([head, maskKey, body])
}

const call = (id, method, params) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
const post = (body, length = body.length) =>
	Buffer.from(
		`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
	)
const get = (path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)

const blockchain = frame(call(1, 'blockchain', { minHeight: '1', maxHeight: '20' }))
const manyCalls = Buffer.concat(Array.from({ length: 600 }, () => blockchain))
const hugeQuery = frame(call(1, 'tx_search', { query: `tx.height>0${' AND message.sender=0'.repeat(45_000)}` }))
const hugeQueries = Buffer.concat([hugeQuery, hugeQuery, hugeQuery])
const halfFrame = frame('x'.repeat(990_000), 1_000_000)
const manyQueries = Array.from({ length: 5 }, (_, i) =>
	frame(call(i, 'subscribe', { query: `tm.event='NewBlock' AND a.b=${i}` })),
)
const subscriptions = Buffer.concat([...manyQueries, frame(call(9, 'subscribe', { query: "tm.event='NewBlock'" }))])
const batch = post(`[${Array.from({ length: 9_000 }, (_, i) => call(i, 'blockchain', {})).join(',')}]`)
const pipelined = (path) => Buffer.concat(Array.from({ length: 2_000 }, () => get(path)))

/** HTTP/2 with ten thousand pings and settings, whose answers nobody reads. */
const http2Flood = Buffer.concat([
	Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
	Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
	...Array.from({ length: 10_000 }, () => Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8])),
])

/** What each kind writes after the connection is made; `websocket` kinds shake hands first. `reads`: takes the replies. */
export const kinds = {
	unreadCalls: { websocket: true, writes: [manyCalls] },
	readCalls: { websocket: true, writes: [manyCalls], reads: true, again: true },
	hugeQueries: { websocket: true, writes: [hugeQueries], reads: true, again: true },
	halfFrame: { websocket: true, writes: [halfFrame] },
	unreadEvents: { websocket: true, writes: [subscriptions] },
	idle: { websocket: true, writes: [] },
	slowHead: { writes: [Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n')], drip: 'X-A: b\r\n' },
	bigHead: { writes: [Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\nX-Bomb: ${'b'.repeat(1_000_000)}\r\n`)] },
	slowBody: { writes: [post('x'.repeat(990_000), 1_000_000)], drip: 'x' },
	unreadBatch: { writes: [batch] },
	pipelined: { writes: [], path: true },
	silent: { writes: [] },
	noHttp2: { writes: [Buffer.alloc(100_000, 'x')], reads: true },
	slowHttp2: { writes: [Buffer.from('PRI * HTTP/2.0\r\n')] },
	manySettings: { writes: [http2Flood] },
	// On the listener of the EVM's JSON-RPC.
	...Object.fromEntries(
		Object.entries(ethereumWrites).map(([name, bodies]) => [
			name,
			{ writes: bodies.map((body) => post(body)), reads: !name.startsWith('unread'), again: true },
		]),
	),
	ethSubscriptions: { websocket: '/', writes: [Buffer.concat(ethereumSubscriptions.map((text) => frame(text)))] },
}

/** Opens a connection of a kind and opens it again whenever it ends, until `stopped`. */
export function hostileSocket({ host, port, kind, path = '/', random, counts, stopped }) {
	const { websocket, writes, reads, again, drip, path: wantsPath } = kinds[kind]
	const socket = connect({ host, port })
	let timer
	const send = () => {
		for (const bytes of wantsPath ? [pipelined(path)] : writes) socket.write(bytes)
		if (!reads) socket.pause()
		if (again) timer = setInterval(() => socket.writableLength === 0 && socket.write(writes[0]), 500)
		if (drip !== undefined) timer = setInterval(() => socket.write(drip), 900)
	}
	socket.on('connect', () => {
		counts.opened++
		if (!websocket) send()
		else {
			socket.write(
				`GET ${websocket === '/' ? '/' : '/websocket'} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
			)
			socket.once('data', send)
		}
	})
	socket.on('data', (bytes) => {
		counts.bytes += bytes.length
	})
	socket.on('error', () => {
		counts.errors++
	})
	socket.on('close', () => {
		clearInterval(timer)
		counts.closed++
		if (stopped()) return
		setTimeout(
			() => stopped() || hostileSocket({ host, port, kind, path, random, counts, stopped }),
			200 + 800 * random(),
		)
	})
}
