import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import pty from '@lydell/node-pty'
import { until, within } from './waits.js'

const startFile = new URL('../../../scripts/start.sh', import.meta.url).pathname

/** Longest wait for a frame; a slow machine with a long chain takes some of it. */
const frameSeconds = 60

function settings(home, interval) {
	const off = ['--rest', 'off', '--grpc', 'off', '--endpoints', 'off']
	return ['--home', home, '--rpc', '127.0.0.1:0', ...off, '--block-interval', interval]
}

/** The RPC address of the node that runs on a home, once it does. */
function rpcOf(home, saw) {
	const read = async () => JSON.parse(readFileSync(join(home, 'node.json'), 'utf8')).rpc
	return until('the node of the app', read, { saw })
}

/** What a terminal was sent last, without its control sequences. */
function plain(text) {
	return stripVTControlCharacters(text.slice(-20_000)).replace(/\s+/g, ' ')
}

/** The app on a home with the RPC listener alone, at its Greetings screen. */
export async function inApp(home, interval, body) {
	const env = { ...process.env, TERM: 'xterm-256color' }
	for (const name of ['CI', 'NO_COLOR', 'FORCE_COLOR']) delete env[name]
	writeFileSync(join(home, 'preferences.json'), JSON.stringify({ welcomed: true, screen: 'greetings' }))
	// As npm start does: its shell takes the first Node of the path.
	env.PATH = `${dirname(process.execPath)}:${env.PATH}`
	const child = pty.spawn('sh', [startFile, ...settings(home, interval)], { cols: 120, rows: 40, env })
	let gone = () => {}
	const ended = new Promise((resolve) =>
		child.onExit((exit) => {
			gone()
			resolve(exit)
		}),
	)
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
	const shows = (wanted) =>
		within(
			`"${wanted}" on the screen`,
			frameSeconds,
			new Promise((resolve, reject) => {
				check = () => text.includes(wanted) && resolve()
				gone = () => reject(new Error(`the app ended before it showed "${wanted}"; saw: ${plain(text)}`))
				check()
			}),
			() => plain(text),
		)
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
		app.rpc = await rpcOf(home, () => plain(text))
		await body(app)
	} finally {
		child.kill('SIGKILL')
		await within('the end of the app', 30, ended)
	}
}
