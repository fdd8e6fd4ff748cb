import WebSocket from 'ws'

/** One JSON-RPC call over HTTP. */
export async function post(url, method, params = {}) {
	const reply = await fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
	const { result, error } = await reply.json()
	if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
	return result
}

/** A websocket that asks one thing after the other. */
export function openSocket(url) {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`)
		const waiting = new Map()
		let id = 0
		const ask = (method) =>
			new Promise((done, failed) => {
				waiting.set(++id, { done, failed })
				socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: {} }))
			})
		socket.on('open', () => resolve({ ask, close: () => socket.close() }))
		socket.on('message', (data) => {
			const { id: answered, result, error } = JSON.parse(String(data))
			if (error !== undefined) waiting.get(answered)?.failed(new Error(JSON.stringify(error)))
			else waiting.get(answered)?.done(result)
			waiting.delete(answered)
		})
		const fail = (error) => {
			reject(error)
			for (const { failed } of waiting.values()) failed(error)
		}
		socket.on('error', fail)
		socket.on('close', (code, reason) => fail(new Error(`closed ${code} ${reason}`)))
	})
}

/** Connects, asks one thing and goes. */
export async function askOnce(url) {
	const socket = await openSocket(url)
	await socket.ask('health')
	socket.close()
}
