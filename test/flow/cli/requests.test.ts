import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { until } from '../client/testChain.ts'
import { cli } from './testCli.ts'

let home: string
let node: TestNode
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-requests-'))
})
afterEach(async () => {
	await node.close()
	rmSync(home, { recursive: true, force: true })
})

test('requests --follow prints what comes, each in one line, and leaves the journal off', async () => {
	node = await startNode({ on: ['rpc', 'rest'], flags: { home, admin: 'on' } })
	const stop = new AbortController()
	let printed = ''
	const following = cli(['requests', '--follow', '--home', home], {
		stopped: stop.signal,
		onStdout: (text) => {
			printed += text
		},
	})
	await until(async () => (await node.call('requests_list')).on)
	await (await fetch(`${node.addresses.rest}/node_info`)).text()
	await (await fetch(`${node.addresses.rest}/nothing/here?token=open-sesame`)).text()
	await until(() => printed.split('\n').length > 2)
	stop.abort()
	expect((await following).exit).toBe(0)
	expect(printed.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
		expect.stringMatching(/^ \| \d+ \| [\d:.]+ \| REST \| 200 \| [\d.]+ ms \| \d+ B \| GET \/node_info \| node$/),
		expect.stringMatching(/REST \| 501 \| .* \| GET \/nothing\/here\?token=\*\*\* \| node$/),
		'',
	])
	expect(await node.call('requests_list')).toEqual({ on: false, requests: [] })
})

test('requests prints those that were noted, and one of them in full', async () => {
	node = await startNode({ on: ['rpc', 'rest'], flags: { home, admin: 'on' } })
	const off = await cli(['requests', '--home', home])
	expect([off.exit, off.stderr]).toEqual([
		1,
		expect.stringMatching(/^Error: Requests are not noted\.(?:.|\n)*--follow/),
	])
	expect((await cli(['requests', '--on', '--home', home])).stderr).toBe('Requests are noted.\n')
	await (await fetch(`${node.addresses.rest}/node_info`)).text()
	const listed = await cli(['requests', '--home', home, '-o', 'json'])
	const noted = JSON.parse(listed.stdout) as { id: number }
	expect(noted).toMatchObject({ listener: 'rest', path: '/node_info', status: 200 })
	const { stdout } = await cli(['requests', String(noted.id), '--home', home, '-o', 'json'])
	expect(JSON.parse(stdout)).toMatchObject({ reply: expect.stringContaining('node_info'), curl: expect.any(String) })
	expect((await cli(['requests', 'first', '--home', home])).stderr).toContain(
		'Error: "first" is not the id of a request.',
	)
	expect((await cli(['requests', '99999', '--home', home])).stderr).toContain('There is no request 99999.')
	// What a client sends cannot move the cursor of who looks.
	await (await fetch(`${node.addresses.rest}/x%1b[2J`)).text()
	expect((await cli(['requests', '--home', home])).stdout).not.toContain('\u001b')
	await cli(['requests', '--off', '--home', home])
	expect((await cli(['requests', '--home', home])).exit).toBe(1)
})

test('requests --follow begins with those that were noted, leaves the journal on, and shows no hidden sign of a client', async () => {
	node = await startNode({ on: ['rpc', 'rest'], flags: { home, admin: 'on' } })
	await cli(['requests', '--on', '--home', home])
	const ask = async (path: string) => {
		// A soft hyphen is seen by nobody.
		await (await fetch(`${node.addresses.rest}${path}`, { headers: { 'user-agent': 'wal\u00adlet' } })).text()
	}
	await ask('/node_info')
	await until(async () => (await node.call('requests_list')).requests.length === 1)
	const stop = new AbortController()
	let printed = ''
	const following = cli(['requests', '--follow', '--home', home, '--output', 'json'], {
		stopped: stop.signal,
		onStdout: (text) => {
			printed += text
		},
	})
	await until(() => printed.split('\n').length > 1)
	await ask('/blocks/latest')
	await until(() => printed.split('\n').length > 2)
	stop.abort()
	expect(await following).toMatchObject({ exit: 0, stderr: 'Noting requests; Ctrl-C ends it.\n' })
	const paths = printed
		.trimEnd()
		.split('\n')
		.map((line) => (JSON.parse(line) as { readonly path: string }).path)
	expect(paths).toEqual(['/node_info', '/blocks/latest'])
	expect((await node.call('requests_list')).on).toBe(true)
	const { stdout } = await cli(['requests', '--home', home])
	const lines = stdout.trimEnd().split('\n')
	expect(lines).toHaveLength(2)
	for (const [index, line] of lines.entries()) {
		expect(line).toMatch(
			/^ {4}\d {2}\d\d:\d\d:\d\d\.\d{3} {2}REST {6}200 {9}[ \d.]{6} ms {2}[ \d]{8} B {2}GET \/\S+ {2}wal\\u\{ad\}let$/,
		)
		expect(line).toContain(`GET ${paths[index]}  `)
	}
	// Whoever switches the journal off ends the commands that follow it.
	let said = ''
	const other = cli(['requests', '--follow', '--home', home], { onStderr: (text) => (said += text) })
	await until(() => said !== '')
	await cli(['requests', '--off', '--home', home])
	expect(await other).toEqual({ exit: 0, stdout, stderr: said })
	expect(await node.call('requests_list')).toEqual({ on: false, requests: [] })
})

test('requests says why a node without --admin does not tell', async () => {
	node = await startNode({ on: ['rpc'], flags: { home } })
	const { exit, stderr } = await cli(['requests', '--follow', '--home', home])
	expect(exit).toBe(1)
	expect(stderr).toContain('It was started without --admin.')
})
