// Starts a node of ours and one of the framework with ethermint on the same genesis.
import { join } from 'node:path'
import { startProgram } from './ourNode.js'
import { edit, freePorts, listenAnywhere, preparePeerHome, startPeerProgram } from './peerNode.js'

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

/** Our node on a genesis file, with the address of its Ethereum JSON-RPC. */
export function startOurs(folder, genesis, flags = []) {
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
	const args = [program, 'start', '--home', join(folder, 'ours'), '--genesis', genesis, ...listeners, ...flags]
	return startProgram(args)
}

async function startPeer(peer, folder, genesis) {
	const home = preparePeerHome(peer, folder, 'chain_2222-10', genesis)
	await listenAnywhere(home)
	const [eth, sockets] = await freePorts(2)
	edit(join(home, 'config/app.toml'), [
		[/(\[grpc\][^[]*?\nenable = )true/, '$1false'],
		[/^address = "0\.0\.0\.0:8545"/m, `address = "127.0.0.1:${eth}"`],
		[/^ws-address = .*/m, `ws-address = "127.0.0.1:${sockets}"`],
	])
	const url = `http://127.0.0.1:${eth}`
	const headers = { 'content-type': 'application/json' }
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
	const isReady = async () => {
		const reply = await fetch(url, { method: 'POST', headers, body })
		return Number((await reply.json()).result ?? 0) > 1
	}
	const child = await startPeerProgram(peer, home, isReady, ['--log_level', 'fatal'])
	return { child, eth: url }
}
