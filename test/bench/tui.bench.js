// How the app feels: from a key to the frame that shows its effect, in a list of 100,000 greetings, at rest and while the
// node executes blocks of 500 transactions; bytes sent per key; memory over many blocks. The built program in a pty.
import { setTimeout as pause } from 'node:timers/promises'
import { run as firstFrame } from './firstFrame.bench.js'
import { inApp } from './support/appInPty.js'
import { ask, broadcast, faucetSigner } from './support/faucetTxs.js'
import { memoryOf, startNode, stopNode, writeGreetings } from './support/ourNode.js'
import { inFolder } from './support/replays.js'
import { median, percentile } from './support/stats.js'
import { until } from './support/waits.js'

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
	await inFolder(async (home) => {
		await seed(home)
		await inApp(home, '1s', (app) => atRestAndUnderLoad(app, { print, row }))
	})
	await inFolder((home) => inApp(home, '100ms', (app) => onSlowLink(app, { print })))
	await inFolder((home) => inApp(home, '20ms', (app) => overManyBlocks(app, { print, row })))
}

async function atRestAndUnderLoad(app, { print, row }) {
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
	print(`bytes per key       ${median(rest.bytes)} (median; a full frame has ${(120 * 40).toLocaleString('en')} cells)`)
	await underLoad(app, load.slice(0, loadBlocks * perTx), '120x40', 16, { print, row })
	const { all, own } = memoryOf(app.pid)
	row({ what: 'resident memory after that load', ours: all / 1e6, unit: 'MB', aim: '<= 250' })
	print(
		`memory after it     ${mb(all)} MB resident (aim <= 250), ${mb(own)} MB of it its own: the rest are mapped files`,
	)
	app.resize(200, 60)
	await pause(500)
	await underLoad(app, load.slice(loadBlocks * perTx), '200x60', 20, { print, row })
}

async function onSlowLink(app, { print }) {
	await app.shows('● live')
	const fast = await heldKeys(app)
	app.throttle(slowLink)
	const slow = await heldKeys(app)
	print(
		`link of ${slowLink / 1_000} kB/s      ${kb(slow.bytes)} kB sent of ${kb(fast.bytes)} kB the same keys draw on a fast one: the rest, ${Math.round(100 * (1 - slow.bytes / fast.bytes))} %, is stale and dropped; newest frame ${(slow.lateMs / 1_000).toFixed(1)} s after the last key`,
	)
}

async function overManyBlocks(app, { print, row }) {
	const height = async () => Number((await ask(app.rpc, 'status')).sync_info.latest_block_height)
	const at = async (wanted) => {
		await until(`block ${wanted}`, async () => (await height()) >= wanted, { seconds: 1_200 })
		return memoryOf(app.pid).all
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

/** Writes the greetings with the node alone. */
async function seed(home) {
	const node = await startNode(home, ['--block-interval', '200ms'], ['rpc'])
	await writeGreetings(node.rpc, greetings, perTx)
	await stopNode(node)
}

function kb(bytes) {
	return (bytes / 1e3).toFixed(0)
}

function mb(bytes) {
	return (bytes / 1e6).toFixed(0)
}
