// Starts a node of ours and one of the framework with ethermint on the same genesis.
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { edit, freePorts } from './nodePair.js'

const program = new URL('../../../bin/chain-tui.js', import.meta.url).pathname

/** Both nodes with the addresses of their Ethereum JSON-RPC. */
export async function startEvmPair(peer, folder, genesis) {
	const ours = await startOurs(folder, genesis)
	try {
		return [
			{ name: 'ours', ...ours },
			{ name: 'peer', ...(await startPeer(peer, folder, genesis)) },
		]
	} catch (error) {
		ours.child.kill('SIGKILL')
		throw error
	}
}

function startOurs(folder, genesis) {
	const listeners = [
		'--rpc',
		'127.0.0.1:0',
		'--rest',
		'off',
		'--grpc',
		'off',
		'--endpoints',
		'off',
		'--eth',
		'127.0.0.1:0',
	]
	const args = [program, 'start', '--home', join(folder, 'ours'), '--genesis', genesis, ...listeners]
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
		child.on('exit', (code) => reject(new Error(`our node ended with ${code} before it was ready`)))
		createInterface({ input: child.stdout }).on('line', (line) => {
			if (line.startsWith('ready ')) resolve({ child, eth: JSON.parse(line.slice(6)).eth })
		})
	})
}

async function startPeer(peer, folder, genesis) {
	const home = join(folder, 'peer')
	const call = (...args) => execFileSync(peer, [...args, '--home', home], { stdio: 'ignore' })
	call('init', 'localnet', '--chain-id', 'chain_2222-10')
	call('add-genesis-validator', '10', '--secret', 'throw-away localnet')
	copyFileSync(genesis, join(home, 'config/genesis.json'))
	const [rpc, p2p, eth, sockets] = await freePorts(4)
	edit(join(home, 'config/config.toml'), [
		[/^laddr = "tcp:\/\/127\.0\.0\.1:26657"/m, `laddr = "tcp://127.0.0.1:${rpc}"`],
		[/^laddr = "tcp:\/\/0\.0\.0\.0:26656"/m, `laddr = "tcp://127.0.0.1:${p2p}"`],
		[/^pprof_laddr = .*/m, 'pprof_laddr = ""'],
		[/^timeout_commit = .*/m, 'timeout_commit = "1s"'],
	])
	edit(join(home, 'config/app.toml'), [
		[/^minimum-gas-prices = .*/m, 'minimum-gas-prices = "0.01uchain"'],
		[/(\[grpc\][^[]*?\nenable = )true/, '$1false'],
		[/(\[grpc-web\][^[]*?\nenable = )true/, '$1false'],
		[/^address = "0\.0\.0\.0:8545"/m, `address = "127.0.0.1:${eth}"`],
		[/^ws-address = .*/m, `ws-address = "127.0.0.1:${sockets}"`],
	])
	const child = spawn(peer, ['start', '--home', home, '--log_level', 'fatal'], { stdio: 'ignore' })
	const url = `http://127.0.0.1:${eth}`
	const headers = { 'content-type': 'application/json' }
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
	for (let attempt = 0; attempt < 200; attempt++) {
		const reply = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
		if (Number((await reply?.json())?.result ?? 0) > 1) return { child, eth: url }
		await pause(100)
	}
	child.kill('SIGKILL')
	throw new Error('the peer made no block in 20 seconds')
}
