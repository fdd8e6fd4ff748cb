import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { StargateClient } from '@cosmjs/stargate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
	QueryGetGreetRequestSchema,
	QueryGetGreetResponseSchema,
} from '../../../src/gen/chain/greet/v1beta1/query_pb.js'
import { GrpcClient } from '../../flow/support/grpcClient.ts'
import { PtyTerminal } from '../support/ptyTerminal.ts'

const program = process.env.CHAIN_TUI_PROGRAM ?? 'bin/chain-tui.js'
const run = promisify(execFile)
const greeting = 'hello from the keyboard 👋'
const passphrase = 'correct horse'

/** The program as people start it, in one home: first run, second start, start after `kill -9`. */
describe('the built program in a terminal', () => {
	let home = ''
	const open: PtyTerminal[] = []

	beforeAll(() => {
		expect(existsSync('dist/main.js') || program !== 'bin/chain-tui.js', 'run `npm run build` first').toBe(true)
		home = mkdtempSync(join(tmpdir(), 'chain-tui-e2e-'))
	})
	afterAll(() => {
		for (const terminal of open) terminal.kill()
		rmSync(home, { recursive: true, force: true })
	})

	function start(columns = 120, rows = 40): PtyTerminal {
		const any = '127.0.0.1:0'
		const terminal = new PtyTerminal(
			process.execPath,
			[
				program,
				'--home',
				home,
				'--keyring-backend',
				'file',
				'--rpc',
				any,
				'--grpc',
				any,
				'--rest',
				any,
				'--endpoints',
				'off',
			],
			{ columns, rows },
		)
		open.push(terminal)
		return terminal
	}

	function listener(terminal: PtyTerminal, label: string): string {
		return new RegExp(`${label} +((?:http://)?127\\.0\\.0\\.1:\\d+)`).exec(terminal.text())?.[1] ?? ''
	}

	it('leads by keys alone from nothing to a committed greeting, which every interface then shows', async () => {
		const terminal = start()
		await terminal.until('Welcome · 1 of 3')
		// The cursor begins in the first field, whose name is proposed.
		terminal.type('\r')
		terminal.type(passphrase)
		await terminal.until(new RegExp(`passphrase +${'•'.repeat(passphrase.length)}`))
		terminal.type('\r')
		// A slip the second time is told under the field, and nothing is made.
		terminal.type('correct hose\r')
		await terminal.until('✗ the two differ')
		terminal.type(`\u0015${passphrase}\r`)
		await terminal.until('Your key · 2 of 3')
		await terminal.until('✓ the faucet sent you coins')
		terminal.type('\r')
		await terminal.until('Ready · 3 of 3')
		await terminal.until('1,000 CHAIN')
		terminal.type('\r')
		await terminal.until('New greeting')

		// Blank first: told under the field, nothing sent.
		terminal.type('   \r')
		await terminal.until('must provide a greeting message')
		terminal.type('\u0015')
		terminal.type(greeting)
		await terminal.until(/\d+ bytes · gas about [\d,]+ · fee [\d.]+ CHAIN/)
		// A fee that is too low: the node names the required one, the text stays, one key pays it.
		terminal.type('\u000f')
		await terminal.until('what the node asks for')
		terminal.type('\t1uchain\r')
		await terminal.until(/Ctrl-R retries with \d+uchain/)
		expect(terminal.text()).toContain('hello from the keyboard')
		terminal.type('\u0012')
		await terminal.until(/✓ in block \d+/)
		await terminal.until(/▸ +0 +me +hello from/)
		// At this width the details stand in the list's place.
		terminal.type('\r')
		await terminal.until(/proof +✓ checked against the app hash/)

		terminal.type('1')
		await terminal.until(/│ RPC +http:\/\/127\.0\.0\.1:\d+ /)
		const rest = listener(terminal, 'REST')
		const rpc = listener(terminal, '│ RPC')
		const grpc = listener(terminal, 'gRPC')
		const stored = { owner: expect.stringMatching(/^chain1/), id: '0', message: greeting }
		const one = (await (await fetch(`${rest}/chain/greet/v1beta1/greetings/0`)).json()) as unknown
		expect(one).toEqual({ greeting: stored })
		const all = (await (await fetch(`${rest}/chain/swap/v1beta1/greetings`)).json()) as unknown
		expect(all).toEqual({ greetings: [stored], pagination: null })
		const { stdout } = await run(process.execPath, [
			program,
			'q',
			'greet',
			'get-greeting',
			'0',
			'--node',
			rpc,
			'--output',
			'json',
		])
		expect(JSON.parse(stdout)).toEqual({ greeting: stored })
		const client = new GrpcClient(Number(grpc.split(':')[1]))
		const reply = await client.call(
			'/chain.greet.v1beta1.Query/Greet',
			toBinary(QueryGetGreetRequestSchema, create(QueryGetGreetRequestSchema, { id: '0' })),
		)
		client.close()
		expect(fromBinary(QueryGetGreetResponseSchema, reply.response!).greeting?.message).toBe(greeting)
		const cosmjs = await StargateClient.connect(rpc)
		const [tx] = await cosmjs.searchTx([{ key: 'message.action', value: '/chain.greet.v1beta1.MsgCreateGreet' }])
		expect(tx?.code).toBe(0)
		cosmjs.disconnect()

		terminal.type('q')
		expect(await terminal.exit).toBe(0)
		expect(terminal.emulator.buffer.active.type).toBe('normal')
	})

	it('shows it again at the second start, and after being killed', async () => {
		const second = start(80, 24)
		await second.until('● live')
		second.type('2')
		await second.until(/▸ +0 +me +hello from/)
		const height = (terminal: PtyTerminal): number =>
			Number(/#([\d,]+)/.exec(terminal.text())?.[1]?.replaceAll(',', '') ?? 0)
		const before = height(second)
		await second.until(() => height(second) >= before + 2)
		const reached = height(second)
		second.kill('SIGKILL')
		expect(await second.exit).toBe(137)

		const third = start(80, 24)
		await third.until('● live')
		await third.until(/▸ +0 +me +hello from/)
		expect(height(third)).toBeGreaterThanOrEqual(reached)
		third.resize(100, 30)
		await third.until((text) => text.split('\n').length === 30 && text.includes('? help'))
		third.kill('SIGTERM')
		expect(await third.exit).toBe(143)
		expect(third.emulator.buffer.active.type).toBe('normal')
	})
})
