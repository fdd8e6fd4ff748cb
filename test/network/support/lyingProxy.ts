import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { abciFrames } from '../../../src/abciSocket/abciFrames.ts'
import { decodeMessage } from '../../../src/codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { ResponseSchema } from '../../../src/gen/tendermint/abci/types_pb.js'
import { FrameReader, frameOf } from '../../../src/util/FrameReader.ts'

/** Stands between an engine and its application, and changes a byte of every app hash: an application that differs. */
export async function lyingProxy(port: number): Promise<{ readonly address: string; close(): void }> {
	const sockets = new Set<Socket>()
	const server = createServer((engine) => {
		const app = connect(port, '127.0.0.1')
		const reader = new FrameReader(abciFrames)
		for (const socket of [engine, app]) {
			sockets.add(socket)
			socket.on('error', () => undefined)
			socket.on('close', () => (socket === engine ? app : engine).destroy())
		}
		engine.pipe(app)
		app.on('data', (bytes) => {
			for (const frame of reader.push(bytes as Uint8Array)) {
				const response = decodeMessage(ResponseSchema, frame)
				if (response.value.case === 'commit') {
					const { data } = response.value.value
					response.value.value.data = Uint8Array.from(data, (byte, index) => (index === 0 ? byte ^ 1 : byte))
				}
				engine.write(frameOf(encodeMessage(ResponseSchema, response), abciFrames))
			}
		})
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port: own } = server.address() as { readonly port: number }
	return {
		address: `tcp://127.0.0.1:${own}`,
		close() {
			server.close()
			for (const socket of sockets) socket.destroy()
		},
	}
}
