import { mkdirSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { answeringNode } from '../../../src/cli/support/openClient.ts'
import { removeRunningNode, writeRunningNode } from '../../../src/node/home/runningNode.ts'

let home: string
beforeEach(() => {
	home = join(mkdtempSync(join(tmpdir(), 'chain-tui-answering-')), 'home')
	mkdirSync(home)
})

const node = (rpc: string) => ({ pid: process.pid, chainId: 'chain-localnet', rpc })

/** A server that answers every call; its address and its end. */
async function listening(): Promise<{ readonly url: string; close(): Promise<void> }> {
	const server = createServer((_request, response) => response.end('{"jsonrpc":"2.0","id":0,"result":{}}'))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => new Promise((resolve) => server.close(() => resolve())),
	}
}

it('a home gives the node of it that answers', async () => {
	const server = await listening()
	writeRunningNode(home, node(server.url))
	expect(await answeringNode(home)).toEqual(node(server.url))
	await server.close()
})

it('a command waits for the end of a node that is stopping, so that another can be started', async () => {
	const server = await listening()
	await server.close()
	writeRunningNode(home, node(server.url))
	let ended = false
	const end = setTimeout(() => {
		ended = true
		removeRunningNode(home)
	}, 300)
	expect(await answeringNode(home)).toBeUndefined()
	expect(ended).toBe(true)
	clearTimeout(end)
})

it('a home where nothing runs has no node that answers', async () => {
	expect(await answeringNode(home)).toBeUndefined()
})
