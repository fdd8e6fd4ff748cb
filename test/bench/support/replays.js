import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = new URL('../../../bin/chain-tui.js', import.meta.url).pathname

/** Longest a replay may take. */
const replayMs = 1_800_000

/** Runs a body with a folder that is removed afterwards. */
export async function inFolder(body) {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
	try {
		return await body(folder)
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
}

/** A script of valid, signed greetings in blocks of 500 or so many, made by the peer. */
export function plainScript(peer, txs, seed, perBlock = 500) {
	const args = ['gen', '--seed', String(seed), '--txs', String(txs), '--plain', String(perBlock), '--accounts', '40']
	return JSON.parse(output(peer, args))
}

/** Seconds our replay of a script takes without the start of the program, state on disk. */
export function ourSeconds(script, folder) {
	return timed(process.execPath, [program, 'debug', 'replay', ...replayArgs(script, folder, 'ours')])
}

/** The same for the peer. */
export function peerSeconds(peer, script, folder) {
	return timed(peer, ['replay', ...replayArgs(script, folder, 'peer')])
}

function replayArgs(script, folder, name) {
	const file = join(folder, `${name}.json`)
	writeFileSync(file, JSON.stringify(script))
	return ['--timing', '--leveldb', join(folder, `${name}-${Math.random().toString(36).slice(2)}`), file]
}

function timed(command, args) {
	const { status, stderr } = spawnSync(command, args, {
		stdio: ['ignore', 'ignore', 'pipe'],
		encoding: 'utf8',
		maxBuffer: 1 << 28,
		timeout: replayMs,
	})
	const seconds = Number(/seconds ([\d.]+)/.exec(stderr ?? '')?.[1])
	if (status !== 0 || Number.isNaN(seconds)) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`)
	return seconds
}

function output(command, args) {
	const { status, stdout, stderr } = spawnSync(command, args, {
		encoding: 'utf8',
		maxBuffer: 1 << 30,
		timeout: replayMs,
	})
	if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`)
	return stdout
}
