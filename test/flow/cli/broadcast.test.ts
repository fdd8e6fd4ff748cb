import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { until } from '../client/testChain.ts'
import { quickKeyring } from './quickKeyring.ts'
import { type CliResult, type CliSurroundings, cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-broadcast-'))
const home = join(folder, 'home')
const signed = join(folder, 'signed.json')
const env = { CHAIN_TUI_PASSPHRASE: 'long enough' }
let node: TestNode

const run = (line: string, around: CliSurroundings = {}) =>
	cli([...line.split(' '), '--home', home], { env, ...around })
const greet = 'tx greet create-greeting hi --from alice --yes'

beforeAll(async () => {
	node = await startNode({ on: ['rpc'], flags: { home, admin: 'on', blockMode: 'manual', pruning: 'nothing' } })
	await quickKeyring(home, env.CHAIN_TUI_PASSPHRASE)
	await run('keys add alice')
	const { stdout: address } = await run('keys show alice -a')
	await node.engine.mine()
	void node.call('admin_faucet', { address: address.trim() })
	await until(async () => (await node.engine.mempoolSize()).count > 0)
	await node.engine.mine()
	writeFileSync(signed, (await run(`${greet} --offline -a 2 -s 9 --fees 2000uchain`)).stdout)
})
afterAll(async () => {
	await node.close()
	rmSync(folder, { recursive: true, force: true })
})

describe('a transaction that was sent', () => {
	test('without a check has no height yet, and the way to look for it', async () => {
		const { exit, stdout, stderr } = await run(`${greet} -b async -o json`)
		const response = JSON.parse(stdout)
		expect([exit, response]).toEqual([0, expect.objectContaining({ code: 0, height: '0', gas_used: '0' })])
		expect(stderr).toBe(
			`The transaction is not in a block yet. Look for it with \`chain-tui q tx ${response.txhash}\`, or wait for it with --wait.\n`,
		)
		await node.engine.mine()
	})

	test('a transaction that was sent is waited for until its block, or until Ctrl-C', async () => {
		const stop = new AbortController()
		const waiting = run(`${greet} --wait -o json`, { stopped: stop.signal })
		await until(async () => (await node.engine.mempoolSize()).count > 0)
		stop.abort()
		const { exit, stdout, stderr } = await waiting
		expect([exit, JSON.parse(stdout).height]).toEqual([0, '0'])
		expect(stderr).toContain('The transaction is not in a block yet.')
		const refused = await run(`${greet} --sequence 99 --wait`)
		expect([refused.exit, refused.stderr]).toEqual([1, expect.stringContaining('account sequence mismatch')])
		await node.engine.mine()
		const committed = run(`${greet} --wait -o json`)
		await until(async () => (await node.engine.mempoolSize()).count > 0)
		await node.engine.mine()
		expect(JSON.parse((await committed).stdout)).toMatchObject({ code: 0, height: String(node.engine.height) })
	})

	test('a transaction that was sent from a file is waited for where that is asked for, or where a person did not name how', async () => {
		const { address } = JSON.parse((await run('keys show alice -o json')).stdout)
		const { account_number: number, sequence } = JSON.parse((await run(`q account ${address} -o json`)).stdout)
		const heights: string[] = []
		for (const [turn, [flags, answers]] of (
			[
				['--wait', undefined],
				['', []],
				['-b sync', []],
				['', undefined],
			] as const
		).entries()) {
			const file = join(folder, `turn${turn}.json`)
			writeFileSync(
				file,
				(await run(`${greet} --offline -a ${number} -s ${Number(sequence) + turn} --fees 2000uchain`)).stdout,
			)
			const sent = run(`tx broadcast ${file} -o json ${flags}`.trim(), answers === undefined ? {} : { answers })
			await until(async () => (await node.engine.mempoolSize()).count > 0)
			if (turn > 1) await sent
			await node.engine.mine()
			heights.push(JSON.parse((await sent).stdout).height)
		}
		const { height } = node.engine
		expect(heights).toEqual([String(height - 3), String(height - 2), '0', '0'])
	})

	test('a transaction that was sent is asked about before it is signed, and only yes is yes', async () => {
		const line = greet.replace(' --yes', '')
		const refused = await run(line, { answers: ['maybe'] })
		expect([refused.exit, refused.stdout]).toEqual([1, ''])
		expect(refused.stderr).toMatch(
			/^\{.*"message":"hi".*\}\n\nconfirm transaction before signing and broadcasting \[y\/N\]: cancelled transaction\n$/s,
		)
		const sent = await run(`${line} -b sync -o json`, { stdin: 'YES\n' })
		expect([sent.exit, JSON.parse(sent.stdout).code]).toEqual([0, 0])
		await node.engine.mine()
	})

	test('a transaction that was sent is signed for the chain and the account that the flags name, whatever those of the node are', async () => {
		const { address } = JSON.parse((await run('keys show alice -o json')).stdout)
		const { account_number: number, sequence } = JSON.parse((await run(`q account ${address} -o json`)).stdout)
		const raw_log = `signature verification failed; please verify account number (${number}) and chain-id (chain-localnet): unauthorized`
		const refused = [1, expect.objectContaining({ code: 4, raw_log })]
		const answered = ({ exit, stdout }: CliResult) => [exit, JSON.parse(stdout)]
		// A provider need not answer for the status, which names the chain.
		const server = createServer(async (request, response) => {
			let body = ''
			for await (const part of request) body += part
			const error = { code: -32601, message: 'Method not found' }
			if (JSON.parse(body).method === 'status') response.end(JSON.stringify({ id: 1, error }))
			else response.end(await (await fetch(node.addresses.rpc!, { method: 'POST', body })).text())
		})
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		const provider = `--node http://127.0.0.1:${(server.address() as AddressInfo).port}`
		try {
			expect(answered(await run(`${greet} -a 99 -o json`))).toEqual(refused)
			expect(answered(await run(`${greet} --chain-id other-1 ${provider} --fees 2000uchain -o json`))).toEqual(refused)
			const offline = await run(`${greet} --offline --chain-id other-1 -a ${number} -s ${sequence} --fees 2000uchain`)
			writeFileSync(join(folder, 'other.json'), offline.stdout)
			expect(answered(await run(`tx broadcast ${join(folder, 'other.json')} -o json`))).toEqual(refused)
			const taken = await run(`${greet} --chain-id chain-localnet -a ${number} ${provider} --fees 2000uchain -o json`)
			expect(answered(taken)).toEqual([0, expect.objectContaining({ code: 0 })])
		} finally {
			server.close()
		}
		await node.engine.mine()
	})

	test('a transaction that was sent is only estimated with --dry-run, and told why it would fail', async () => {
		const { exit, stdout, stderr } = await run(`${greet} --dry-run`)
		expect([exit, stdout, stderr]).toEqual([0, '', expect.stringMatching(/^gas estimate: \d+\n$/)])
		const wrong = await run(`${greet} --gas auto --sequence 99`)
		expect([wrong.exit, wrong.stderr]).toEqual([1, expect.stringContaining('account sequence mismatch')])
		expect(wrong.stderr).toContain('change it, or give --gas to send it all the same.')
	})

	test('pays a price of gas, or nothing where the node asks for nothing', async () => {
		const unsigned = JSON.parse((await run(`${greet} --offline -a 2 -s 9 --gas 100000 --gas-prices 0.5uchain`)).stdout)
		expect(unsigned.auth_info.fee).toMatchObject({
			amount: [{ denom: 'uchain', amount: '50000' }],
			gas_limit: '100000',
		})
		const { address } = JSON.parse((await run('keys show alice -o json')).stdout)
		const granted = ['--fee-account', address, '--timeout-height', '7', '--note', 'n', '--generate-only']
		const generated = await cli([...greet.split(' '), '--from', address, ...granted, '--home', home])
		expect(JSON.parse(generated.stdout)).toMatchObject({
			body: { memo: 'n', timeout_height: '7' },
			auth_info: { fee: { amount: [], granter: address } },
		})
	})
})

describe('a node that refuses', () => {
	let server: Server | undefined
	afterEach(() => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve()))))

	/** A node that answers every call so; light engines never come into these states. */
	async function answering(reply: object): Promise<string> {
		server = createServer((_request, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...reply })))
		await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	}
	const failing = (data: string) => ({ error: { code: -32603, message: 'Internal error', data } })
	const checked = (result: object) => ({ result: { code: 0, data: '', log: '', codespace: '', hash: 'AB', ...result } })

	test.each([
		[failing('tx already exists in cache'), 19, 'sdk'],
		[failing('mempool is full: number of txs 5000 (max: 5000)'), 20, 'sdk'],
		[failing('Tx too large. Max size is 1048576, but got 2000000'), 21, 'sdk'],
		[checked({ code: 5, codespace: 'bank' }), 5, 'bank'],
	])('%j is told by the codes of the framework', async (reply, code, codespace) => {
		const { exit, stdout, stderr } = await run(`tx broadcast ${signed} --node ${await answering(reply)} -o json`)
		expect([exit, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ code, codespace, height: '0' })])
		expect(stderr).toBe(`The transaction was refused: code ${code} of ${codespace}\n`)
	})

	test('a node that refuses for a reason that has no code there is told with how to go on', async () => {
		const url = await answering(failing('timed out waiting for tx to be included in a block'))
		const { exit, stdout, stderr } = await run(`tx broadcast ${signed} -b block --node ${url}`)
		expect([exit, stdout]).toEqual([1, ''])
		expect(stderr).toMatch(
			/^Error: The node refused: Internal error: timed out .*\nLook for the transaction later with `chain-tui q tx [0-9A-F]{64}`\.\n$/,
		)
	})

	test('before or in the block is told with the fee to pay', async () => {
		const log = 'insufficient fees; got: 1uchain required: 2000uchain: insufficient fee'
		const check_tx = { code: 13, codespace: 'sdk', log }
		const url = await answering({ result: { check_tx, deliver_tx: {}, hash: 'AB', height: '0' } })
		const { exit, stderr } = await run(`tx broadcast ${signed} -b block --node ${url}`)
		expect([exit, stderr]).toEqual([
			1,
			`The transaction was refused: ${log}\nPay at least 2000uchain: --fees 2000uchain\n`,
		])
	})
})
