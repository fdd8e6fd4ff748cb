// Starts a node of ours and one of the framework on the same genesis, for measurements side by side.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProgram } from './ourNode.js'
import { edit, freePorts, listenAnywhere, preparePeerHome, startPeerProgram } from './peerNode.js'

const program = new URL('../../../bin/chain-tui.js', import.meta.url).pathname
export const localGenesis = new URL('../../golden/localnet-genesis.json', import.meta.url).pathname
/** Of the public test account user01 in that genesis. */
const words =
	'ribbon ocean sting lamp hire civil corn giraffe exhaust can vessel ball gain shaft wise young coin diagram man unfair lawsuit oxygen inmate endorse'
const env = { ...process.env, CHAIN_TUI_PASSPHRASE: 'only for this measurement' }

/** Both nodes, each with a greeting of user01 in it, and that account's address. Without a peer ours alone. */
export async function startNodePair(peer, folder) {
	const nodes = await startNodes(peer, folder, localGenesis)
	try {
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

/** Both nodes on a genesis file, with nothing in them yet. Without a peer ours alone. */
export async function startNodes(peer, folder, genesis) {
	const nodes = [{ name: 'ours', ...(await startOurs(folder, genesis)) }]
	try {
		if (peer !== undefined) nodes.push({ name: 'peer', ...(await startPeer(peer, folder, genesis)) })
		return nodes
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
		timeout: 120_000,
		stdio: ['pipe', 'pipe', 'ignore'],
	})
}

function startOurs(folder, genesis) {
	const any = '127.0.0.1:0'
	const listeners = ['--rpc', any, '--rest', any, '--grpc', any, '--endpoints', 'off']
	const args = [program, 'start', '--home', join(folder, 'ours'), '--genesis', genesis, ...listeners]
	return startProgram(args)
}

async function startPeer(peer, folder, genesis) {
	const home = preparePeerHome(peer, folder, 'chain-localnet', genesis)
	const { rpc } = await listenAnywhere(home)
	const [rest, grpc] = await freePorts(2)
	edit(join(home, 'config/app.toml'), [
		[/(\[api\][^[]*?\nenable = )false/, '$1true'],
		[/^address = "tcp:\/\/0\.0\.0\.0:1317"/m, `address = "tcp://127.0.0.1:${rest}"`],
		[/^address = "0\.0\.0\.0:9090"/m, `address = "127.0.0.1:${grpc}"`],
	])
	const base = `http://127.0.0.1:${rest}`
	const child = await startPeerProgram(peer, home, async () => (await fetch(`${base}/blocks/latest`)).ok)
	return { child, rpc: `http://127.0.0.1:${rpc}`, rest: base, grpc: `127.0.0.1:${grpc}` }
}
