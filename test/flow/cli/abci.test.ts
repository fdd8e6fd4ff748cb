import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { EngineSocket } from '../abciSocket/EngineSocket.ts'
import { until } from '../client/testChain.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-abci-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** `abci` until it is ended; what it printed by the first word of each line. */
function running(name: string, ...flags: readonly string[]) {
	const stop = new AbortController()
	let said = ''
	let over = false
	const ended = cli(['abci', '--home', join(folder, name), ...flags], {
		stopped: stop.signal,
		onStdout: (text) => {
			said += text
		},
	})
	void ended.then(() => {
		over = true
	})
	return {
		line: (word: string) =>
			until(async () => {
				const line = said.split('\n').find((text) => text.startsWith(`${word} {`))
				if (line === undefined && over) expect.fail((await ended).stderr)
				return line === undefined ? undefined : (JSON.parse(line.slice(word.length)) as Record<string, string | number>)
			}),
		end: () => {
			stop.abort()
			return ended
		},
	}
}

describe('the application for a real engine', () => {
	test('says where an engine may connect, and answers it there', async () => {
		const app = running('tcp', '--address', 'tcp://127.0.0.1:0')
		const { abci, height } = await app.line('listening')
		expect([abci, height]).toEqual([expect.stringMatching(/^tcp:\/\/127\.0\.0\.1:\d+$/), 0])
		const engine = await EngineSocket.open(String(abci))
		expect(await engine.ask({ case: 'echo', value: { message: 'hi' } })).toMatchObject({ message: 'hi' })
		engine.close()
		expect(await app.end()).toMatchObject({ exit: 0, stderr: '' })
		await expect(EngineSocket.open(String(abci))).rejects.toThrow('ECONNREFUSED')
	})

	test('listens on a file where that is asked for', async () => {
		const path = join(folder, 'app.sock')
		const app = running('unix', '--address', `unix://${path}`)
		expect(await app.line('listening')).toMatchObject({ abci: `unix://${path}` })
		await app.end()
	})

	test.each([
		[['--address', 'udp://x'], '--address cannot be "udp://x".'],
		[['--snapshot-interval', 'often'], '--snapshot-interval cannot be "often".'],
		[['--snapshot-interval', '-1'], '--snapshot-interval cannot be "-1".'],
	])('refuses %j', async (flags, message) => {
		const { exit, stdout, stderr } = await cli(['abci', '--home', join(folder, 'refused'), ...flags])
		expect([exit, stdout, stderr.split('\n')[0]]).toEqual([1, '', `Error: ${message}`])
	})

	test('refuses the home of a chain of the light engine', async () => {
		const home = join(folder, 'light')
		const node = await startNode({ flags: { home } })
		await node.engine.mine()
		await node.close()
		const { exit, stderr } = await cli(['abci', '--home', home, '--address', 'tcp://127.0.0.1:0'])
		expect([exit, stderr]).toEqual([1, expect.stringContaining('--home')])
	})
})

describe('with --engine', () => {
	let engine: TestNode
	beforeAll(async () => {
		// The light engine speaks the RPC of the real one.
		engine = await startNode({ on: ['rpc'] })
		await engine.engine.mine(2)
	})
	afterAll(() => engine.close())

	test('the servers that were asked for open once the engine answers', async () => {
		const any = '127.0.0.1:0'
		const listeners = ['--rest', any, '--grpc', any]
		const app = running('served', '--address', `tcp://${any}`, '--engine', engine.addresses.rpc ?? '', ...listeners)
		const { abci } = await app.line('listening')
		const ready = await app.line('ready')
		expect(Object.keys(ready).sort()).toEqual(['abci', 'grpc', 'rest'])
		expect(ready.abci).toBe(abci)
		const reply = await fetch(`${ready.rest}/node_info`)
		expect(await reply.text()).toContain('chain-localnet')
		expect((await app.end()).exit).toBe(0)
	})

	test('an EVM that the chain does not have ends it, with what to do', async () => {
		const { exit, stdout } = await cli([
			...['abci', '--home', join(folder, 'no-evm'), '--address', 'tcp://127.0.0.1:0'],
			...['--engine', engine.addresses.rpc ?? '', '--eth', '127.0.0.1:0'],
		])
		expect([exit, stdout.split(' ')[0]]).toEqual([1, 'listening'])
	})

	test('the application with --engine ends when it is told to while it still waits for the engine', async () => {
		const app = running('waiting', '--address', 'tcp://127.0.0.1:0', '--engine', 'http://127.0.0.1:1')
		await app.line('listening')
		expect(await app.end()).toMatchObject({ exit: 0, stdout: expect.not.stringContaining('ready') })
	})
})
