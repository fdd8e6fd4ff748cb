import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { openListener } from '../../../../src/node/servers/openListener.ts'
import type { RunningServer } from '../../../../src/serve/listen.ts'

const servers: Server[] = []
afterEach(async () => {
	await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

/** Listens as servers of the node do; rejects with the system's error. */
async function listen(host: string, port: number): Promise<RunningServer> {
	const server = createServer()
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(port, host, resolve)
	})
	servers.push(server)
	const address = server.address() as { readonly port: number }
	return { host, port: address.port, close: async () => void server.close() }
}

const at = (port: number, asked: boolean) => ({ on: true, host: '127.0.0.1', port, asked }) as const

/** Opens a listener whose port is taken; what it said. */
async function onTaken(asked: boolean, remembered?: number) {
	const { port } = await listen('127.0.0.1', 0)
	const said: string[] = []
	const opened = openListener('rest', at(port, asked), listen, (text) => said.push(text), remembered)
	return { port, said, opened }
}

test('a port that nobody asked for and that is taken is replaced, by that of before where it is free', async () => {
	const free = await listen('127.0.0.1', 0)
	await free.close()
	const { port, said, opened } = await onTaken(false, free.port)
	const { server, movedFrom } = await opened
	expect([server.port, movedFrom]).toEqual([free.port, port])
	expect(said[0]).toBe(`port ${port} is taken: rest listens on 127.0.0.1:${free.port}; choose one with --rest ADDRESS`)
})

test('where that of before is taken too, or there is none, it is any', async () => {
	for (const remembered of [(await listen('127.0.0.1', 0)).port, undefined]) {
		const { port, opened } = await onTaken(false, remembered)
		const { server, movedFrom } = await opened
		expect(movedFrom).toBe(port)
		expect([port, remembered]).not.toContain(server.port)
		// A port of the system's choice, never one of its own services.
		expect(server.port).toBeGreaterThan(1023)
	}
})

test('a port that the user asked for is not replaced', async () => {
	const { port, opened } = await onTaken(true)
	await expect(opened).rejects.toMatchObject({
		name: 'UserError',
		message: `rest cannot listen on 127.0.0.1:${port}.`,
		why: 'Another program uses this port.',
		next: expect.stringContaining('--rest off'),
	})
})

test('what else keeps a server from listening is told as it is, the words of the server first', async () => {
	const open = (fault: unknown, remembered?: number) =>
		openListener(
			'grpc',
			at(1, remembered !== undefined),
			() => Promise.reject(fault),
			() => {},
		)
	const own = new UserError('The database cannot be opened.')
	await expect(open(own)).rejects.toBe(own)
	await expect(open(new Error('no such host'))).rejects.toMatchObject({
		why: 'no such host',
		message: 'grpc cannot listen on 127.0.0.1:1.',
	})
	await expect(open('a word')).rejects.toMatchObject({ why: 'a word' })
	// As gRPC tells of a taken port, and as servers wrap the error of the system.
	for (const taken of [
		new Error('No address added out of total 1 resolved'),
		new UserError('cannot listen', { cause: Object.assign(new Error('x'), { code: 'EADDRINUSE' }) }),
	]) {
		await expect(open(taken, 1)).rejects.toMatchObject({ why: 'Another program uses this port.' })
	}
	// The port of before cannot be listened on for another reason.
	const { port } = await listen('127.0.0.1', 0)
	const fault = new Error('no permission')
	const refusing = (host: string, wanted: number) => (wanted === 7 ? Promise.reject(fault) : listen(host, wanted))
	await expect(openListener('rest', at(port, false), refusing, () => {}, 7)).rejects.toBe(fault)
})
