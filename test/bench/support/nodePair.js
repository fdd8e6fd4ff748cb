// Starts a node of ours and one of the framework on the same genesis, for measurements side by side.
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const program = new URL('../../../bin/chain-tui.js', import.meta.url).pathname
const genesis = new URL('../../golden/localnet-genesis.json', import.meta.url).pathname
/** Of the public test account user01 in that genesis. */
const words =
	'ribbon ocean sting lamp hire civil corn giraffe exhaust can vessel ball gain shaft wise young coin diagram man unfair lawsuit oxygen inmate endorse'
const env = { ...process.env, CHAIN_TUI_PASSPHRASE: 'only for this measurement' }

/** Both nodes, each with a greeting of user01 in it, and that account's address. Without a peer ours alone. */
export async function startNodePair(peer, folder) {
	const nodes = [{ name: 'ours', ...(await startOurs(folder)) }]
	try {
		if (peer !== undefined) nodes.push({ name: 'peer', ...(await startPeer(peer, folder)) })
		const keys = ['--home', join(folder, 'keys'), '--keyring-backend', 'file']
		cli(['keys', 'add', 'user01', '--recover', ...keys], `${words}\n`)
		const address = cli(['keys', 'show', 'user01', '-a', ...keys]).trim()
		for (const { rpc } of nodes) {
			const greet = ['tx', 'greet', 'create-greeting', 'hello', '--from', 'user01', '--fees', '2000uchain']
			cli([...greet, '--node', rpc, '-y', '-b', 'block', ...keys])
		}
		return { nodes, address }
	} catch (error) {
		for (const { child } of nodes) child.kill('SIGKILL')
		throw error
	}
}

/** Processor time a process has had; also on a busy machine it tells what a reply costs. NaN where there is no /proc. */
export function processorSeconds(pid) {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
		return (Number(fields[11]) + Number(fields[12])) / 100
	} catch {
		return Number.NaN
	}
}

function cli(args, input = '') {
	return execFileSync(process.execPath, [program, ...args], {
		env,
		input,
		encoding: 'utf8',
		stdio: ['pipe', 'pipe', 'ignore'],
	})
}

function startOurs(folder) {
	const any = '127.0.0.1:0'
	const listeners = ['--rpc', any, '--rest', any, '--grpc', any, '--endpoints', 'off']
	const args = [program, 'start', '--home', join(folder, 'ours'), '--genesis', genesis, ...listeners]
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
		child.on('exit', (code) => reject(new Error(`our node ended with ${code} before it was ready`)))
		createInterface({ input: child.stdout }).on('line', (line) => {
			if (!line.startsWith('ready ')) return
			const { rpc, rest, grpc } = JSON.parse(line.slice(6))
			resolve({ child, rpc, rest, grpc })
		})
	})
}

async function startPeer(peer, folder) {
	const home = join(folder, 'peer')
	const call = (...args) => execFileSync(peer, [...args, '--home', home], { stdio: 'ignore' })
	call('init', 'localnet', '--chain-id', 'chain-localnet')
	call('add-genesis-validator', '10', '--secret', 'throw-away localnet')
	copyFileSync(genesis, join(home, 'config/genesis.json'))
	const [rpc, p2p, rest, grpc] = await freePorts(4)
	edit(join(home, 'config/config.toml'), [
		[/^laddr = "tcp:\/\/127\.0\.0\.1:26657"/m, `laddr = "tcp://127.0.0.1:${rpc}"`],
		[/^laddr = "tcp:\/\/0\.0\.0\.0:26656"/m, `laddr = "tcp://127.0.0.1:${p2p}"`],
		[/^pprof_laddr = .*/m, 'pprof_laddr = ""'],
		[/^timeout_commit = .*/m, 'timeout_commit = "1s"'],
	])
	edit(join(home, 'config/app.toml'), [
		[/^minimum-gas-prices = .*/m, 'minimum-gas-prices = "0.01uchain"'],
		[/(\[api\][^[]*?\nenable = )false/, '$1true'],
		[/(\[grpc-web\][^[]*?\nenable = )true/, '$1false'],
		[/^address = "tcp:\/\/0\.0\.0\.0:1317"/m, `address = "tcp://127.0.0.1:${rest}"`],
		[/^address = "0\.0\.0\.0:9090"/m, `address = "127.0.0.1:${grpc}"`],
	])
	const child = spawn(peer, ['start', '--home', home], { stdio: 'ignore' })
	const base = `http://127.0.0.1:${rest}`
	for (let attempt = 0; attempt < 200; attempt++) {
		const reply = await fetch(`${base}/blocks/latest`).catch(() => undefined)
		if (reply?.ok) return { child, rpc: `http://127.0.0.1:${rpc}`, rest: base, grpc: `127.0.0.1:${grpc}` }
		await pause(100)
	}
	child.kill('SIGKILL')
	throw new Error('the peer made no block in 20 seconds')
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
