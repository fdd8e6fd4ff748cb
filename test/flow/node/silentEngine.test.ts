import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createAbciNode } from '../../../src/node/createAbciNode.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close()
})

/** An application whose `--engine` names this server; what it logs as the clock goes on by two seconds a look. */
async function applicationOf(answer: RequestListener): Promise<{ readonly url: string; readonly warnings: string[] }> {
	const server = createServer(answer).listen(0, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	closers.push(() => server.close())
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-silent-'))
	closers.push(() => rmSync(folder, { recursive: true, force: true }))
	const off = { rpc: 'off', grpc: 'off', endpoints: 'off', eth: 'off' }
	const config = resolveNodeConfig({ home: join(folder, 'home'), rest: '127.0.0.1:0', ...off }, {})
	const warnings: string[] = []
	let now = 0
	const node = await createAbciNode(
		{ ...config, home: join(folder, 'home') },
		{
			address: 'tcp://127.0.0.1:0',
			engineUrl: url,
			clock: { now: () => (now += 2_000) },
			log: (level, source, text) => level === 'warn' && warnings.push(`${source}: ${text}`),

			onFailure: () => {},
		},
	)
	const stop = new AbortController()
	const served = node.serve(stop.signal).catch(() => undefined)
	closers.push(async () => {
		stop.abort()
		await served
		await node.close()
	})
	return { url, warnings }
}

test('an application tells once, after a while, that its engine does not answer', async () => {
	let asked = 0
	const { url, warnings } = await applicationOf((_, response) => {
		asked++
		response.end('<html>hello</html>')
	})
	await expect.poll(() => asked).toBeGreaterThan(4)
	expect(warnings).toHaveLength(1)
	expect(warnings[0]).toContain(`engine: The engine at ${url} does not answer. (`)
	expect(warnings[0]).toContain('--engine is the address of its RPC. The servers open once it answers.')
})

test('an application tells that another program answers where it looks for its engine', async () => {
	const { url, warnings } = await applicationOf((_, response) => response.end('{"result":{}}'))
	await expect.poll(() => warnings).toHaveLength(1)
	expect(warnings[0]).toContain(`What answers at ${url} is no engine. (Its \`status\` names no node)`)
})
