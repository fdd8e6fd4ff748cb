// How the app feels: from a key to the frame that shows its effect, in a list of 100,000 greetings, at rest and while the
// node executes blocks of 500 transactions; bytes sent per key; memory over many blocks. The built program in a pty.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pty from '@lydell/node-pty'
import { run as firstFrame } from './firstFrame.bench.js'
import { ask, broadcast, faucetSigner } from './support/faucetTxs.js'
import { median, percentile } from './support/stats.js'

const program = new URL('../../bin/chain-tui.js', import.meta.url).pathname
const greetings = 100_000
const perTx = 500
const keys = 200
const loadBlocks = 8
/** Bytes a second. */
const slowLink = 2_000
const flatBlocks = process.env.CHAIN_TUI_FULL === '1' ? 10_000 : 400

/** Prints first frame, key-to-frame times (aim: p95 at most 16 ms), bytes per key and memory. */
export async function run({ print, row }) {
	await firstFrame({ print, row })
	const home = newHome()
	await seed(home)
	await inApp(home, '1s', async (app) => {
		const signer = await faucetSigner(app.rpc)
		await app.shows('1 of 100,000')
		const load = []
		for (let tx = 0; tx < 2 * loadBlocks * perTx; tx++) load.push(await signer.send())

		const rest = await keyTimes(app)
		print(
			`key to frame        ${times(rest.ms)} with ${greetings.toLocaleString('en')} greetings at 120x40, at rest (aim p95 <= 16 ms)`,
		)
		row({
			what: 'key to frame, 95 %, 100,000 greetings, at rest, 120x40',
			ours: percentile(rest.ms, 0.95),
			unit: 'ms',
			aim: '<= 16',
		})
		app.resize(200, 60)
		await pause(500)
		const wide = await keyTimes(app)
		print(`key to frame        ${times(wide.ms)} at 200x60, at rest (aim p95 <= 20 ms)`)
		row({ what: 'the same at 200x60', ours: percentile(wide.ms, 0.95), unit: 'ms', aim: '<= 20' })
		app.resize(120, 40)
		await pause(500)
		print(
			`bytes per key       ${median(rest.bytes)} (median; a full frame has ${(120 * 40).toLocaleString('en')} cells)`,
		)
		await underLoad(app, load.slice(0, loadBlocks * perTx), '120x40', 16, { print, row })
		const { all, own } = memoryOf(app.pid)
		row({ what: 'resident memory after that load', ours: all / 1e6, unit: 'MB', aim: '<= 250' })
		print(
			`memory after it     ${mb(all)} MB resident (aim <= 250), ${mb(own)} MB of it its own: the rest are mapped files`,
		)
		app.resize(200, 60)
		await pause(500)
		await underLoad(app, load.slice(loadBlocks * perTx), '200x60', 20, { print, row })
	})
	await inApp(newHome(), '100ms', async (app) => {
		await app.shows('● live')
		const fast = await heldKeys(app)
		app.throttle(slowLink)
		const slow = await heldKeys(app)
		print(
			`link of ${slowLink / 1_000} kB/s      ${kb(slow.bytes)} kB sent of ${kb(fast.bytes)} kB the same keys draw on a fast one: the rest, ${Math.round(100 * (1 - slow.bytes / fast.bytes))} %, is stale and dropped; newest frame ${(slow.lateMs / 1_000).toFixed(1)} s after the last key`,
		)
	})
	await inApp(newHome(), '20ms', async (app) => {
		const height = async () => Number((await ask(app.rpc, 'status')).sync_info.latest_block_height)
		const at = async (wanted) => {
			await until(async () => (await height()) >= wanted)
			return residentMemory(app.pid)
		}
		const early = await at(flatBlocks / 4)
		const late = await at(flatBlocks)
		row({
			what: `resident memory at block ${flatBlocks}, against block ${flatBlocks / 4}`,
			ours: late / 1e6,
			peer: early / 1e6,
			unit: 'MB',
			ratio: late / early,
			aim: '<= 1.1',
		})
		print(
			`memory over blocks  ${mb(early)} MB at block ${flatBlocks / 4}, ${mb(late)} MB at block ${flatBlocks}: ratio ${(late / early).toFixed(2)} (aim: flat)`,
		)
	})
}

/** Key-to-frame times while blocks of 500 transactions are executed. */
async function underLoad(app, load, size, aim, { print, row }) {
	let sent = 0
	const height = async () => Number((await ask(app.rpc, 'status')).sync_info.latest_block_height)
	const from = await height()
	const feeding = (async () => {
		for (; sent < load.length; sent += perTx) {
			await broadcast(app.rpc, load.slice(sent, sent + perTx))
			await pause(900)
		}
	})()
	const busy = await keyTimes(app, () => sent < load.length)
	await feeding
	const blocks = (await height()) - from
	print(
		`key to frame        ${times(busy.ms)} at ${size} while ${sent.toLocaleString('en')} transactions went into ${blocks} blocks (aim p95 <= ${aim} ms)`,
	)
	row({
		what: `key to frame, 95 %, while blocks of ${perTx} are made, ${size}`,
		ours: percentile(busy.ms, 0.95),
		unit: 'ms',
		aim: `<= ${aim}`,
	})
}

function times(ms) {
	return `p50 ${median(ms).toFixed(1)} ms, p95 ${percentile(ms, 0.95).toFixed(1)} ms`
}

/** Presses `j` and waits for the frame that shows the next place in the list. */
async function keyTimes(app, going = () => true) {
	const ms = []
	const bytes = []
	// A key that changes nothing draws nothing, so the list is left first.
	await app.press('G', '100,000 of 100,000')
	await app.press('gg', ' 1 of 100,000')
	for (let place = 2; place < 2 + keys || (ms.length < 2_000 && going()); place++) {
		const { took, size } = await app.press('j', `${place.toLocaleString('en')} of 100,000`)
		ms.push(took)
		bytes.push(size)
		// A fast typist; also lets blocks come between.
		await pause(15)
		if (!going()) break
	}
	return { ms, bytes }
}

/** Keys that draw whole screens, one each 20 ms as a held key sends them; then the time to the frame of the last one. */
async function heldKeys(app) {
	const from = app.written()
	for (let key = 0; key < 200; key++) {
		app.type(String(1 + (key % 9)))
		await pause(20)
	}
	const { took } = await app.press(':', 'a height, a hash')
	const bytes = app.written() - from
	await app.press('\x1b', 'commands')
	return { bytes, lateMs: took }
}

function newHome() {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
	writeFileSync(join(home, 'preferences.json'), JSON.stringify({ welcomed: true, screen: 'greetings' }))
	return home
}

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

/** Writes the greetings with the node alone. */
async function seed(home) {
	const node = spawn(process.execPath, [program, 'start', ...settings(home, '200ms')], { stdio: 'ignore' })
	const rpc = await rpcOf(home)
	await until(async () => Number((await ask(rpc, 'status')).sync_info.latest_block_height) > 0)
	const signer = await faucetSigner(rpc)
	for (let made = 0; made < greetings; made += perTx) {
		await broadcast(rpc, [
			await signer.greetings(Array.from({ length: perTx }, (_, index) => `greeting number ${made + index}`)),
		])
	}
	await until(async () => Number((await ask(rpc, 'num_unconfirmed_txs')).n_txs) === 0)
	node.kill('SIGTERM')
	await new Promise((resolve) => node.once('exit', resolve))
}

/** The app on a home with the RPC listener alone, at its Greetings screen. */
async function inApp(home, interval, body) {
	const env = { ...process.env, TERM: 'xterm-256color' }
	for (const name of ['CI', 'NO_COLOR', 'FORCE_COLOR']) delete env[name]
	const args = [program, ...settings(home, interval)]
	const child = pty.spawn(process.execPath, args, { cols: 120, rows: 40, env })
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
		rmSync(home, { recursive: true, force: true, maxRetries: 5 })
	}
}

async function until(holds) {
	while (!(await holds())) await pause(20)
}

/** Bytes, from /proc where there is one, else 0. */
function residentMemory(pid) {
	try {
		return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096
	} catch {
		return 0
	}
}

function kb(bytes) {
	return (bytes / 1e3).toFixed(0)
}

/** Resident bytes, and those that are no mapped files; from /proc where there is one, else 0. */
function memoryOf(pid) {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8')
		const bytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
		return { all: bytes('VmRSS'), own: bytes('RssAnon') }
	} catch {
		return { all: 0, own: 0 }
	}
}

function mb(bytes) {
	return (bytes / 1e6).toFixed(0)
}
