// What the reference nodes of the measurements have in common: their home, their ports and how they are waited for.
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { until } from './waits.js'

/** A home of the reference with a genesis and its validator. Gives the folder. */
export function preparePeerHome(peer, folder, chainId, genesis) {
	const home = join(folder, 'peer')
	const call = (...args) => execFileSync(peer, [...args, '--home', home], { stdio: 'ignore' })
	call('init', 'localnet', '--chain-id', chainId)
	call('add-genesis-validator', '10', '--secret', 'throw-away localnet')
	copyFileSync(genesis, join(home, 'config/genesis.json'))
	return home
}

/** Gives the engine free ports and blocks of a second, and the application the lowest gas price. */
export async function listenAnywhere(home) {
	const [rpc, p2p] = await freePorts(2)
	edit(join(home, 'config/config.toml'), [
		[/^laddr = "tcp:\/\/127\.0\.0\.1:26657"/m, `laddr = "tcp://127.0.0.1:${rpc}"`],
		[/^laddr = "tcp:\/\/0\.0\.0\.0:26656"/m, `laddr = "tcp://127.0.0.1:${p2p}"`],
		[/^pprof_laddr = .*/m, 'pprof_laddr = ""'],
		[/^timeout_commit = .*/m, 'timeout_commit = "1s"'],
	])
	edit(join(home, 'config/app.toml'), [
		[/^minimum-gas-prices = .*/m, 'minimum-gas-prices = "0.01uchain"'],
		[/(\[grpc-web\][^[]*?\nenable = )true/, '$1false'],
	])
	return { rpc }
}

/** Starts the reference and resolves with its process when `isReady` says so; rejects after a minute. */
export async function startPeerProgram(peer, home, isReady, flags = []) {
	const child = spawn(peer, ['start', '--home', home, ...flags], { stdio: 'ignore' })
	try {
		await until('the first block of the peer', isReady, { everyMs: 100 })
		return child
	} catch (error) {
		child.kill('SIGKILL')
		throw error
	}
}

/** Changes parts of a file. Throws where one is not there. */
export function edit(file, changes) {
	let text = readFileSync(file, 'utf8')
	for (const [pattern, value] of changes) {
		if (!pattern.test(text)) throw new Error(`${file} has no ${pattern}`)
		text = text.replace(pattern, value)
	}
	writeFileSync(file, text)
}

/** Ports that nobody listens on. */
export async function freePorts(count) {
	const servers = await Promise.all(
		Array.from({ length: count }, async () => {
			const server = createServer()
			await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
			return server
		}),
	)
	const ports = servers.map((server) => server.address().port)
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
	return ports
}
