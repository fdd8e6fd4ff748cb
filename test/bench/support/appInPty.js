import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pty from '@lydell/node-pty'

const program = new URL('../../../bin/chain-tui.js', import.meta.url).pathname

function settings(home, interval) {
	const off = ['--rest', 'off', '--grpc', 'off', '--endpoints', 'off']
	return ['--home', home, '--rpc', '127.0.0.1:0', ...off, '--block-interval', interval]
}

/** The RPC address of the node that runs on a home, once it does. */
async function rpcOf(home) {
	for (;;) {
		try {
			return JSON.parse(readFileSync(join(home, 'node.json'), 'utf8')).rpc
		} catch {
			await pause(20)
		}
	}
}

/** The app on a home with the RPC listener alone, at its Greetings screen. */
export async function inApp(home, interval, body) {
	const env = { ...process.env, TERM: 'xterm-256color' }
	for (const name of ['CI', 'NO_COLOR', 'FORCE_COLOR']) delete env[name]
	writeFileSync(join(home, 'preferences.json'), JSON.stringify({ welcomed: true, screen: 'greetings' }))
	const args = [program, ...settings(home, interval)]
	const child = pty.spawn(process.execPath, args, { cols: 120, rows: 40, env })
	const ended = new Promise((resolve) => child.onExit(resolve))
	let text = ''
	let written = 0
	let check = () => {}
	let rate = Number.POSITIVE_INFINITY
	child.onData((data) => {
		if (rate < Number.POSITIVE_INFINITY) {
			child.pause()
			setTimeout(() => child.resume(), (data.length / rate) * 1_000)
		}
		text = (text + data).slice(-200_000)
		written += data.length
		check()
	})
	const shows = (wanted, from = 0) =>
		new Promise((resolve) => {
			check = () => text.includes(wanted, from) && resolve()
			check()
		})
	const app = {
		pid: child.pid,
		rpc: '',
		shows,
		written: () => written,
		type: (key) => child.write(key),
		resize: (columns, rows) => child.resize(columns, rows),
		throttle: (bytesPerSecond) => {
			rate = bytesPerSecond
		},
		press: async (key, wanted) => {
			text = ''
			const before = written
			const start = performance.now()
			child.write(key)
			await shows(wanted)
			return { took: performance.now() - start, size: written - before }
		},
	}
	try {
		app.rpc = await rpcOf(home)
		await body(app)
	} finally {
		child.kill('SIGKILL')
		await ended
	}
}
