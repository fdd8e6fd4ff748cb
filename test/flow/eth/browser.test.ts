import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { recoverMessageAddress, stringToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { startNode } from '../../support/startNode.ts'
import { account } from './evmTools.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-for-testing']
const browser = names.find((name) => {
	try {
		execFileSync(name, ['--version'], { stdio: 'ignore' })
		return true
	} catch {
		return false
	}
})

/** What a page of a web application does with the wallet that a browser gives it; it posts what it got. */
const page = `<!doctype html><script type="module">
const told = {}
try {
	const ask = (method, ...params) => window.ethereum.request({ method, params })
	told.accounts = await ask('eth_requestAccounts')
	told.chainId = await ask('eth_chainId')
	told.signature = await ask('personal_sign', '${stringToHex('hello')}', told.accounts[0])
	const hash = await ask('eth_sendTransaction', { from: told.accounts[0], to: '${account(1).address}', value: '0x7' })
	do told.receipt = await ask('eth_getTransactionReceipt', hash)
	while (told.receipt === null)
	told.balance = await ask('eth_getBalance', '${account(1).address}', 'latest')
	told.foreign = await ask('debug_traceTransaction', hash).catch((error) => error.message)
	told.direct = await fetch(new URLSearchParams(location.search).get('node'), { method: 'POST', body: '{}' }).then(({ type }) => type, () => 'blocked')
} catch (error) {
	told.error = String(error.stack ?? error)
}
await fetch('/told', { method: 'POST', body: JSON.stringify(told) })
</script>`

let folder = ''
let running: ChildProcess | undefined
afterEach(async () => {
	if (running?.pid !== undefined && running.exitCode === null) {
		// Its children write their profile too: the whole group ends.
		process.kill(-running.pid, 'SIGKILL')
		await once(running, 'exit')
	}
	rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

test.skipIf(browser === undefined)(
	'a page in Chromium connects, signs, sends and receives through a wallet that is an extension',
	{ timeout: 120_000 },
	async () => {
		await using node = Object.assign(await startNode({ on: ['eth'], flags: { chainId: 'chain_2222-1' } }), {
			[Symbol.asyncDispose]: () => node.close(),
		})
		const url = node.addresses.eth!
		folder = mkdtempSync(join(tmpdir(), 'chain-tui-browser-'))
		const extension = join(folder, 'wallet')
		cpSync(new URL('browserWallet', import.meta.url), extension, { recursive: true })
		await build({
			entryPoints: [new URL('browserWallet/wallet.js', import.meta.url).pathname],
			outfile: join(extension, 'wallet.js'),
			bundle: true,
			format: 'esm',
			define: { 'process.env.NODE_URL': JSON.stringify(url) },
			logLevel: 'error',
		})
		const site = createServer((request, response) => {
			if (request.method === 'POST') {
				const parts: Buffer[] = []
				request.on('data', (part: Buffer) => parts.push(part))
				request.on('end', () => site.emit('told', Buffer.concat(parts).toString()))
			}
			response.setHeader('content-type', 'text/html').end(page)
		}).listen(0, '127.0.0.1')
		await once(site, 'listening')
		const told = once(site, 'told')
		running = spawn(
			browser!,
			[
				...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
				...['--disable-features=DisableLoadExtensionCommandLineSwitch', `--load-extension=${extension}`],
				...[`--disable-extensions-except=${extension}`, `--user-data-dir=${join(folder, 'profile')}`],
				`http://127.0.0.1:${(site.address() as AddressInfo).port}/?node=${encodeURIComponent(url)}`,
			],
			{ stdio: 'ignore', detached: true },
		)
		const { receipt, signature, ...rest } = JSON.parse((await told)[0] as string)
		site.close()
		const { address } = account(0)
		expect(rest).toEqual({
			accounts: [address],
			chainId: '0x8ae',
			balance: expect.stringMatching(/^0x/),
			foreign: expect.stringContaining('does not answer wallets in browsers'),
			direct: 'cors',
		})
		expect(receipt).toMatchObject({ status: '0x1', to: account(1).address.toLowerCase() })
		expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address)
	},
)
