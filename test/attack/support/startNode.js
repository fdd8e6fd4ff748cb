import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { within } from '../../bench/support/waits.js'

const program = process.env.CHAIN_TUI_PROGRAM ?? new URL('../../../bin/chain-tui.js', import.meta.url).pathname

/** A node of the built program in a process and home of its own, on free ports. */
export async function startNode(flags) {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-attack-'))
	const child = spawn(process.execPath, [program, 'start', '--home', home, ...flags], {
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const said = []
	createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
	const exited = new Promise((resolve) => child.once('exit', resolve))
	const told = new Promise((resolve, reject) => {
		createInterface({ input: child.stdout }).on('line', (line) => {
			if (line.startsWith('ready ')) resolve(JSON.parse(line.slice(6)))
		})
		void exited.then((code) => reject(new Error(`the node ended with ${code}:\n${said.join('\n')}`)))
	})
	const ready = await within('the line "ready" of a node', 120, told, () => said.join('\n'))
	return {
		ready,
		pid: child.pid,
		said,
		/** Megabytes in use now, from the system. */
		rss: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
		async close() {
			child.kill('SIGTERM')
			// One that does not end is a finding; it must not stay.
			await within('the end of a node', 60, exited, () => said.join('\n')).finally(() => child.kill('SIGKILL'))
			rmSync(home, { recursive: true, force: true })
		},
	}
}
