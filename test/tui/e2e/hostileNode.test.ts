import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Node } from '../../../src/node/createNode.ts'
import { tabMark } from '../../../src/tui/app/tabs.ts'
import { screens } from '../../../src/tui/screens/index.ts'
import { connectTestClient, outcomeOf, startTestNode } from '../../flow/client/testChain.ts'
import { PtyTerminal } from '../support/ptyTerminal.ts'

const program = process.env.CHAIN_TUI_PROGRAM ?? 'bin/chain-tui.js'
const attack =
	'\u001b]0;owned\u0007\u001b[?1049l\u001b[2J\u001b[31m\u009b5m\u009d52;c;aGk=\u009c\u001bP+q\u001b\\\u001bc\u001b]8;;http://evil\u0007x\u202eflip\u202c\u200b\r\n\b\ttail'

/** All that the program may send: modes it enters and leaves, places, colours, its question for the background, links. */
const own = new RegExp(
	[
		'\\[\\?(?:1049|7|25|2004|1004|1000|1006|2026)[hl]',
		'\\[2J|\\[H|\\[K|\\[\\d+;1H|\\[\\d+G|\\[[\\d;]*m',
		'\\]11;\\?\u001b\\\\',
		'\\]8;;(?:http://127\\.0\\.0\\.1[\\x21-\\x7e]*)?\u0007',
	]
		.map((part) => `\u001b(?:${part})`)
		.join('|'),
	'g',
)

/** A node whose every free text is an attack: what it says of itself, logs and errors; one log line of a megabyte. */
describe('a remote node that wants to drive the terminal', () => {
	let node: Node
	let server: Server
	let url = ''
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-hostile-'))

	beforeAll(async () => {
		node = await startTestNode()
		const { client, keyring } = await connectTestClient('embedded', node)
		const { key } = await keyring.create('alice')
		await client.admin?.faucet(key.address)
		for (const text of [attack, `${'A'.repeat(100_000)}${attack}`])
			expect(await outcomeOf(client.createGreeting('alice', text, { memo: attack }))).toMatchObject({
				state: 'committed',
			})
		await client.close()
		server = createServer(async (request, response) => {
			let body = ''
			for await (const chunk of request) body += String(chunk)
			if (body === '') {
				response.statusCode = 404
				response.end(attack)
				return
			}
			const reply = await fetch(node.addresses.rpc ?? '', { method: 'POST', body })
			const { method } = JSON.parse(body) as { readonly method: string }
			response.setHeader('content-type', 'application/json')
			response.end(JSON.stringify(poisoned(await reply.json(), method)))
		})
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
		writeFileSync(
			join(home, 'preferences.json'),
			JSON.stringify({
				welcomed: true,
				key: attack,
				addresses: [`chain1${attack}`, key.address],
				nodes: [`${attack}\t${url}`],
			}),
		)
	})
	afterAll(async () => {
		server.closeAllConnections()
		server.close()
		await node.close()
		rmSync(home, { recursive: true, force: true, maxRetries: 5 })
	})

	it('leaves modes, title, colours and links as designed on every screen', async () => {
		const flags = ['--home', home, '--keyring-backend', 'memory', '--node', url]
		const env = { TERM_PROGRAM: 'WezTerm', COLORTERM: 'truecolor' }
		const terminal = new PtyTerminal(process.execPath, [program, ...flags], { columns: 120, rows: 40, env })
		const titles: string[] = []
		terminal.emulator.onTitleChange((title) => titles.push(title))
		try {
			await terminal.until('◆ chain-tui ›')
			await terminal.until(/#\d/)
			const before = modes(terminal)
			for (const [index, screen] of screens.entries()) {
				const { title } = screen
				terminal.type(tabMark(screen, index))
				await terminal.until(`chain-tui › ${title}`)
				terminal.type('gg\rG')
				terminal.type('\u001b')
				await terminal.until('? help')
				// A key whose effect is certain shows that those before it were handled.
				terminal.type('?')
				await terminal.until('› Help')
				terminal.type('\u001b')
				await terminal.until((text) => !text.includes('› Help'))
			}
			terminal.type('2')
			await terminal.until('␛]0;own')
			expect(modes(terminal)).toEqual(before)
			expect(terminal.emulator.buffer.active.type).toBe('alternate')
			expect(terminal.cursorShown).toBe(false)
			expect(titles).toEqual([])
			// To its end, so that no sequence is cut.
			terminal.type('q')
			// Enter on Contracts has begun a chain with contracts, which runs beside this node.
			await terminal.until('Quit?')
			terminal.type('\r')
			expect(await terminal.exit).toBe(0)
			await vi.waitFor(() => expect(terminal.emulator.buffer.active.type).toBe('normal'))
			// On a busy machine the chains take their time to stop, and the program says so.
			const written = terminal.written.replace(/Stopping the node after its last complete block …\r\n/, '')
			const foreign = written.replaceAll(own, '').match(/[\u0000-\u001f\u007f-\u009f].{0,40}/)
			expect(foreign?.[0]).toBeUndefined()
			expect(terminal.written).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/)
		} finally {
			terminal.kill()
			await terminal.exit
		}
	})
})

/** The terminal's modes but for the one that is on in the middle of every frame. */
function modes({ emulator }: PtyTerminal): object {
	const { synchronizedOutputMode: _inFrame, ...others } = emulator.modes
	return others
}

/** Texts of a reply that are free: no number, hash or encoding depends on them. */
const free = new Set([
	'moniker',
	'version',
	'log',
	'info',
	'codespace',
	'message',
	'data',
	'listen_addr',
	'rpc_address',
	'tx_index',
	'node_id',
])

function poisoned(value: unknown, method: string, name = ''): unknown {
	if (Array.isArray(value)) return value.map((item) => poisoned(item, method, name))
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, poisoned(item, method, key)]))
	if (typeof value !== 'string' || !free.has(name)) return value
	// Not where the same name carries bytes.
	if (name === 'data' && method !== 'status') return value
	return name === 'log' ? attack + 'y'.repeat(1_048_576) : attack
}
